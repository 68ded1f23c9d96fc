package roster

import (
	"path/filepath"
	"testing"

	"marengo/store"
)

// TestRatingsOfOtherRevisionsAreNotShown: a player is rated as it plays today.
func TestRatingsOfOtherRevisionsAreNotShown(t *testing.T) {
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "m.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	rate := func(p store.Player, elo float64) {
		t.Helper()
		id, err := db.NewMatch(t.Context(), "tournament", "{}")
		if err != nil {
			t.Fatal(err)
		}
		if err := db.SaveRatings(t.Context(), id, []store.Rating{{Player: p, Elo: elo, Games: 8}}); err != nil {
			t.Fatal(err)
		}
		if err := db.FinishMatch(t.Context(), id, 8, "{}"); err != nil {
			t.Fatal(err)
		}
	}
	rate(store.Player{Name: "lewis"}, 1)
	rate(store.Player{Name: "lewis", Revision: "9"}, 2)
	rate(store.Player{Name: "nobody of ours"}, 4)
	r := &Ratings{DB: db}
	if elo := r.Of(t.Context(), "lewis"); elo == nil || *elo != 1 {
		t.Errorf("lewis is rated %v, want 1", elo)
	}
	if elo := r.Of(t.Context(), "nobody of ours"); elo == nil || *elo != 4 {
		t.Errorf("a stranger is rated %v, want 4", elo)
	}
}
