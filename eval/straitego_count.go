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
	if v, over := ended(s, me, u.WithoutFlag); over {
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
// a defeat, ½ for a draw. With withoutFlag a captured enemy flag ends nothing.
func ended(s *stratego.State, me game.Player, withoutFlag bool) (value float64, over bool) {
	r := s.Result()
	if !r.Over() || withoutFlag && r.Reason == stratego.FlagCaptured && r.Winner == stratego.Color(me) {
		return 0, false
	}
	return r.Score(stratego.Color(me)), true
}

// FlatCount is the unit count without its bend (8.1.4, formula 8.3).
type FlatCount struct{}

// Evaluate implements mcts.Evaluator.
func (FlatCount) Evaluate(s *stratego.State, me game.Player) float64 {
	if v, over := ended(s, me, false); over {
		return v
	}
	c := stratego.Color(me)
	return float64(s.Alive(c)-s.Alive(c.Other()))/(2*stratego.SetupSquares) + 0.5
}
