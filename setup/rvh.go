package setup

import (
	"math/rand/v2"
	"slices"

	"marengo/stratego"
)

// rvh draws random setups until the classifier is 99% sure that one is human, and
// otherwise plays the most human of them (Schoenmakers 5.2.2).
var rvh = surest{classifier: DefaultClassifier, from: flagBack{}, candidates: 10000, enough: 0.99}

// flagBack draws random setups whose flag stands near the home row more often.
type flagBack struct{}

// Setup implements Provider: it sorts the pieces by random numbers, the flag's
// being halved, from the left end of the home row on (Schoenmakers 5.2.2).
func (flagBack) Setup(_ stratego.Rules, rng *rand.Rand) (s stratego.Setup, err error) {
	type piece struct {
		rank stratego.Rank
		at   float64
	}
	var pieces [stratego.SetupSquares]piece
	n := 0
	for r, count := range stratego.Classic.Counts() {
		for range count {
			pieces[n] = piece{stratego.Rank(r), rng.Float64()}
			if stratego.Rank(r) == stratego.Flag {
				pieces[n].at /= 2
			}
			n++
		}
	}
	slices.SortFunc(pieces[:], func(a, b piece) int {
		if a.at < b.at {
			return -1
		}
		return 1
	})
	for i, p := range pieces {
		s[i] = p.rank
	}
	return s, nil
}
