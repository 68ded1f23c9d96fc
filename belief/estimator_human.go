package belief

import (
	"math/rand/v2"

	"marengo/setup"
	"marengo/stratego"
)

// The random-versus-human estimator's numbers (Schoenmakers 7.2.5).
const (
	humanCandidates = 1000
	humanEnough     = 0.99
)

// Human scatters the hidden ranks a thousand times and returns the world whose
// reconstructed setup the classifier takes for human most surely, or the first
// of which it is 99% sure (Schoenmakers 7.2.5).
type Human struct {
	Scattered
	evidence   evidence
	classifier *setup.Classifier
	best       [Pieces]stratego.Rank
}

// NewHuman returns the estimator with a classifier of its own.
func NewHuman(w *setup.ClassifierWeights) *Human { return &Human{classifier: w.New()} }

// Update implements Estimator.
func (e *Human) Update(v *stratego.View) {
	e.Scattered.Update(v)
	e.evidence.read(v, e.Side.color(v))
}

// Sample implements Estimator. The slice is good until the next call.
func (e *Human) Sample(rng *rand.Rand) []stratego.Rank {
	top := -1.0
	for range humanCandidates {
		e.facts.scatter(rng, &e.world)
		s := e.evidence.setup(&e.world)
		if p := e.classifier.Sure(&s); p > top {
			e.best, top = e.world, p
			if p >= humanEnough {
				break
			}
		}
	}
	return e.best[:]
}

// setup returns the setup that a world came from: the known ranks where the pieces
// began, captured ones too, and the world's.
func (e *evidence) setup(world *[Pieces]stratego.Rank) (s stratego.Setup) {
	for i, id := range e.id {
		s[i] = e.rank[i]
		if s[i] == stratego.NoRank && id >= 0 {
			s[i] = world[id]
		}
	}
	return s
}
