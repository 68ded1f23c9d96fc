package main

import (
	"bytes"
	"path/filepath"
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
