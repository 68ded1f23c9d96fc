package agents

import (
	"math/rand/v2"
	"slices"
	"testing"

	"marengo/setup"
	"marengo/stratego"
)

// TestNearMoves: what is kept is an attack or near the piece that moved last, what
// is not kept is neither, and a position never runs out of moves.
func TestNearMoves(t *testing.T) {
	const distance = 3
	keep := nearMoves(distance)
	rng := rand.New(rand.NewPCG(1, 2))
	var setups [2]stratego.Setup
	for c := range setups {
		var err error
		if setups[c], err = (setup.SemiRandom{}).Setup(stratego.DefaultRules, rng); err != nil {
			t.Fatal(err)
		}
	}
	s, err := stratego.NewState(stratego.DefaultRules, setups[0], setups[1])
	if err != nil {
		t.Fatal(err)
	}
	pruned := 0
	var last stratego.Square
	for s.Ply() < 200 && !s.Result().Over() {
		all := s.Moves(nil)
		kept := keep(s, slices.Clone(all))
		if len(kept) == 0 || len(kept) > len(all) {
			t.Fatalf("ply %d: %d of %d moves are kept", s.Ply(), len(kept), len(all))
		}
		for _, m := range all {
			_, attack := s.At(stratego.To(m))
			near := s.Ply() == 0 || attack || stratego.Distance(stratego.From(m), last) <= distance || stratego.Distance(stratego.To(m), last) <= distance
			if slices.Contains(kept, m) != near && len(kept) < len(all) {
				t.Fatalf("ply %d: %s kept: %v", s.Ply(), stratego.FormatMove(m), !near)
			}
		}
		if len(kept) < len(all) {
			pruned++
		}
		m := all[rng.IntN(len(all))]
		last = stratego.To(m)
		if err := s.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if pruned < 100 {
		t.Errorf("moves were left out in %d positions only", pruned)
	}
}
