package search

import "marengo/game"

// multiCut searches the first M moves shallower; if C of them reach beta, one is
// expected to do so at full depth (Björnsson and Marsland 2001; at all-nodes too,
// Winands et al. 2005; Arts 4.10).
func (s *Searcher[S]) multiCut(f *frame, p game.Player, beta game.Score, depth, ply int, kind nodeKind) (game.Score, bool) {
	o := s.opts.MultiCut
	if o.M == 0 || depth <= o.R || kind == pvNode || o.CutOnly && kind != cutNode || beta > s.hi {
		return 0, false
	}
	reached := 0
	for i := range min(o.M, len(f.moves)) {
		s.do(f.pick(i))
		v := s.value(p, beta-s.nullWidth(), beta, depth-1-o.R, ply+1, kind.child(i))
		s.state.Undo()
		if s.stop.stopped {
			return 0, false
		}
		if v < beta {
			continue
		}
		if reached++; reached == o.C {
			s.cutoffs[CutMultiCut]++
			return beta, true
		}
	}
	return 0, false
}
