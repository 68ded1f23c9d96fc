package eval

import (
	"math/rand/v2"

	"marengo/game"
	"marengo/stratego"
)

// Rollout plays random moves to the end of the game (Schoenmakers 8.1.2).
type Rollout struct {
	Rng *rand.Rand

	state stratego.State
	moves []stratego.Move
}

// Evaluate implements mcts.Evaluator.
func (e *Rollout) Evaluate(s *stratego.State, me game.Player) float64 {
	if v, over := ended(s, me, half, false); over {
		return v
	}
	s.CopyTo(&e.state)
	for !e.state.Result().Over() {
		e.moves = e.state.Moves(e.moves[:0])
		e.state.Do(e.moves[e.Rng.Uint32N(uint32(len(e.moves)))])
	}
	return e.state.Result().Score(stratego.Color(me))
}
