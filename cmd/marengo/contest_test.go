package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"marengo/store"
)

// runAsMarengo makes the test binary behave as the program, for tests that kill it.
const runAsMarengo = "MARENGO_TEST_RUN"

func init() {
	if os.Getenv(runAsMarengo) != "" {
		main()
		os.Exit(0)
	}
}

// program returns a command that runs the program in a process of its own.
func program(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), runAsMarengo+"=1")
	return cmd
}

// output runs the program to its end.
func output(t testing.TB, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := program(args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("marengo %s: %v\n%s", strings.Join(args, " "), err, stderr.String())
	}
	return stdout.String()
}

// killedGames is the length of a match that is killed ten times: few enough to play
// twice, too many to be over by then.
const killedGames = 500

func matchArgs(db string) []string {
	return []string{"match", "random", "careful", "--db", db, "--games", strconv.Itoa(killedGames), "--seed", "9", "--nodes", "10",
		"--concurrency", "2", "--quiet"}
}

// folder reads all files of a folder.
func folder(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(data)
	}
	return files
}

// A match killed at ten random moments and resumed ends with the same games and the
// same report as one that was never broken off.
func TestKilledMatchResumes(t *testing.T) {
	dir := t.TempDir()
	whole, broken := filepath.Join(dir, "whole.db"), filepath.Join(dir, "broken.db")
	want := output(t, append(matchArgs(whole), "--csv")...)

	db := openDB(t, broken)
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	args := matchArgs(broken)
	for range 10 {
		before := stored(db)
		cmd := program(args...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		waitForGames(t, db, before+1+rng.IntN(20))
		time.Sleep(time.Duration(rng.IntN(3000)) * time.Microsecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		// It was killed: its exit status says nothing else.
		_ = cmd.Wait()
		args = []string{"match", "--resume", "1", "--db", broken, "--quiet", "--concurrency", "2"}
	}
	if n := stored(db); n == 0 || n >= killedGames {
		t.Fatalf("%d games stored after the kills, want some to be missing", n)
	}
	got := output(t, append(args, "--csv")...)
	if withoutTimes(t, got) != withoutTimes(t, want) {
		t.Errorf("resumed\n%s\nunbroken\n%s", got, want)
	}
	for _, db := range []string{whole, broken} {
		output(t, "games", "export", "--match", "1", "--db", db, "--out", db+".games")
	}
	a, b := folder(t, whole+".games"), folder(t, broken+".games")
	if len(a) != killedGames || len(b) != killedGames {
		t.Fatalf("%d and %d games, want %d", len(a), len(b), killedGames)
	}
	for name, text := range a {
		if b[name] != text {
			t.Errorf("%s differs:\n%s\n%s", name, text, b[name])
		}
	}
}

// openDB opens a database to watch another process fill it.
func openDB(t *testing.T, path string) *store.DB {
	t.Helper()
	d, err := store.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// stored counts the games of match 1, which may not have begun.
func stored(d *store.DB) int {
	m, err := d.Match(context.Background(), 1)
	if err != nil {
		return 0
	}
	return m.Games
}

// waitForGames waits until a match has as many games, for at most a minute.
func waitForGames(t *testing.T, d *store.DB, games int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); stored(d) < games; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("no %d games after a minute", games)
		}
	}
}

// withoutTimes drops the columns of a report that hold times.
func withoutTimes(t *testing.T, csv string) string {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(csv), "\n")
	keys := strings.Split(lines[0], ",")
	cells := strings.Split(lines[1], ",")
	if len(keys) != len(cells) {
		t.Fatalf("%d keys and %d cells in %s", len(keys), len(cells), csv)
	}
	var b strings.Builder
	for i, key := range keys {
		if !strings.HasPrefix(key, "time_") {
			fmt.Fprintf(&b, "%s=%s ", key, cells[i])
		}
	}
	return b.String()
}

// Ctrl-C prints the table so far and the command that resumes.
func TestInterruptedMatch(t *testing.T) {
	db := filepath.Join(t.TempDir(), "m.db")
	var stdout, stderr bytes.Buffer
	cmd := program("match", "random", "random", "--db", db, "--games", "100000", "--seed", "1", "--nodes", "1", "--quiet")
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	waitForGames(t, openDB(t, db), 3)
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != exitFailed {
		t.Errorf("%v, want exit status %d", err, exitFailed)
	}
	if !strings.Contains(stdout.String(), "unfinished") || !strings.Contains(stdout.String(), "random against random") {
		t.Errorf("no table so far:\n%s", stdout.String())
	}
	if want := "marengo match --resume 1 --db " + db; !strings.Contains(stderr.String(), want) {
		t.Errorf("says %q, want %q", stderr.String(), want)
	}
}

