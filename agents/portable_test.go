package agents

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"marengo/setup"
	"marengo/stratego"
)

// elsewhere is another machine: it has what a portable player brought along, under
// names of its own.
type elsewhere struct {
	folder   string
	imported []byte
	engines  map[string]string
}

func (e *elsewhere) loader() Loader {
	return Loader{
		Place: func(name string) (string, error) {
			if sum, ok := strings.CutPrefix(name, hashedFile); ok {
				return filepath.Join(e.folder, sum), nil
			}
			sum, ok := strings.CutPrefix(name, hashedFolder)
			if !ok {
				return "", errors.New("a path was sent")
			}
			list, err := os.ReadFile(filepath.Join(e.folder, sum))
			into := filepath.Join(e.folder, "unpacked-"+sum)
			err = errors.Join(err, os.MkdirAll(into, 0o755))
			for line := range strings.Lines(string(list)) {
				file, sum, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
				data, readErr := os.ReadFile(filepath.Join(e.folder, sum))
				err = errors.Join(err, readErr, os.WriteFile(filepath.Join(into, file), data, 0o644))
			}
			return into, err
		},
		Command: func(text string) (string, error) {
			if line, ok := e.engines[text]; ok {
				return line, nil
			}
			return "", errors.New("no such engine here")
		},
		Imported: func() ([]stratego.Setup, error) { return ReadImported(e.imported) },
	}
}

// someSetups draws different setups.
func someSetups(t *testing.T, n int) (list []stratego.Setup) {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, 7))
	for range n {
		s, err := setup.SemiRandom{}.Setup(stratego.DefaultRules, rng)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

// TestPortable makes players of portable strings on another machine: the same ones,
// with the same data, and without any path in the string.
func TestPortable(t *testing.T) {
	here := t.TempDir()
	imported := someSetups(t, fewImported+10)
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(here, name)
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	figures := write("set.figures", "raid.tie 1\n")
	list := ""
	for _, s := range imported[:20] {
		list += s.String() + "\n"
	}
	setups := write("mine.txt", list)
	bot := write("bot.sh", "#!/bin/sh\n")
	for _, name := range []string{stateWeights, humanWeights} {
		raw, err := builtIn.ReadFile("weights/" + name)
		if name == humanWeights {
			raw, err = setup.BuiltIn(name)
		}
		if err != nil {
			t.Fatal(err)
		}
		write(name, string(raw))
	}
	raw, err := os.ReadFile(tinyNetwork)
	if err != nil {
		t.Fatal(err)
	}
	guesser := write("guesser.weights", string(raw))
	own := Loader{Imported: func() ([]stratego.Setup, error) { return imported, nil }}
	for _, text := range []string{
		"random", "lewis:level=2", "marengo",
		"invincible:figures=" + figures,
		"invincible:level=3,figures=" + figures + ",setup=file:" + setups,
		"lewis:setup=file:" + setups,
		"lewis:setup=imported",
		"mcts:guess=database,database=" + setups,
		"mcts:guess=database,database=imported",
		"mcts:guess=rvh,weights=" + here,
		"marengo:guesser=" + guesser,
		"marengo:guess=habits,guesser=" + guesser,
		"cmd:sh " + bot + " --strong",
	} {
		t.Run(text, func(t *testing.T) {
			f, err := own.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			p, err := f.Portable()
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(p.Agent, here) {
				t.Errorf("the portable string %q names a path", p.Agent)
			}
			there := &elsewhere{folder: t.TempDir(), engines: make(map[string]string)}
			for _, d := range p.Data {
				data, err := d.Bytes()
				if err != nil || hexSum(data) != d.SHA256 {
					t.Fatalf("data %s: %v", d.SHA256, err)
				}
				if strings.Contains(text, "imported") {
					there.imported = data
				}
				if err := os.WriteFile(filepath.Join(there.folder, d.SHA256), data, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if f.Free {
				if _, err := there.loader().Parse(p.Agent); err == nil {
					t.Error("an engine was found that this machine does not name")
				}
				moved := filepath.Join(there.folder, "other-name.sh")
				if err := os.Rename(bot, moved); err != nil {
					t.Fatal(err)
				}
				there.engines[strings.TrimPrefix(p.Agent, "cmd:")] = "sh " + moved + " --strong"
			}
			same, err := there.loader().Parse(p.Agent)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(same.Hashes(), f.Hashes()) || same.Revision() != f.Revision() || same.Kernel() != f.Kernel() {
				t.Errorf("%v, %v, %v there, %v, %v, %v here", same.Hashes(), same.Revision(), same.Kernel(), f.Hashes(), f.Revision(), f.Kernel())
			}
			if (f.Kernel() != "") != strings.Contains(fmt.Sprint(f.Files()), ".weights") && text != "marengo" {
				t.Errorf("kernel %q with files %q", f.Kernel(), f.Files())
			}
		})
	}
	for _, text := range []string{"invincible:figures=" + figures, "cmd:sh " + bot, "lewis:setup=file:" + setups, "mcts:guess=rvh,weights=" + here, "marengo:evaluator=shm:" + figures} {
		if _, err := (&elsewhere{}).loader().Parse(text); err == nil || !strings.Contains(err.Error(), "a path was sent") && !strings.Contains(err.Error(), "no such engine") {
			t.Errorf("%s: %v, expected a refusal", text, err)
		}
	}
}
