package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestExperimentOnPlayedGames: an experiment looks at the games of files or of a database, and at none
// where both are named or what is named is not there.
func TestExperimentOnPlayedGames(t *testing.T) {
	dir := t.TempDir()
	file, db := filepath.Join(dir, "games.bin"), filepath.Join(dir, "games.db")
	mustRun(t, "dataset", "play", "random", "careful", "--rules", shortRules, "--games", "4", "--quiet", "--out", file)
	mustRun(t, "match", "random", "careful", "--rules", shortRules, "--games", "4", "--quiet", "--db", db)
	look := func(args ...string) []string {
		return append([]string{"experiment", "straitego-networks", "--quiet"}, args...)
	}
	for want, args := range map[string][]string{
		"Games of games.bin: 3 measured, and 1 others":                 look("--played", file),
		"Games of games.bin, games.bin: 7 measured, and 1 others":      look("--played", file, "--played", file),
		"Games of games.bin: 1 measured, and 1 others":                 look("--played", file, "--small"),
		"Games of the database games.db: 3 measured, and 1 others":     look("--db", db),
		"Games of invincible and lewis, played here on setups of our ": look("--small"),
	} {
		out := mustRun(t, args...)
		if !strings.Contains(out, want) {
			t.Errorf("%v printed\n%s\nwithout %q", args, out, want)
		}
		if !slices.Contains(args, "--small") && (!strings.Contains(out, "\nrandom ") || !strings.Contains(out, "\ncareful ")) {
			t.Errorf("%v does not name both players:\n%s", args, out)
		}
	}
	refused(t, "expected one of them", look("--played", file, "--db", db)...)
	refused(t, "no file of games", look("--played", db)...)
	missing := filepath.Join(dir, "missing")
	refused(t, "missing", look("--played", missing)...)
	refused(t, "missing", look("--db", missing)...)
	if _, err := os.Stat(missing); err == nil {
		t.Error("a database was begun")
	}
}
