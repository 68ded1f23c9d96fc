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
	for _, m := range s.cpc[depth] {
		if s.predictEvents(f, m, pov, alpha, beta, depth, ply, kind) {
			return true
		}
	}
	return false
}

// predictEvents is chanceProbCut with one reduction.
func (s *Searcher[S]) predictEvents(f *frame, m *Pair, pov game.Player, alpha, beta game.Score, depth, ply int, kind nodeKind) bool {
	b := &f.bounds
	margin := game.Score(s.opts.ChanceProbCut.T * m.Sigma)
	for i, e := range f.events {
		if b.lower[i] >= b.upper[i] {
			continue
		}
		s.do(e.Move)
		next := s.state.ToMove()
		if next == game.Nobody {
			v := side(pov) * s.final()
			s.state.Undo()
			b.prove(i, e.P, v, v)
		} else {
			// The regression speaks for the player to move.
			slope, shift := game.Score(m.A), side(next)*side(pov)*game.Score(m.B)
			// Outside this window the estimate decides the node.
			p := game.Score(e.P)
			least := ((alpha-(b.sumUpper-p*b.estUpper[i]))/p - shift - margin) / slope
			most := ((beta-(b.sumLower-p*b.estLower[i]))/p - shift + margin) / slope
			v := s.value(pov, max(least, b.lower[i]), min(most, b.upper[i]), depth-m.R, ply+1, kind)
			s.state.Undo()
			if s.stop.stopped {
				return false
			}
			lo, hi := max(b.lower[i], slope*v+shift-margin), min(b.upper[i], slope*v+shift+margin)
			if lo > hi {
				continue // the prediction lies beyond what is proven
			}
			switch {
			case v <= least:
				lo = b.estLower[i] // v is a bound only
			case v >= most:
				hi = b.estUpper[i]
			}
			b.set(i, e.P, lo, hi)
		}
		if b.outside(alpha, beta) {
			return true
		}
	}
	return false
}
