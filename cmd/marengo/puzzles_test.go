package main

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"marengo/puzzle"
)

func TestPuzzlesRefuseBadInput(t *testing.T) {
	out := filepath.Join(t.TempDir(), "p.jsonl")
	refused(t, "from 1", "puzzles", "make", out, "--count", "0")
	refused(t, "--gap is 2", "puzzles", "make", out, "--gap", "2")
	refused(t, "two players", "puzzles", "make", out, "--player", "lewis")
	refused(t, "unknown agent", "puzzles", "make", out, "--judge", "nobody")
	refused(t, "line 1", "puzzles", "make", write(t, "bad.jsonl", "nonsense\n"))
}

// TestPuzzlesGoOnFromAFile: one that has enough is left as it is.
func TestPuzzlesGoOnFromAFile(t *testing.T) {
	list, err := puzzle.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := puzzle.Write(&b, list[:3]); err != nil {
		t.Fatal(err)
	}
	path := write(t, "some.jsonl", b.String())
	if out := mustRun(t, "puzzles", "make", path, "--count", "3", "--stored", "0", "--judge", "lewis"); !strings.HasPrefix(out, "3 puzzles in ") {
		t.Errorf("it says %q", out)
	}
}

// TestPuzzlesAreJudgedAgain keeps what still stands out, as it is judged.
func TestPuzzlesAreJudgedAgain(t *testing.T) {
	list, err := puzzle.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	clearest := slices.MaxFunc(list, func(a, b puzzle.Puzzle) int { return cmp.Compare(a.Gap, b.Gap) })
	asked := clearest
	asked.Win, asked.Gap = 0.5, 0.01
	var b bytes.Buffer
	if err := puzzle.Write(&b, []puzzle.Puzzle{asked}); err != nil {
		t.Fatal(err)
	}
	path := write(t, "some.jsonl", b.String())
	mustRun(t, "puzzles", "make", path, "--again", "--count", "1", "--stored", "0", "--gap", "0.02")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	again, err := puzzle.Read(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if len(again) != 1 || again[0].Best != clearest.Best || again[0].Gap < 0.02 || again[0].Win == 0.5 {
		t.Errorf("of %+v is left %+v", clearest, again)
	}
}
