package eval

import (
	"marengo/game"
	"marengo/stratego"
)

// UnitCount is the naive unit count (Schoenmakers 8.1.1): every piece counts the
// same, and being ahead counts more than being behind.
//
//	1 − (1 − (friendlies/enemies)/40)⁸
//
// WithoutFlag takes the capture of the enemy's flag for the capture of any other
// piece (8.1.5), since where the flag stands is the least certain of guesses.
type UnitCount struct{ WithoutFlag bool }

// Evaluate implements mcts.Evaluator.
func (u UnitCount) Evaluate(s *stratego.State, me game.Player) float64 {
	if v, over := ended(s, me, unitCounts[1][1], u.WithoutFlag); over {
		return v
	}
	c := stratego.Color(me)
	return unitCounts[s.Alive(c)][s.Alive(c.Other())]
}

// unitCounts holds formula 8.1 for each number of friendlies and enemies. An army
// always has a piece while its game goes on, be it only the flag; a side that the
// count leaves without any has lost.
var unitCounts = func() (t [stratego.SetupSquares + 1][stratego.SetupSquares + 1]float64) {
	for f := range t {
		for e := range t[f] {
			t[f][e] = unitCount(f, e)
		}
	}
	return t
}()

func unitCount(friendlies, enemies int) float64 {
	if enemies == 0 {
		return 1
	}
	x := 1 - float64(friendlies)/float64(enemies)/stratego.SetupSquares
	x *= x
	x *= x
	return 1 - x*x
}

// ended returns what a finished game is worth to a player: 1 for a victory, 0 for
// a defeat, and for a draw what the evaluator gives to equal armies. On most of the
// paper's scales that is far below ½: at ½ a side with twice the pieces would rather have
// a draw. With withoutFlag a captured enemy flag ends nothing.
func ended(s *stratego.State, me game.Player, draw float64, withoutFlag bool) (value float64, over bool) {
	r := s.Result()
	switch {
	case !r.Over() || withoutFlag && r.Reason == stratego.FlagCaptured && r.Winner == stratego.Color(me):
		return 0, false
	case r.Winner == stratego.NoColor:
		return draw, true
	}
	return r.Score(stratego.Color(me)), true
}

// half is what a draw and equal armies are worth on a scale with its middle there.
const half = 0.5

// FlatCount is the unit count without its bend (8.1.4, formula 8.3).
type FlatCount struct{}

// Evaluate implements mcts.Evaluator.
func (FlatCount) Evaluate(s *stratego.State, me game.Player) float64 {
	if v, over := ended(s, me, half, false); over {
		return v
	}
	c := stratego.Color(me)
	return float64(s.Alive(c)-s.Alive(c.Other()))/(2*stratego.SetupSquares) + half
}
