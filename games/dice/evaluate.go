package dice

import "marengo/game"

// Evaluator counts the checkers that can still become part of a line (Schadd
// 5.5.4): a checker counts in proportion to the lines through it that the
// opponent has not blocked. It reads sums that Do keeps, so it costs nothing.
type Evaluator struct {
	// Random is the width of the random factor in checkers; the paper plays with
	// 1/10. It is a function of the position and Seed, so equal positions
	// stay equal within a search.
	Random float64
	Seed   uint64
}

// maxEvaluation keeps an unfinished game short of a win.
const maxEvaluation = win - 0.1

// Evaluate returns the worth of a position for First.
func (e *Evaluator) Evaluate(s *State) game.Score {
	v := game.Score(s.units[game.First]-s.units[game.Second]) / game.Score(s.geo.unit)
	if e.Random != 0 {
		v += game.Score(e.Random * game.Jitter(s.key, e.Seed))
	}
	return max(-maxEvaluation, min(maxEvaluation, v))
}

// Bounds returns the values of a lost and a won game.
func (e *Evaluator) Bounds() (lo, hi game.Score) { return -win, win }
