package search

import "marengo/game"

// chanceProbCut estimates each event by a shallower search and cuts the chance
// node if the weighted estimates leave the window (Schadd 5.4). Estimates that
// do not cut stay as bounds: they narrow the windows of the probes and searches
// that follow, without a re-search where a value falls outside.
//
// The paper's text says that the estimates serve as the search window, while its
// algorithm 5.2 takes the wider of the two windows in line 36; this follows
// the text.
func (s *Searcher[S]) chanceProbCut(f *frame, pov game.Player, alpha, beta game.Score, depth, ply int, kind nodeKind) bool {
	b, m := &f.bounds, s.cpc[depth]
	margin := game.Score(s.opts.ChanceProbCut.T * m.Sigma)
	for i, e := range f.events {
		if b.lower[i] >= b.upper[i] {
			continue
		}
		s.do(e.Move)
		next := s.state.ToMove()
		v := s.value(pov, b.lower[i], b.upper[i], depth-s.opts.ChanceProbCut.R, ply+1, kind)
		s.state.Undo()
		if s.stop.stopped {
			return false
		}
		if next == game.Nobody {
			b.prove(i, e.P, v, v)
		} else {
			// The regression speaks for the player to move.
			guess := game.Score(m.A)*v + side(next)*side(pov)*game.Score(m.B)
			lo, hi := max(b.lower[i], guess-margin), min(b.upper[i], guess+margin)
			if lo > hi {
				continue // the prediction lies beyond what is proven
			}
			b.set(i, e.P, lo, hi)
		}
		if _, cut := b.outside(alpha, beta); cut {
			return true
		}
	}
	return false
}
