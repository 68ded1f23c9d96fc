package setup

import (
	"math/rand/v2"

	"marengo/stratego"
)

// defaultCandidates is De Boer's number of semi-random setups of which the best
// is played (4.3.4): more play better and are easier to foresee.
const defaultCandidates = 50

// maxBestOf bounds the candidates that Parse accepts: beyond it the setups
// become alike.
const maxBestOf = 10000

// HumanLike plays the best of some semi-random setups by the heuristic score,
// the first of equals (De Boer 4.3.4).
type HumanLike struct {
	Candidates int     // defaultCandidates if 0
	Model      *Model  // HumanModel if nil
	Reading    Reading // of the heuristics
}

// Setup implements Provider.
func (p HumanLike) Setup(r stratego.Rules, rng *rand.Rand) (stratego.Setup, error) {
	n, m := p.Candidates, p.Model
	if n <= 0 {
		n = defaultCandidates
	}
	if m == nil {
		m = HumanModel
	}
	in := inspection{reading: p.Reading}
	score := in.score
	if r.Variant == stratego.Barrage {
		score = barrageScore
	}
	var best, s stratego.Setup
	bestScore := 0
	for i := range n {
		m.place(r.Variant, rng, &s)
		if r.Variant == stratego.Barrage {
			guardFlag(&s, rng) // few pieces hardly ever come to stand around it
		}
		if points := score(&s); i == 0 || points > bestScore {
			best, bestScore = s, points
		}
	}
	return best, nil
}

// AsDeBoer plays the best of n setups placed by the text's relative frequencies and judged
// by a reading: with DeBoer what comes nearest to his own generator.
func AsDeBoer(n int, r Reading) HumanLike {
	return HumanLike{Candidates: n, Model: relativeModel, Reading: r}
}
