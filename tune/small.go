package tune

import (
	"context"
	"math/rand/v2"

	"marengo/game"
	"marengo/search"
)

// Small measures players of a small game, each a search with its evaluator, against a set of
// others. The games of a pair begin alike and see the same throws of the dice, with the
// seats exchanged.
type Small[S game.State] struct {
	Start     func(*rand.Rand) (S, error)
	Player    func(values []float64) *search.Searcher[S]
	Opponents []*search.Searcher[S]
	Games     int // a point, in pairs against each of the opponents alike
	Limits    search.Limits
	Seed      uint64
}

// Measure implements Objective.
func (s *Small[S]) Measure(ctx context.Context, generation int, values []float64) (float64, error) {
	player := s.Player(values)
	pairs := s.Games / 2 / len(s.Opponents)
	sum := 0.0
	for _, opponent := range s.Opponents {
		for pair := range pairs {
			for seat := range 2 {
				rng := rand.New(rand.NewPCG(s.Seed, uint64(generation)<<32|uint64(pair)))
				start, err := s.Start(rng)
				if err != nil {
					return 0, err
				}
				seats := [2]*search.Searcher[S]{}
				seats[seat], seats[1-seat] = player, opponent
				v, err := playOut(ctx, start, seats, s.Limits, rng)
				if err != nil {
					return 0, err
				}
				sum += 0.5 + 0.5*outcome(v)*float64(1-2*seat)
			}
		}
	}
	return sum / float64(2*pairs*len(s.Opponents)), nil
}

// outcome is 1, 0 or -1 for a game that First won, drew or lost.
func outcome(v game.Score) float64 {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

// playOut plays a game to its end and returns its value for First.
func playOut[S game.State](ctx context.Context, s S, seats [2]*search.Searcher[S], l search.Limits, rng *rand.Rand) (game.Score, error) {
	for {
		switch p := s.ToMove(); p {
		case game.Nobody:
			return s.Value(), nil
		case game.Chance:
			s.Do(draw(s.Outcomes(nil), rng))
		default:
			r, err := seats[p].Search(ctx, s, l)
			if err != nil {
				return 0, err
			}
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			s.Do(r.Move)
		}
	}
}

// draw draws one of the outcomes by their chances.
func draw(events []game.Outcome, rng *rand.Rand) game.Move {
	x := rng.Float64()
	for _, e := range events {
		if x -= e.P; x < 0 {
			return e.Move
		}
	}
	return events[len(events)-1].Move
}
