package analysis

import (
	"context"
	"encoding/json"
	"fmt"

	"marengo/record"
	"marengo/store"
	"marengo/stratego"
)

// Kept is the analysis of a stored game, as far as it has come.
type Kept struct {
	By    string
	Plies []Ply
	All   int // plies that there are to look at

	db     *store.DB
	id     int64
	game   *record.Game
	valued bool
}

// Load returns what the database keeps of a game's analysis.
func Load(ctx context.Context, db *store.DB, g *store.Game) (*Kept, error) {
	game, err := g.Record()
	if err != nil {
		return nil, err
	}
	if !game.Result.Over() {
		return nil, ErrUnfinished
	}
	k := &Kept{db: db, id: g.ID, game: game, valued: Values(g.Rules.Variant)}
	if k.All, err = Plies(game); err != nil {
		return nil, err
	}
	kept, err := db.Analysis(ctx, g.ID)
	if err != nil || kept.Plies == 0 {
		return k, err
	}
	k.By = kept.By
	if err := json.Unmarshal(kept.Data, &k.Plies); err != nil {
		return nil, fmt.Errorf("the analysis kept of game %d: %w", g.ID, err)
	}
	return k, nil
}

// Variant is that of the game.
func (k *Kept) Variant() stratego.Variant { return k.game.Rules.Variant }

// Done says whether nothing is left to do.
func (k *Kept) Done() bool { return len(k.Plies) >= k.All }

// Report tells what has been found.
func (k *Kept) Report() (*Report, error) { return ReportOf(k.game, k.By, k.valued, k.Plies) }

// Continue looks at one more ply and keeps what it finds. What another analyst began is
// begun anew: the figures of two do not go together.
func (k *Kept) Continue(ctx context.Context, a *Analyst) error {
	if k.By != a.By {
		k.By, k.Plies = a.By, nil
	}
	ply, err := a.Ply(ctx, k.game, len(k.Plies))
	if err != nil {
		return err
	}
	k.Plies = append(k.Plies, ply)
	data, err := json.Marshal(k.Plies)
	if err != nil {
		return err
	}
	return k.db.SaveAnalysis(ctx, k.id, store.Analysis{By: k.By, Plies: len(k.Plies), Data: data})
}
