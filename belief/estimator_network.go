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
// of its own games. For strangers the head's answer is tempered and mixed with Habits and with StrAItego's
// network for ranks, which knows people's setups best (Direct), by the figures of tempering.go, and scaled to what
// counting permits. Its worlds have the matrix's probabilities, and ranks that go together in setups go together in
// them (chain.go).
type Network struct {
	net       *features.Network // nil where Hear brings the answers
	tempering [len(Phases)]Tempering
	habits    *Guesser
	ranks     *Direct // nil where there is none

	belief features.Belief
	facts  facts
	hidden hidden
	matrix Matrix
	phase  int
	chain  chain
}

// NewNetwork returns the estimator of the enemy's pieces with a network of its own, and one for ranks.
// Without weights it hears what another has asked of one, and Update guesses by habits
// alone; without those for ranks it does without.
func NewNetwork(w *nn.TransformerWeights, ranks *RankWeights) *Network {
	e := &Network{tempering: strangers, habits: NewGuesser(Options{Setups: setup.HumanConditional, Habits: LearntHabits()})}
	if w != nil {
		e.net = features.NewNetwork(w)
	}
	if ranks != nil {
		e.ranks = NewDirect(ranks)
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
	if e.ranks != nil && b != nil {
		e.ranks.Update(v)
	}
	c := v.Color().Other()
	e.facts.read(v, c)
	e.phase = PhaseOf(v)
	e.hidden.fill(&e.facts, &e.matrix, func(id int, row *[stratego.Ranks]float64) {
		habits := &e.habits.Matrix()[id]
		if b == nil {
			*row = *habits
			return
		}
		t := &e.tempering[e.phase]
		for r := range row {
			row[r] = v.Chance(c, id, stratego.Rank(r))
		}
		chances := *row
		for r, p := range &b[features.TokenOf(v.Piece(c, id).Square, v.Color())] {
			raise(&row[r], float64(p), chances[r], t.Network)
		}
		for r, p := range habits {
			raise(&row[r], p, chances[r], t.Habits)
		}
		if e.ranks != nil {
			for r, p := range &e.ranks.Matrix()[id] {
				raise(&row[r], p, chances[r], t.Ranks)
			}
		}
		bound(row)
	})
	e.chain.reset(v, e)
}

// Matrix implements Estimator.
func (e *Network) Matrix() *Matrix { return &e.matrix }

// Sample implements Estimator. The slice is good until the next call.
func (e *Network) Sample(rng *rand.Rand) []stratego.Rank { return e.chain.next(rng) }

// Temper replaces the figures that temper the network's answer, by phase.
func (e *Network) Temper(t [len(Phases)]Tempering) { e.tempering = t }

// raise multiplies a weight by a power of how many times likelier than by counting a guess holds the rank.
func raise(weight *float64, guess, chance, power float64) {
	if chance > 0 && power != 0 {
		*weight *= math.Pow(max(guess, leastShare)/chance, power)
	}
}

// bound keeps every weight that is not zero within leastShare of the largest.
func bound(row *[stratego.Ranks]float64) {
	top := 0.0
	for _, w := range row {
		top = max(top, w)
	}
	for r, w := range row {
		if w > 0 {
			row[r] = max(w/top, leastShare)
		}
	}
}
