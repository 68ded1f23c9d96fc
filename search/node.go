package search

import (
	"math"

	"marengo/game"
)

// nodeKind is what a node is expected to be (Arts 4.10): on the principal
// variation, one that a single move cuts, or one whose moves all have to be
// searched.
type nodeKind uint8

const (
	pvNode nodeKind = iota
	cutNode
	allNode
)

// child returns the kind of the i-th move's node.
func (k nodeKind) child(i int) nodeKind {
	switch {
	case k == pvNode && i == 0:
		return pvNode
	case k == cutNode:
		return allNode
	}
	return cutNode
}

func infinities() (game.Score, game.Score) {
	return game.Score(math.Inf(-1)), game.Score(math.Inf(1))
}

// value searches the position for the player pov, whoever is to move.
func (s *Searcher[S]) value(pov game.Player, alpha, beta game.Score, depth, ply int, kind nodeKind) game.Score {
	switch p := s.state.ToMove(); p {
	case game.Nobody:
		return side(pov) * s.final()
	case game.Chance:
		return s.chanceNode(pov, alpha, beta, depth, ply, kind)
	case pov:
		return s.moveNode(p, alpha, beta, depth, ply, kind)
	default:
		return -s.moveNode(p, -beta, -alpha, depth, ply, kind)
	}
}

// final returns the value for First of a game that is over.
func (s *Searcher[S]) final() game.Score {
	if s.finisher != nil {
		return s.finisher.Final(s.state)
	}
	return max(s.lo, min(s.hi, s.state.Value()))
}

// evaluate returns the static value for a player.
func (s *Searcher[S]) evaluate(p game.Player) game.Score {
	return side(p) * s.eval.Evaluate(s.state)
}

// moveNode searches a position in which p is to move, for p.
func (s *Searcher[S]) moveNode(p game.Player, alpha, beta game.Score, depth, ply int, kind nodeKind) game.Score {
	// 1. The horizon.
	if depth <= 0 || ply >= maxFrames-1 {
		return s.leaf(p, alpha, beta, ply)
	}
	// 2. The table may answer, narrow the window or name a move.
	var key uint64
	var tableMove game.Move
	known, _ := infinities()
	if s.table != nil {
		key = s.state.Key(depth)
		if e := s.table.find(key); e != nil {
			tableMove = e.move
			if v, done := s.narrow(e, depth, &alpha, &beta); done {
				return v
			}
			if s.table.good(e, depth) && e.bound == lower {
				known = e.score
			}
		}
	}
	// 3. Forward pruning without moves.
	f := &s.frames[ply]
	if kind != pvNode {
		if v, ok := s.nullMove(f, p, beta, depth, ply); ok {
			return v
		}
	}
	if v, ok := s.probCut(p, alpha, beta, depth, ply, kind); ok {
		return v
	}
	if s.stop.stopped {
		return 0
	}
	// 4. The moves, and forward pruning with them.
	f.moves = s.state.Moves(f.moves[:0])
	s.order(f, p, tableMove)
	if v, ok := s.multiCut(f, p, beta, depth, ply, kind); ok {
		return v
	}
	// 5. Search them.
	before := s.nodes
	best, bestMove := s.searchMoves(f, p, alpha, beta, depth, ply, kind, len(f.moves))
	if s.stop.stopped {
		return 0
	}
	// 6. Remember.
	s.learn(f, p, bestMove, depth, best >= beta, best > alpha)
	if s.table != nil {
		b := exact
		switch {
		case best >= beta:
			b = lower
		case best <= alpha:
			b = upper
		}
		s.table.store(key, best, bestMove, depth, b, s.nodes-before)
	}
	return max(best, known)
}

// narrow applies a table entry to the window; done means that it answers.
func (s *Searcher[S]) narrow(e *entry, depth int, alpha, beta *game.Score) (v game.Score, done bool) {
	if !s.table.good(e, depth) {
		return 0, false
	}
	v = e.score
	switch e.bound {
	case exact:
		done = true
	case lower:
		*alpha = max(*alpha, v)
		done = v >= *beta
	case upper:
		*beta = min(*beta, v)
		done = v <= *alpha
	}
	if done {
		s.cutoffs[CutTable]++
	}
	return v, done
}

// searchMoves searches the first n moves of a frame and returns the best value
// and its move. A node whose moves all fail low has no best move to remember.
func (s *Searcher[S]) searchMoves(f *frame, p game.Player, alpha, beta game.Score, depth, ply int, kind nodeKind, n int) (best game.Score, bestMove game.Move) {
	best, _ = infinities()
	for i := range n {
		m := f.pick(i)
		late := s.lateBy(f, i, depth-1)
		s.do(m)
		v := s.pvs(p, alpha, beta, depth-1, ply+1, i, late, kind.child(i))
		s.state.Undo()
		if s.stop.stopped {
			return best, bestMove
		}
		if v > best {
			best = v
			if v > alpha {
				bestMove = m
			}
		}
		if !s.opts.AlphaBeta {
			continue
		}
		alpha = max(alpha, v)
		if v >= beta {
			s.cutoffs[CutAlphaBeta]++
			break
		}
	}
	return best, bestMove
}

// learn rewards the move that cut or was best.
func (s *Searcher[S]) learn(f *frame, p game.Player, m game.Move, depth int, cut, improved bool) {
	if m == 0 || !cut && !improved {
		return
	}
	if s.opts.History {
		s.history.reward(p, m, depth)
	}
	if cut && s.opts.Killers {
		f.addKiller(m)
	}
}
