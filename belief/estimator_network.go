package belief

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"marengo/nn/evaluator"
	"marengo/nn/features"
	"marengo/setup"
	"marengo/stratego"
)

// Network asks a network that was taught to guess (train/champion/guesser.py), twice: what the pieces are by all that the
// position shows, and by their places at the start alone, which tell as much of a stranger as of a player that it knows. Both
// answers are mixed with Habits and with a network like StrAItego's for ranks (Direct), which knows people's setups best, each to the
// power that tempering.go has for it, and scaled to what counting permits. Its worlds have the matrix's probabilities, and ranks
// that go together in setups go together in them (chain.go).
type Network struct {
	net       evaluator.Evaluator // nil for none
	tempering [len(Phases)]Tempering
	habits    *Guesser
	ranks     *Direct // nil where there is none

	writer    features.Writer
	record    features.Record
	questions [2]evaluator.Question
	guess     Guess
	facts     facts
	hidden    hidden
	matrix    Matrix
	phase     int
	chain     chain
}

// Guess is what a network answers about a position.
type Guess struct {
	Seen  features.Belief // by all that the position shows
	Setup features.Belief // by the setup alone: at each token, the piece that began there
}

// NewNetwork returns the estimator of the enemy's pieces that asks a network, and another for ranks. Without the first it
// hears what was asked elsewhere, and Update guesses by habits alone; without that for ranks it does without.
func NewNetwork(net evaluator.Evaluator, ranks *RankWeights) *Network {
	e := &Network{net: net, tempering: strangers, habits: NewGuesser(Options{Setups: setup.HumanConditional, Habits: LearntHabits()})}
	if ranks != nil {
		e.ranks = NewDirect(ranks)
	}
	return e
}

// Update implements Estimator. Where the network cannot be asked, habits guess.
func (e *Network) Update(v *stratego.View) {
	if _, err := e.Ask(context.Background(), v); err != nil {
		e.Hear(v, nil)
	}
}

// Ask is Update for those who want to know why the network gave no answer, and how many questions it was asked. A View that
// does not begin at the first ply is guessed at by habits alone: the network cannot see what its pieces have done.
func (e *Network) Ask(ctx context.Context, v *stratego.View) (asked int, err error) {
	if e.net == nil || e.writer.Write(v, &e.record) != nil {
		e.Hear(v, nil)
		return 0, nil
	}
	e.record.Public(&e.questions[0].Record)
	e.record.AtStart(&e.questions[1].Record)
	e.questions[0].Belief, e.questions[1].Belief = &e.guess.Seen, &e.guess.Setup
	// Both answers are awaited even where the time is up.
	if asked, err = e.net.Evaluate(context.WithoutCancel(ctx), e.questions[:]); err == nil {
		e.Hear(v, &e.guess)
	}
	return asked, err
}

// Cost is what a guess, all its questions, takes lately; 0 where that is not known.
func (e *Network) Cost() time.Duration {
	if l, ok := e.net.(*evaluator.Local); ok {
		return l.Takes(len(e.questions))
	}
	return 0
}

// SetThreads says how many threads the network may use, where it runs on this machine.
func (e *Network) SetThreads(n int) {
	if l, ok := e.net.(*evaluator.Local); ok {
		l.SetThreads(n)
	}
}

// Guess returns what the network answered last.
func (e *Network) Guess() Guess { return e.guess }

// Hear is Update for a network's answer that was had elsewhere, nil for none.
func (e *Network) Hear(v *stratego.View, g *Guess) {
	e.habits.Update(v)
	if e.ranks != nil && g != nil {
		e.ranks.Update(v)
	}
	c := v.Color().Other()
	e.facts.read(v, c)
	e.phase = PhaseOf(v)
	e.hidden.fill(&e.facts, &e.matrix, func(id int, row *[stratego.Ranks]float64) {
		habits := &e.habits.Matrix()[id]
		if g == nil {
			*row = *habits
			return
		}
		t := &e.tempering[e.phase]
		for r := range row {
			row[r] = v.Chance(c, id, stratego.Rank(r))
		}
		chances, piece := *row, v.Piece(c, id)
		seen, alone := &g.Seen[features.TokenOf(piece.Square, v.Color())], (*[stratego.Ranks]float32)(nil)
		if start := piece.StartIndex(); start >= 0 {
			alone = &g.Setup[features.StartToken(start)]
		}
		for r := range row {
			raise(&row[r], float64(seen[r]), chances[r], t.Seen)
			if alone != nil {
				raise(&row[r], float64(alone[r]), chances[r], t.Setup)
			}
			raise(&row[r], habits[r], chances[r], t.Habits)
			if e.ranks != nil {
				raise(&row[r], e.ranks.Matrix()[id][r], chances[r], t.Ranks)
			}
		}
		bound(row)
	})
	e.chain.reset(v, e)
}

// Matrix implements Estimator.
func (e *Network) Matrix() *Matrix { return &e.matrix }

// Sample implements Estimator. Each world makes up for those before it, so that they have the matrix's probabilities
// together. The slice is good until the next call.
func (e *Network) Sample(rng *rand.Rand) []stratego.Rank { return e.chain.next(rng) }

// Restart makes the worlds that follow independent of those before.
func (e *Network) Restart() { e.chain.restart() }

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
