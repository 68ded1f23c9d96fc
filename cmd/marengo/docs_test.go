package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// printedCommand is a command line of ours in a page: in backquotes, or a line of
// code.
var printedCommand = regexp.MustCompile("`(?:bin/)?marengo ([^`]+)`|(?m)^    (?:bin/)?marengo ([^#\n]+)")

// printedWord is a word of it; quotes hold words together.
var printedWord = regexp.MustCompile(`(?:[^\s"']|"[^"]*"|'[^']*')+`)

// printedCommands returns the command lines of a page, word by word.
func printedCommands(t *testing.T, page string) (lines [][]string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", page))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range printedCommand.FindAllStringSubmatch(string(text), -1) {
		var words []string
		for _, w := range printedWord.FindAllString(m[1]+m[2], -1) {
			words = append(words, strings.NewReplacer(`"`, "", `'`, "").Replace(w))
		}
		lines = append(lines, words)
	}
	return lines
}

// shortRules end a game before it costs anything.
const shortRules = "two=3,scout=true,more=true,quiet=10,plies=12"

// smallScale is what makes each command end in a moment. The scratch folder stands
// for @.
var smallScale = map[string][]string{
	"serve":         {"--addr", "127.0.0.1:0", "--db", "@/m.db"},
	"watch":         {"--rules", shortRules, "--delay", "0s", "--time", "1ms"},
	"match":         {"--rules", shortRules, "--games", "2", "--nodes", "50", "--evals", "3", "--db", "@/m.db", "--quiet"},
	"tournament":    {"--rules", shortRules, "--games", "2", "--nodes", "50", "--evals", "3", "--db", "@/m.db", "--quiet"},
	"tune":          {"--rules", shortRules, "--games", "200", "--generations", "1", "--nodes", "10", "--concurrency", "2", "--quiet"},
	"dataset think": {"--rules", shortRules, "--games", "1", "--evaluations", "3", "--player", "weights=small", "--out", "@/examples.bin", "--quiet"},
	"tune validate": {"--against", "random", "--games", "2", "--test-games", "2", "--db", "@/m.db", "--quiet"},
	"levels":        {"--games", "2"},
	"load":          {"--games", "2", "--for", "100ms"},
	"explain":       {"--nodes", "50"},
	"analyse":       {"--evals", "2", "--quiet"},
	"experiment":    {"--small", "--quiet"},
	"calibrate":     {"--positions", "4", "--depths", "2,3", "--nodes", "5000", "--quiet"},
	"bench":         {"--runs", "1", "--each", "10ms"},
	"perft":         nil,
	"setups":        {"--db", "@/m.db"},
	"games":         {"--db", "@/m.db"},
}

// TestPrintedCommands runs every command that README and docs/papers.md print, with its
// own flags, on a small scale. A, B and C are players, FILE is a file of ours.
func TestPrintedCommands(t *testing.T) {
	scratch := t.TempDir()
	stand := map[string]string{"A": "random", "B": "careful", "C": "lewis", "game.marengo": "testdata/game.marengo",
		"cmd:python3 bot.py": "cmd:python3 ../../protocol/testdata/bot.py", "tuned": filepath.Join(scratch, "tuned")}
	seen := make(map[string]bool)
	for _, page := range []string{"README.md", "docs/papers.md"} {
		for _, words := range printedCommands(t, page) {
			name := "marengo " + strings.Join(words, " ")
			if seen[name] {
				continue
			}
			seen[name] = true
			for i, w := range words {
				switch {
				case w == "FILE" && words[0] == "setups":
					words[i] = "testdata/setups.txt"
				case w == "FILE":
					words[i] = "testdata/game.marengo"
				case stand[w] != "":
					words[i] = stand[w]
				case strings.HasSuffix(w, ".svg") || strings.HasSuffix(w, ".json"):
					words[i] = filepath.Join(scratch, w)
				}
			}
			t.Run(name, func(t *testing.T) { runPrinted(t, words, scratch) })
		}
	}
	if len(seen) < 40 {
		t.Errorf("%d commands were found, expected many more", len(seen))
	}
}

// runPrinted runs one command. One that is named without the arguments it needs only
// has to exist.
func runPrinted(t *testing.T, words []string, scratch string) {
	if slices.Contains(words, "cmd:python3 ../../protocol/testdata/bot.py") {
		if _, err := exec.LookPath("python3"); err != nil {
			t.Skip(err)
		}
	}
	root := newRoot()
	cmd, rest, err := root.Find(words)
	if err != nil {
		t.Fatal(err)
	}
	if len(rest) == 0 && cmd.Args != nil && cmd.Args(cmd, nil) != nil {
		return
	}
	_, path, _ := strings.Cut(cmd.CommandPath(), " ")
	scale, ok := smallScale[path]
	if !ok {
		group, _, _ := strings.Cut(path, " ")
		scale, ok = smallScale[group]
	}
	if !ok && len(rest) > 0 && rest[0] != "--help" {
		t.Fatalf("smallScale does not say how to run %s in a moment", path)
	}
	args := slices.Clone(words)
	for i := 0; i+1 < len(scale); i += 2 {
		args = append(args, scale[i], strings.ReplaceAll(scale[i+1], "@", scratch))
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var errs bytes.Buffer
	root.SetOut(new(bytes.Buffer))
	if words[0] == "serve" {
		root.SetOut(told(stop)) // it serves until it is stopped
	}
	root.SetErr(&errs)
	root.SetArgs(args)
	err = root.ExecuteContext(ctx)
	if words[0] == "serve" && errors.Is(err, context.Canceled) {
		err = nil // on a busy machine it is stopped before it serves
	}
	if err != nil {
		t.Errorf("%v\n%s", err, errs.String())
	}
}

// told calls a function once something is printed.
type told func()

func (f told) Write(p []byte) (int, error) {
	f()
	return len(p), nil
}
