package belief

import (
	"math/rand/v2"

	"marengo/stratego"
)

// Scattered is the random estimator (Schoenmakers 7.2.3, Mets's "strooien"): ranks are
// dealt at random, those that cannot move first, so that the result is valid by
// construction.
type Scattered struct {
	Counting
	world [Pieces]stratego.Rank
}

// Sample implements Estimator. The slice is good until the next call.
func (e *Scattered) Sample(rng *rand.Rand) []stratego.Rank {
	e.facts.scatter(rng, &e.world)
	return e.world[:]
}

// scatter deals the hidden ranks: bombs and flag among the pieces that have not
// moved, then the rest.
func (f *facts) scatter(rng *rand.Rand, world *[Pieces]stratego.Rank) {
	*world = f.rank
	var still, all [Pieces]uint8
	n, k := 0, 0
	for id, s := range f.status {
		if s == unmoved {
			still[n] = uint8(id)
			n++
		}
	}
	for _, r := range [...]stratego.Rank{stratego.Flag, stratego.Bomb} {
		for range f.left[r] {
			pick := rng.IntN(n)
			world[still[pick]] = r
			n--
			still[pick] = still[n]
		}
	}
	for id, s := range f.status {
		if s == moved || s == unmoved && world[id] == stratego.NoRank {
			all[k] = uint8(id)
			k++
		}
	}
	for r := stratego.Spy; r <= stratego.Marshal; r++ {
		for range f.left[r] {
			pick := rng.IntN(k)
			world[all[pick]] = r
			k--
			all[pick] = all[k]
		}
	}
}
