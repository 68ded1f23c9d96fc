package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// tuneArgs tunes two figures of invincible over two generations of barrage.
func tuneArgs(dir string) []string {
	return []string{"tune", "invincible", "--only", "weight.ICap,hunt.moving", "--against", "random", "--against", "careful", "--rules", "match/barrage",
		"--generations", "2", "--games", "200", "--seed", "5", "--quiet", "--out", dir, "--db", filepath.Join(filepath.Dir(dir), "tune.db")}
}

// A run that is killed goes on with --resume and finds the figures that one finds that was
// never broken off; its set is one that the player reads, and validate tests it.
func TestKilledTuningResumes(t *testing.T) {
	whole, broken := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "broken")
	out := mustRun(t, tuneArgs(whole)...)
	for _, want := range []string{"weight.ICap", "hunt.moving", "marengo tune validate"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	journal := filepath.Join(broken, tuneJournal)
	cmd := program(tuneArgs(broken)...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	points := func() int {
		data, err := os.ReadFile(journal)
		if err != nil {
			return 0
		}
		return bytes.Count(data, []byte("\n")) - 1
	}
	for deadline := time.Now().Add(5 * time.Minute); points() < 1 && time.Now().Before(deadline); {
		time.Sleep(5 * time.Millisecond)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	// It was killed: its exit status says nothing else.
	_ = cmd.Wait()
	if points() < 1 {
		t.Fatal("no point was stored before the kill")
	}
	mustRun(t, "tune", "--resume", broken, "--quiet")
	a, b := folder(t, whole), folder(t, broken)
	for _, name := range []string{tuneJournal, tunePlot, tuneSet} {
		if a[name] != b[name] || a[name] == "" {
			t.Errorf("%s differs:\n%s\n%s", name, a[name], b[name])
		}
	}
	if !strings.Contains(a[tuneSet], "# marengo tune invincible --against random --against careful --only") {
		t.Errorf("the set does not say where it comes from:\n%s", a[tuneSet])
	}
	mustRun(t, "explain", "--agent", "invincible:figures="+filepath.Join(whole, tuneSet), write(t, "p.marengo", testPosition))
	validateTuned(t, whole)
}

// validateTuned tests a set, and asks for it again, which plays nothing new.
func validateTuned(t *testing.T, dir string) {
	t.Helper()
	args := []string{"tune", "validate", dir, "--quiet", "--db", filepath.Join(dir, "v.db")}
	out := mustRun(t, append(args, "--against", "careful", "--test-games", "20", "--games", "10", "--seed", "77")...)
	for _, want := range []string{"tuned against old:", "accepted", "careful", "seeds 77 to 78"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if again := mustRun(t, args...); again != out {
		t.Errorf("asked again:\n%s\nat first:\n%s", again, out)
	}
	if kept := folder(t, dir)[validationText]; kept != out {
		t.Errorf("kept:\n%s\nprinted:\n%s", kept, out)
	}
	refused(t, "--seed cannot change", append(args, "--seed", "78")...)
}

func TestTuneRefuses(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	refused(t, "takes one agent", "tune")
	refused(t, "has no figures", "tune", "lewis", "--against", "random", "--against", "careful", "--out", dir)
	refused(t, "at least 2", "tune", "invincible", "--against", "random", "--out", dir)
	refused(t, "cannot be an opponent", "tune", "invincible", "--against", "random", "--against", "marengo:level=2", "--out", dir)
	refused(t, "no figure is named weight.X", "tune", "invincible", "--only", "weight.X", "--against", "random", "--against", "careful", "--out", dir)
	refused(t, "--out FOLDER", "tune", "invincible", "--against", "random", "--against", "careful")
	refused(t, "at least 200", "tune", "invincible", "--against", "random", "--against", "careful", "--games", "20", "--out", dir)
	refused(t, "journal.jsonl", "tune", "--resume", dir)
	refused(t, "cannot change", "tune", "--resume", dir, "--games", "300")
	refused(t, "journal.jsonl", "tune", "validate", dir)
	if _, err := os.Stat(dir); err == nil {
		t.Error("a refused run left a folder")
	}
}
