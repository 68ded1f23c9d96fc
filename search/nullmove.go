package search

import "marengo/game"

// nullMove lets p pass and searches the rest shallower: if that still reaches
// beta, a move most likely does so as well (Beal 1989; Schadd 5.3). Two passes
// never follow each other. A search too shallow after the pass does not see slow
// threats, such as a piece that is being chased: Options.NullLeft asks for plies there.
func (s *Searcher[S]) nullMove(f *frame, p game.Player, beta game.Score, depth, ply int) (game.Score, bool) {
	r := s.opts.NullMove
	if r == 0 || depth <= r+s.opts.NullLeft || f.afterPass || beta > s.hi || s.passer == nil || !s.passer.CanPass() {
		return 0, false
	}
	s.count()
	s.passer.Pass()
	s.frames[ply+1].afterPass = true
	v := s.value(p, beta-s.nullWidth(), beta, depth-1-r, ply+1, allNode)
	s.frames[ply+1].afterPass = false
	s.state.Undo()
	if s.stop.stopped || v < beta {
		return 0, false
	}
	s.cutoffs[CutNullMove]++
	return beta, true
}

// nullWidth is the width of a window that only asks whether a value is reached.
func (s *Searcher[S]) nullWidth() game.Score { return (s.hi - s.lo) * nullBreadth }