func TestMatchReportKeys(t *testing.T) {
	db := filepath.Join(t.TempDir(), "m.db")
	text := mustRun(t, "match", "lewis", "random", "--db", db, "--games", "2", "--seed", "1", "--json", "--quiet")
	var report map[string]any
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"a", "b", "games", "wins", "draws", "losses", "score", "score_low", "score_high", "elo", "elo_error",
		"reasons", "pairs", "plies", "time_a", "time_b", "match", "seed", "rules", "finished"} {
		if _, ok := report[key]; !ok {
			t.Errorf("no %q in %s", key, text)
		}
	}
	if report["a"] != "lewis" || report["games"] != 2.0 {
		t.Errorf("report %s", text)
	}
	log := mustRun(t, "games", "show", "1", "--log", "--db", db)
	if !strings.Contains(log, "explore attack: ") {
		t.Errorf("no log lines in\n%.2000s", log)
	}
	if plain := mustRun(t, "games", "show", "1", "--db", db); strings.Contains(plain, "explore attack: ") {
		t.Error("log lines without --log")
	}
}

func TestBadContests(t *testing.T) {
	db := filepath.Join(t.TempDir(), "m.db")
	for says, args := range map[string][]string{
		"two agents":        {"match", "random"},
		"two agents or mo":  {"tournament", "random"},
		"unknown agent":     {"match", "random", "nobody"},
		"unknown option":    {"match", "random", "lewis:depth=3"},
		"unknown rules":     {"match", "random", "random", "--rules", "chess"},
		"setup provider":    {"match", "random", "random", "--setups", "nowhere.txt"},
		"exclude":           {"match", "random", "random", "--json", "--csv"},
		"at least 1":        {"match", "random", "random", "--games", "0"},
		"not found":         {"match", "--resume", "5"},
		"does not play":     {"match", "random", "cmd:true", "--rules", "match/barrage"},
		"bad SPRT bounds":   {"match", "random", "random", "--sprt", "5"},
		"--seed cannot":     {"match", "--resume", "5", "--seed", "1"},
		"unknown format":    {"games", "export", "1", "--format", "pgn"},
		"its number":        {"games", "show", "x"},
		"expected red":      {"games", "list", "--winner", "green"},
		"unknown flag: --x": {"match", "random", "random", "--x"},
		"is a folder":       {"match", "random", "random", "--out", filepath.Dir(db)},
		"no such file":      {"match", "random", "random", "--out", filepath.Join(filepath.Dir(db), "no", "report.json")},
		"named twice":       {"tournament", "random", "lewis", "random"},
		"in barrage":        {"match", "random", "random", "--rules", "match/barrage", "--setups", "named:lewis/1"},
		"invalid syntax":    {"match", "random", "random", "--seed", "-1"},
	} {
		refused(t, says, append(args, "--db", db)...)
	}
}

func TestDamagedDatabaseIsRefused(t *testing.T) {
	db := filepath.Join(t.TempDir(), "m.db")
	junk := []byte(strings.Repeat("junk ", 1000))
	if err := os.WriteFile(db, junk, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"games", "list"}, {"match", "random", "random", "--games", "2"}, {"setups", "list"}, {"export", "positions"}} {
		refused(t, "is damaged", append(args, "--db", db)...)
	}
	if after, err := os.ReadFile(db); err != nil || !bytes.Equal(after, junk) {
		t.Errorf("the file was changed (%v)", err)
	}
}

