package features

import (
	"math/rand/v2"
	"testing"

	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// TestWorldsOfLongAgo imagines plies at one point of a game and the next only when a
// world's path no longer reaches back to it: what was imagined then is forgotten.
func TestWorldsOfLongAgo(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 6))
	for game := range 30 {
		s := strategotest.Shuffled(t, stratego.DefaultRules, rng)
		var w Writer
		var v stratego.View
		var world stratego.State
		gap := 28 + game%8
		for ply := 0; !s.Result().Over(); ply++ {
			s.View(s.Turn(), &v)
			var got, want Record
			if err := w.Write(&v, &got); err != nil {
				t.Fatal(err)
			}
			moves := s.Moves(nil)
			if ply%gap < 2 {
				s.CopyTo(&world)
				world.Do(moves[rng.IntN(len(moves))])
				if !world.Result().Over() {
					if err := w.WriteState(&world, &got); err != nil {
						t.Fatal(err)
					}
					var fresh Writer
					if err := fresh.Write(&v, &want); err != nil {
						t.Fatal(err)
					}
					if err := fresh.WriteState(&world, &want); err != nil {
						t.Fatal(err)
					}
					if got != want {
						t.Fatalf("game %d, ply %d: the record is not that of a writer without a past", game, ply)
					}
				}
			}
			s.Do(moves[rng.IntN(len(moves))])
		}
	}
}
