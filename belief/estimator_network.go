package belief

import (
	"math"
	"math/rand/v2"

	"marengo/nn"
	"marengo/nn/features"
	"marengo/setup"
	"marengo/stratego"
)

// Network guesses as the champion's network does: its belief head was taught the truth
// of its own games. For strangers the head's answer is tempered and mixed with Habits, by the
// figures of tempering.go, and scaled to what counting permits. Its worlds have the
// matrix's probabilities, and ranks that go together in setups go together in them
// (chain.go).
type Network struct {
	net       *features.Network // nil where Hear brings the answers
	tempering [len(Phases)]Tempering
	habits    *Guesser

	belief features.Belief
	facts  facts
	hidden hidden
	matrix Matrix
	phase  int
	chain  chain
}

// NewNetwork returns the estimator of the enemy's pieces with a network of its own.
// Without weights it hears what another has asked of one, and Update guesses by habits
// alone.
func NewNetwork(w *nn.TransformerWeights) *Network {
	e := &Network{tempering: strangers, habits: NewGuesser(Options{Setups: setup.HumanConditional, Habits: LearntHabits()})}
	if w != nil {
		e.net = features.NewNetwork(w)
	}
	return e
}

// Update implements Estimator. A View that does not begin at the first ply is guessed at
// by habits alone: the network cannot see what its pieces have done.
func (e *Network) Update(v *stratego.View) {
	if e.net == nil {
		e.Hear(v, nil)
		return
	}
	if _, _, _, err := e.net.View(v); err != nil {
		e.Hear(v, nil)
		return
	}
	e.net.Belief(&e.belief)
	e.Hear(v, &e.belief)
}

// Hear is Update for a network's answer that was had elsewhere, nil for none.
func (e *Network) Hear(v *stratego.View, b *features.Belief) {
	e.habits.Update(v)
	c := v.Color().Other()
	e.facts.read(v, c)
	e.phase = PhaseOf(v)
	e.hidden.fill(&e.facts, &e.matrix, func(id int, row *[stratego.Ranks]float64) {
		*row = e.habits.Matrix()[id]
		if b == nil {
			return
		}
		var chances [stratego.Ranks]float64
		for r := range chances {
			chances[r] = v.Chance(c, id, stratego.Rank(r))
		}
		token := features.TokenOf(v.Piece(c, id).Square, v.Color())
		e.tempering[e.phase].mix(&chances, &b[token], row)
	})
	e.chain.reset(v, e)
}

// Matrix implements Estimator.
func (e *Network) Matrix() *Matrix { return &e.matrix }

// Sample implements Estimator. The slice is good until the next call.
func (e *Network) Sample(rng *rand.Rand) []stratego.Rank { return e.chain.next(rng) }

// Temper replaces the figures that temper the network's answer, by phase.
func (e *Network) Temper(t [len(Phases)]Tempering) { e.tempering = t }

// mix makes weights of what counting, the network and habits say; the last are in
// row. Each counts with a power, and all three powers add up to one.
func (t Tempering) mix(chances *[stratego.Ranks]float64, network *[stratego.Ranks]float32, row *[stratego.Ranks]float64) {
	top := 0.0
	for r, p := range chances {
		if p > 0 {
			row[r] = p * math.Pow(max(float64(network[r]), leastShare)/p, t.Network) * math.Pow(max(row[r], leastShare)/p, t.Habits)
		} else {
			row[r] = 0
		}
		top = max(top, row[r])
	}
	for r, p := range chances {
		if p > 0 {
			row[r] = max(row[r]/top, leastShare)
		}
	}
}
