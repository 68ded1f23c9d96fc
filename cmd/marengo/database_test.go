package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestImportedSetupsComeFromTheNamedDatabase: players have the setups of --db, and
// those of no other database.
func TestImportedSetupsComeFromTheNamedDatabase(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	own := filepath.Join(t.TempDir(), "own.db")
	mustRun(t, "setups", "import", write(t, "mine.txt", "3BFB54B4B473B8359B325862267356224M62S722\n"), "--db", own)
	match := []string{"match", "random:setup=imported", "random", "--games", "2", "--seed", "1", "--nodes", "1", "--own-setups", "--quiet"}
	mustRun(t, append(match, "--db", own)...)
	if out := mustRun(t, "games", "show", "1", "--db", own); !strings.Contains(out, "red setup: 3BFB54B4B4 73B8359B32 5862267356 224M62S722") {
		t.Errorf("red did not use the imported setup:\n%s", out)
	}
	refused(t, "holds no setups", match...)
	mustRun(t, "watch", "random:setup=imported", "random", "--db", own, "--seed", "1")
	refused(t, "holds no setups", "watch", "random:setup=imported", "random")
}

func TestServeSplitsPlainNamesOnly(t *testing.T) {
	got := splitNames([]string{"lewis,random", "star:depth=4,table=16", `cmd:"bot -x a,b"`, "mcts"})
	if want := []string{"lewis", "random", "star:depth=4,table=16", `cmd:"bot -x a,b"`, "mcts"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