func TestSetupsRoundTrip(t *testing.T) {
	dir := t.TempDir()
	db, in, out := filepath.Join(dir, "m.db"), filepath.Join(dir, "mine.txt"), filepath.Join(dir, "out.txt")
	text := "mine/a\t3BFB54B4B473B8359B325862267356224M62S722\n"
	if err := os.WriteFile(in, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "setups", "import", in, "--db", db)
	mustRun(t, "setups", "export", "--out", out, "--db", db)
	if got, err := os.ReadFile(out); err != nil || string(got) != text {
		t.Errorf("got %q, %v, want %q", got, err, text)
	}
	strados := mustRun(t, "setups", "export", "--strados", "--db", db)
	if want := "mine/a\tEBMBGFBFBFIEBJEGKBEDGJHDDHIEGHDDFLHDCIDD\n"; strados != want {
		t.Errorf("in StraDoS letters %q, want %q", strados, want)
	}
	var list []listedSetup
	if err := json.Unmarshal([]byte(mustRun(t, "setups", "list", "--json", "--db", db)), &list); err != nil || list[len(list)-1].Name != "mine/a" {
		t.Errorf("list %v, %v", list, err)
	}
	mustRun(t, "match", "random", "random", "--games", "2", "--setups", out, "--db", db, "--quiet")
	mustRun(t, "setups", "remove", "mine/a", "--db", db)
	if left := mustRun(t, "setups", "export", "--db", db); left != "" {
		t.Errorf("%q is left", left)
	}
	refused(t, "not found", "setups", "remove", "mine/a", "--db", db)
}

func TestExportPositions(t *testing.T) {
	db := filepath.Join(t.TempDir(), "m.db")
	mustRun(t, "match", "lewis", "careful", "--db", db, "--games", "2", "--seed", "1", "--quiet")
	lines := strings.Split(strings.TrimSpace(mustRun(t, "export", "positions", "--every", "20", "--limit", "1", "--db", db)), "\n")
	if len(lines) < 3 {
		t.Fatalf("%d positions", len(lines))
	}
	for _, line := range lines {
		var p exportedPosition
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatal(err)
		}
		for square, piece := range p.View.Pieces {
			truth := p.Pieces[square]
			if piece != truth && piece != truth[:1]+"?" {
				t.Errorf("ply %d: %s is %s and seen as %s", p.Ply, square, truth, piece)
			}
			if may, enemy := p.View.Possible[square]; enemy && !strings.Contains(may, truth[1:]) {
				t.Errorf("ply %d: %s is %s and may be %s", p.Ply, square, truth, may)
			}
		}
		if !strings.Contains(strings.Join(p.Legal, " "), p.Move) {
			t.Errorf("ply %d: %s is not among %v", p.Ply, p.Move, p.Legal)
		}
	}
}

func TestMatchesAsJSON(t *testing.T) {
	db := filepath.Join(t.TempDir(), "m.db")
	mustRun(t, "match", "random", "random", "--db", db, "--games", "2", "--seed", "1", "--quiet")
	var list []struct {
		ID     int64
		Status string
		Spec   struct{ Agents []string }
		Report struct{ Finished bool }
	}
	text := mustRun(t, "games", "matches", "--json", "--db", db)
	if err := json.Unmarshal([]byte(text), &list); err != nil || len(list) != 1 || list[0].ID != 1 || len(list[0].Spec.Agents) != 2 || !list[0].Report.Finished {
		t.Errorf("%s: %+v, %v", text, list, err)
	}
}

func TestEngineRefusesLines(t *testing.T) {
	for input, says := range map[string]string{
		"hello\n":                "expected COLOUR OPPONENT 10 10",
		"GREEN you 10 10\n":      "unknown colour",
		"RED you 10 10\nhello\n": "expected a move with its outcome",
	} {
		root := newRoot()
		root.SetIn(strings.NewReader(input))
		root.SetOut(io.Discard)
		root.SetArgs([]string{"engine", "--seed", "1"})
		err := root.Execute()
		var bad badInput
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, expected bad input: %s", input, err, says)
		}
	}
}

func TestQuoted(t *testing.T) {
	for path, want := range map[string]string{"a/b.db": "a/b.db", "my games.db": "'my games.db'", "it's.db": `'it'\''s.db'`} {
		if got := quoted(path); got != want {
			t.Errorf("%s is quoted as %s, want %s", path, got, want)
		}
	}
}

func TestCompletionOffersAgents(t *testing.T) {
	for _, args := range [][]string{{"match", ""}, {"engine", "--agent", ""}, {"watch", "lewis", ""}} {
		if out := mustRun(t, append([]string{"__complete"}, args...)...); !strings.Contains(out, "lewis") {
			t.Errorf("%v: %q", args, out)
		}
	}
}

func TestAgentsAsJSON(t *testing.T) {
	var list []listedAgent
	if err := json.Unmarshal([]byte(mustRun(t, "agents", "--json")), &list); err != nil || len(list) < 4 || list[0].Name != "random" || list[0].Description == "" {
		t.Errorf("list %v, %v", list, err)
	}
}
