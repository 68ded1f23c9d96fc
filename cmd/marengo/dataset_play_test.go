package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestDatasetPlay: games cut off anywhere are continued to the file that one run makes, and
// become positions.
func TestDatasetPlay(t *testing.T) {
	dir := t.TempDir()
	whole, cut, positions := filepath.Join(dir, "whole.bin"), filepath.Join(dir, "cut.bin"), filepath.Join(dir, "positions.bin")
	play := func(out, games string) []string {
		return []string{"dataset", "play", "random", "careful", "--games", games, "--seed", "3", "--quiet", "--out", out}
	}
	mustRun(t, play(whole, "6")...)
	want, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	mustRun(t, play(cut, "4")...)
	info, err := os.Stat(cut)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(cut, info.Size()-5); err != nil {
		t.Fatal(err)
	}
	mustRun(t, play(cut, "6")...)
	if got, err := os.ReadFile(cut); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes after a cut, %d in one run (%v)", len(got), len(want), err)
	}
	if out := mustRun(t, "dataset", whole, "--out", positions); !bytes.HasSuffix([]byte(out), []byte("of 6 games\n")) {
		t.Errorf("the positions: %s", out)
	}
	if names, err := os.ReadFile(positions + ".json"); err != nil || string(names) != `{"players":["random","careful"]}`+"\n" {
		t.Errorf("the players are %s (%v)", names, err)
	}
	refused(t, "other players", "dataset", "play", "lewis", "--games", "6", "--out", whole)
	refused(t, "--out is missing", "dataset", "play", "lewis")
	if got, err := os.ReadFile(whole); err != nil || !bytes.Equal(got, want) {
		t.Errorf("a refusal changed the file (%v)", err)
	}
}
