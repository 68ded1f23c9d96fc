package search

import "marengo/game"

// audit searches a chance node in full that ChanceProbCut has cut and counts the cut as
// wrong if the value lies on the other side of the bound. Nothing below is cut
// by prediction meanwhile. Its nodes count like all others, so that a search with
// audits measures its cuts, not its size.
func (s *Searcher[S]) audit(f *frame, pov game.Player, alpha, beta game.Score, depth, ply int, kind nodeKind, cut bound) {
	s.auditing = true
	f.bounds.reset(len(f.events), s.startLo, s.startHi)
	v, _ := s.searchEvents(f, pov, alpha, beta, depth, ply, kind)
	s.auditing = false
	if s.stop.stopped {
		return
	}
	if cut == lower && v < beta || cut == upper && v > alpha {
		s.cutoffs[CutWrong]++
	}
}
