package experiment

import (
	"math/rand/v2"

	"marengo/eval"
	"marengo/game"
	"marengo/games/breakthrough"
	"marengo/games/dice"
	"marengo/hidden"
	"marengo/search"
)

// domain is one of the three games with what its experiments need.
type domain[S game.State] struct {
	name       string
	evaluation string // its name in calibration files
	positions  []S
	phase      []int                      // of each position, in Stratego
	eval       func() search.Evaluator[S] // without random factor, as Schadd tunes (5.6.1)
	chancePly  bool
}

// soundOptions are all techniques that change no value: those that Schadd's engines
// use (5.5.4), and our bounds of events.
func soundOptions(chancePly bool) search.Options {
	return search.Options{AlphaBeta: true, PVS: true, Deepening: true, ChancePly: chancePly, Static: true, History: true,
		Killers: true, Table: search.Table{Bits: tableBits}, Star1: true, EventBounds: true, Star2: 1, StarETC: true}
}

// tableBits is the size of the experiments' tables.
const tableBits = 20

// hiddenOptions are what star:schadd plays with.
var hiddenOptions = hidden.Options{KeyQuiet: true, BattlesByHistory: true}

// strategoDomain takes n positions of a set.
func strategoDomain(set [len(phases)]int, n int) (*domain[*hidden.State], error) {
	list, err := schaddGames.positions(set, n)
	if err != nil {
		return nil, err
	}
	d := &domain[*hidden.State]{name: "stratego", evaluation: "schadd,ebqs=1", eval: func() search.Evaluator[*hidden.State] { return tuningSchadd(true) }}
	for _, p := range list {
		s, err := hidden.New(p.view, nil, hiddenOptions)
		if err != nil {
			return nil, err
		}
		d.positions = append(d.positions, s)
		d.phase = append(d.phase, p.phase)
	}
	return d, nil
}

// part returns the domain with some of its positions.
func (d *domain[S]) part(keep func(i int) bool) *domain[S] {
	out := *d
	out.positions, out.phase = nil, nil
	for i, p := range d.positions {
		if keep(i) {
			out.positions = append(out.positions, p)
			if d.phase != nil {
				out.phase = append(out.phase, d.phase[i])
			}
		}
	}
	return &out
}

// tuningSchadd is the evaluation without its random factor, relative to the root or
// not.
func tuningSchadd(relative bool) *eval.Schadd {
	e := eval.NewSchadd(0)
	e.Random, e.Relative = 0, relative
	return e
}

// diceDomain makes n positions with 5 to 12 checkers (Schadd 5.6.2), on a board where lines have m
// checkers.
func diceDomain(m, n int, seed uint64) (*domain[*dice.State], error) {
	d := &domain[*dice.State]{name: "dice", evaluation: "checkers", eval: func() search.Evaluator[*dice.State] { return &dice.Evaluator{} }, chancePly: true}
	rng := rand.New(rand.NewPCG(seed, 0xd1ce))
	for i := range n {
		s, err := dice.Random(m, 0, 5+i%8, rng)
		if err != nil {
			return nil, err
		}
		d.positions = append(d.positions, s)
	}
	return d, nil
}

// breakthroughDomain plays n positions: random openings of 4 to 40 moves, each
// then played on by a shallow search for a few moves, so that pieces stand as in
// games (Schadd 5.6.3 takes self-play).
func breakthroughDomain(n int, seed uint64) (*domain[*breakthrough.State], error) {
	d := &domain[*breakthrough.State]{name: "breakthrough", evaluation: "pieces", eval: func() search.Evaluator[*breakthrough.State] { return &breakthrough.Evaluator{} }}
	rng := rand.New(rand.NewPCG(seed, 0xb4ea))
	for len(d.positions) < n {
		s, err := playBreakthrough(4+len(d.positions)%37, rng)
		if err != nil {
			return nil, err
		}
		if s != nil {
			d.positions = append(d.positions, s)
		}
	}
	return d, nil
}
