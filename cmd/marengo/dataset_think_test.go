package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"marengo/expert"
)

// TestDatasetThink: examples cut off anywhere are continued to the file that one run of one game at a time makes.
func TestDatasetThink(t *testing.T) {
	dir := t.TempDir()
	whole, cut := filepath.Join(dir, "whole.bin"), filepath.Join(dir, "cut.bin")
	think := func(out, games string) []string {
		return []string{"dataset", "think", "--player", "weights=small,temperature=1", "--evaluations", "4", "--games", games, "--seed", "3", "--concurrency", "1", "--quiet", "--out", out}
	}
	mustRun(t, think(whole, "2")...)
	want, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	if len(want)%expert.Size != 0 || len(want) < 100*expert.Size {
		t.Errorf("%d bytes are no whole examples of two games", len(want))
	}
	if err := os.WriteFile(cut, want[:len(want)-expert.Size-5], 0o644); err != nil {
		t.Fatal(err)
	}
	again := think(cut, "2")
	again[3] += ",evaluator=here" // who answers makes no difference
	mustRun(t, again...)
	if got, err := os.ReadFile(cut); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes after a cut, %d in one run (%v)", len(got), len(want), err)
	}
	refused(t, "with these options", "dataset", "think", "--games", "2", "--out", whole)
	refused(t, "--out is missing", "dataset", "think")
	if got, err := os.ReadFile(whole); err != nil || !bytes.Equal(got, want) {
		t.Errorf("a refusal changed the file (%v)", err)
	}
}
