package roster

import (
	"context"
	"maps"
	"sync"
	"time"

	"marengo/agents"
	"marengo/store"
)

// Ratings remember what the arena has measured for a while: every message names
// ratings, and a tournament ends rarely.
type Ratings struct {
	DB   *store.DB
	mu   sync.Mutex
	read time.Time
	by   map[string]store.Rating
}

const ratingsFresh = 30 * time.Second

// All returns each player's rating in the latest tournament that rated it as it plays now. Where
// the user has played none, those that came with the program are told, old ones too: whoever
// chooses an opponent is better served by what a player was worth before than by nothing.
func (r *Ratings) All(ctx context.Context) map[string]store.Rating {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.by != nil && time.Since(r.read) < ratingsFresh {
		return r.by
	}
	by := make(map[string]store.Rating)
	matches, err := r.DB.Matches(ctx)
	if err != nil {
		return r.by
	}
	for _, m := range matches {
		if m.Kind != "tournament" || m.Status != store.Finished {
			continue
		}
		list, err := r.DB.Ratings(ctx, m.ID)
		if err != nil {
			continue // a rating is an ornament: the game goes on without it
		}
		for _, x := range list {
			if _, ok := by[x.Player.Name]; !ok && Current(x.Player) {
				by[x.Player.Name] = x
			}
		}
	}
	if len(by) == 0 {
		maps.Copy(by, measured())
	}
	r.by, r.read = by, time.Now()
	return by
}

// Current says whether a player still plays as it did when it was rated. Those that
// this program does not know are taken as they were.
func Current(p store.Player) bool {
	now, err := agents.Revision(p.Name)
	return err != nil || now == p.Revision
}

// Of returns a player's rating, nil for one that nobody has measured.
func (r *Ratings) Of(ctx context.Context, name string) *float64 {
	if x, ok := r.All(ctx)[name]; ok {
		return &x.Elo
	}
	return nil
}
