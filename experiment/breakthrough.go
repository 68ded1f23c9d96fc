package experiment

import (
	"context"
	"math/rand/v2"

	"marengo/game"
	"marengo/games/breakthrough"
	"marengo/search"
)

// randomMoves is how many moves of a Breakthrough game are drawn at random before
// the search takes over, so that games differ.
const randomMoves = 4

// playBreakthrough plays a game of shallow searches and returns the position after
// some moves, or nil if the game ended before.
func playBreakthrough(moves int, rng *rand.Rand) (*breakthrough.State, error) {
	s, ok := breakthrough.Random(randomMoves, rng)
	if !ok {
		return nil, nil
	}
	player := search.New[*breakthrough.State](&breakthrough.Evaluator{Random: 5, Seed: rng.Uint64()}, search.Options{AlphaBeta: true, Static: true})
	for played := randomMoves; played < moves || s.ToMove() == game.Chance; {
		switch s.ToMove() {
		case game.Nobody:
			return nil, nil
		case game.Chance:
			s.Do(drawEvent(s.Outcomes(nil), rng))
		default:
			r, err := player.Search(context.Background(), s, search.Limits{Depth: 2})
			if err != nil {
				return nil, err
			}
			s.Do(r.Move)
			played++
		}
	}
	if s.ToMove() == game.Nobody {
		return nil, nil
	}
	return s, nil
}

// drawEvent picks a chance event by its probability.
func drawEvent(events []game.Outcome, rng *rand.Rand) game.Move {
	left := rng.Float64()
	for _, e := range events {
		if left -= e.P; left < 0 {
			return e.Move
		}
	}
	return events[len(events)-1].Move
}
