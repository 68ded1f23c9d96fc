package belief

import (
	"math"
	"testing"

	"marengo/stratego"
)

// TestChanceOfWorlds compares the probabilities of worlds with how often they are drawn, late in a
// game when worlds are few, with the pairs of setups and without.
func TestChanceOfWorlds(t *testing.T) {
	var v stratego.View
	for seed := uint64(1); seed < 20 && v.Ply() == 0; seed++ {
		playout(t, stratego.DefaultRules, seed, 3000, func(s *stratego.State, x *stratego.View) {
			if left := x.Hidden(x.Color().Other()); v.Ply() == 0 && left.Total() <= 7 {
				x.CopyTo(&v)
			}
		})
	}
	if v.Ply() == 0 {
		t.Fatal("the game has no such position")
	}
	for _, strength := range []float64{0, 1} {
		e := NewNetwork(nil, nil)
		e.Temper([len(Phases)]Tempering{{Pairs: strength}, {Pairs: strength}, {Pairs: strength}})
		e.Update(&v)
		const n = 100_000
		seen := map[[Pieces]stratego.Rank]float64{}
		rng := newRand(4)
		for range n {
			seen[[Pieces]stratego.Rank(e.Sample(rng))] += 1.0 / n
		}
		checked := 0
		for world, often := range seen {
			if often < 0.01 {
				continue
			}
			checked++
			if got := math.Exp(e.LogChance(&world, 2000, rng)); math.Abs(got-often) > 0.1*often {
				t.Errorf("strength %g: a world has chance %.4f and comes %.4f of the time", strength, got, often)
			}
			if checked == 6 {
				break
			}
		}
		if checked == 0 {
			t.Errorf("strength %g: no world comes often", strength)
		}
	}
}
