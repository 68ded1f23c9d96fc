package search

import "marengo/game"

// star2 probes each event before any is searched in full: the best of the first
// few moves of the player to move there bounds the event, from below if that
// player is the point of view and from above if it is the opponent (Ballard
// 1983; Arts 4.7.2; Schadd 5.2.2). It says whether the node was cut.
func (s *Searcher[S]) star2(f *frame, pov game.Player, alpha, beta game.Score, depth, ply int, kind nodeKind) bool {
	b := &f.bounds
	for i, e := range f.events {
		if b.lower[i] >= b.upper[i] {
			continue
		}
		p := game.Score(e.P)
		lo, hi := b.estLower[i], b.estUpper[i]
		s.do(e.Move)
		switch s.state.ToMove() {
		case game.Nobody:
			v := side(pov) * s.final()
			b.prove(i, e.P, v, v)
		case pov:
			enough := (beta - (b.sumLower - p*lo)) / p
			if v := s.probe(pov, b.lower[i], min(enough, b.upper[i]), depth, ply+1, kind); !s.stop.stopped {
				b.prove(i, e.P, v, b.upper[i])
			}
		case pov.Other():
			enough := (alpha - (b.sumUpper - p*hi)) / p
			if v := s.probe(pov.Other(), -b.upper[i], -max(enough, b.lower[i]), depth, ply+1, kind); !s.stop.stopped {
				b.prove(i, e.P, b.lower[i], -v)
			}
		}
		s.state.Undo()
		if s.stop.stopped {
			return false
		}
		if b.outside(alpha, beta) {
			return true
		}
	}
	return false
}

// probe searches the first moves of a position, as many as the probe factor says,
// and returns a lower bound for p, who is to move.
func (s *Searcher[S]) probe(p game.Player, alpha, beta game.Score, depth, ply int, kind nodeKind) game.Score {
	var key uint64
	var tableMove game.Move
	best, _ := infinities()
	if s.table != nil {
		key = s.state.Key(depth)
		if e := s.table.find(key); e != nil {
			tableMove = e.move
			if s.table.good(e, depth) && e.bound != upper {
				return e.score
			}
		}
	}
	f := &s.frames[ply]
	f.moves = s.state.Moves(f.moves[:0])
	s.order(f, p, tableMove)
	before := s.nodes
	v, m := s.searchMoves(f, p, alpha, beta, depth, ply, kind, min(s.opts.Star2, len(f.moves)))
	if s.stop.stopped {
		return best
	}
	if v <= alpha {
		// Moves that fail low return upper bounds of themselves, which say nothing
		// about the position.
		return alpha
	}
	if s.table != nil {
		s.table.store(key, v, m, depth, lower, s.nodes-before)
	}
	return v
}
