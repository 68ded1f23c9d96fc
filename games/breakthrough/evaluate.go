package breakthrough

import (
	"math/bits"

	"marengo/game"
)

// The evaluation's weights (Schadd 5.5.4).
const (
	pieceValue = 200 // a piece
	rowValue   = 50  // each row of the most advanced piece
)

// Evaluator counts pieces and the progress of the most advanced one (Schadd
// 5.5.4). Bitboards make both a handful of instructions.
type Evaluator struct {
	// Random is the width of the random factor in points; the paper plays with
	// 5. It is a function of the position and Seed.
	Random float64
	Seed   uint64
}

// maxEvaluation keeps an unfinished game short of a win.
const maxEvaluation = win - 1

// Evaluate returns the worth of a position for First.
func (e *Evaluator) Evaluate(s *State) game.Score {
	first, second := s.pieces[game.First], s.pieces[game.Second]
	v := pieceValue * (bits.OnesCount64(first) - bits.OnesCount64(second))
	v += rowValue * (progress(first, game.First) - progress(second, game.Second))
	score := game.Score(v)
	if e.Random != 0 {
		score += game.Score(e.Random * game.Jitter(s.key, e.Seed))
	}
	return max(-maxEvaluation, min(maxEvaluation, score))
}

// Bounds returns the values of a lost and a won game.
func (e *Evaluator) Bounds() (lo, hi game.Score) { return -win, win }
