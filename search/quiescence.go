package search

import (
	"context"
	"fmt"
	"time"

	"marengo/game"
)

// allowedChance is how many chance nodes a quiescence search may pass on a line.
func (s *Searcher[S]) allowedChance() int {
	if left := s.opts.Quiescence.Chance; left >= 0 {
		return left
	}
	return maxFrames
}

// leaf returns the value of a position at the horizon.
func (s *Searcher[S]) leaf(p game.Player, alpha, beta game.Score, ply int) game.Score {
	if !s.opts.Quiescence.On || s.noisy == nil {
		return s.evaluate(p)
	}
	return s.quiesce(p, alpha, beta, ply, s.allowedChance())
}

// quiesce searches tactical moves until none is left or worth it: each player
// may also stop and take the evaluation (Schadd & Winands 4, formula 2). Moves
// into more chance nodes than the limit allows are left out (5.1).
func (s *Searcher[S]) quiesce(p game.Player, alpha, beta game.Score, ply, left int) game.Score {
	best := s.evaluate(p)
	if best >= beta && s.opts.AlphaBeta || ply >= maxFrames-2 {
		return best
	}
	f := &s.frames[ply]
	f.moves = s.noisy.NoisyMoves(f.moves[:0])
	s.order(f, p, 0)
	for i := range f.moves {
		m := f.pick(i)
		s.do(m)
		if s.state.ToMove() == game.Chance && left == 0 {
			s.state.Undo()
			continue
		}
		v := s.quiesceValue(p, max(alpha, best), beta, ply+1, left)
		s.state.Undo()
		if s.stop.stopped {
			return 0
		}
		best = max(best, v)
		if best >= beta && s.opts.AlphaBeta {
			break
		}
	}
	return best
}

// quiesceValue is value beyond the horizon.
func (s *Searcher[S]) quiesceValue(pov game.Player, alpha, beta game.Score, ply, left int) game.Score {
	if !s.opts.AlphaBeta {
		alpha, beta = infinities()
	}
	switch p := s.state.ToMove(); p {
	case game.Nobody:
		return side(pov) * s.final()
	case game.Chance:
		return s.quiesceChance(pov, ply, left-1)
	case pov:
		return s.quiesce(p, alpha, beta, ply, left)
	default:
		return -s.quiesce(p, -beta, -alpha, ply, left)
	}
}

func (s *Searcher[S]) quiesceChance(pov game.Player, ply, left int) (sum game.Score) {
	f := &s.frames[ply]
	f.events = s.state.Outcomes(f.events[:0])
	alpha, beta := infinities()
	for _, e := range f.events {
		s.do(e.Move)
		v := s.quiesceValue(pov, alpha, beta, ply+1, left)
		s.state.Undo()
		if s.stop.stopped {
			return 0
		}
		sum += game.Score(e.P) * v
	}
	return sum
}

// Quiesce returns the static value of a position and the value of its quiescence
// search, both for First.
func (s *Searcher[S]) Quiesce(ctx context.Context, root S) (static, quiet game.Score, err error) {
	if err := s.opts.Check(); err != nil {
		return 0, 0, err
	}
	p := root.ToMove()
	if p > game.Second {
		return 0, 0, fmt.Errorf("no position to quiesce: %v is to move", p)
	}
	s.begin(root)
	s.stop.begin(ctx, time.Now(), Limits{})
	alpha, beta := infinities()
	return s.eval.Evaluate(root), side(p) * s.leaf(p, alpha, beta, 0), nil
}

// Tactical returns the static value of a position and what its best tactical move leads to, both
// for First, and whether there is such a move: a quiescence search whose player
// may not stop at once.
func (s *Searcher[S]) Tactical(ctx context.Context, root S) (static, best game.Score, ok bool, err error) {
	if static, _, err = s.Quiesce(ctx, root); err != nil || s.noisy == nil {
		return static, 0, false, err
	}
	p, f, left := root.ToMove(), &s.frames[0], s.allowedChance()
	f.moves = s.noisy.NoisyMoves(f.moves[:0])
	alpha, beta := infinities()
	for _, m := range f.moves {
		s.do(m)
		if s.state.ToMove() != game.Chance || left > 0 {
			if v := side(p) * s.quiesceValue(p, alpha, beta, 1, left); !ok || side(p)*v > side(p)*best {
				best, ok = v, true
			}
		}
		s.state.Undo()
	}
	return static, best, ok, nil
}
