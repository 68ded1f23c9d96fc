package agents_test

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"

	"marengo/agents"
)

// goldenRevisions holds, for each revision that a player of the golden games has
// had, a digest of its games.
const goldenRevisions = "testdata/golden-revisions.tsv"

// TestRevisions holds players to their revisions: whoever records other golden games
// of a player raises its revision first. With -update-games those that are missing are
// added, and none is ever changed.
func TestRevisions(t *testing.T) {
	known := map[string]string{}
	raw, err := os.ReadFile(goldenRevisions)
	if err != nil && !*updateGames {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		key, digest, _ := strings.Cut(strings.TrimSpace(line), "\t")
		known[key] = digest
	}
	games, err := os.ReadFile(goldenGames)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range goldenPlayers {
		f, err := agents.Parse(p.name)
		if err != nil {
			t.Fatal(err)
		}
		h := sha256.New()
		for line := range strings.Lines(string(games)) {
			if name, _, _ := strings.Cut(line, "/"); name == p.name {
				fmt.Fprint(h, line)
			}
		}
		key, digest := fmt.Sprintf("%s, revision %s", p.name, cmp.Or(f.Revision(), "1")), fmt.Sprintf("%x", h.Sum(nil)[:12])
		if f.Files() != "" {
			key += fmt.Sprintf(", files %x", sha256.Sum256([]byte(f.Files())))[:20]
		}
		switch want, ok := known[key]; {
		case ok && want != digest:
			t.Errorf("%s was recorded with other games: raise Play in the table entry of the player, or the revision of its setups", key)
		case !ok && *updateGames:
			raw = fmt.Appendf(raw, "%s\t%s\n", key, digest)
		case !ok:
			t.Errorf("%s is not in %s: go test ./agents -run 'GoldenGames|Revisions' -update-games adds it", key, goldenRevisions)
		}
	}
	if *updateGames && !t.Failed() {
		if err := os.WriteFile(goldenRevisions, raw, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
