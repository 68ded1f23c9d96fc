package search

import "marengo/game"

// pvs searches the i-th move of a node. With PVS, every move but the first is
// only asked whether it is better than alpha, with an empty window, and searched
// in full if it is (Marsland and Campbell 1982; Arts 4.10 names principal
// variation search as the frame of multi-cut). Empty windows let chance nodes be
// cut from both sides, where a half-open window leaves Star1 one side only.
//
// late is by how many plies the question may be asked shallower first.
func (s *Searcher[S]) pvs(p game.Player, alpha, beta game.Score, depth, ply, i, late int, kind nodeKind) game.Score {
	if late > 0 && i > 0 && alpha >= s.lo {
		if v := s.value(p, alpha, alpha+s.nullWidth(), depth-late, ply, cutNode); v <= alpha || s.stop.stopped {
			return v
		}
	}
	if !s.opts.PVS || i == 0 || alpha < s.lo || beta-alpha <= s.nullWidth() {
		return s.value(p, alpha, beta, depth, ply, kind)
	}
	edge := alpha + s.nullWidth()
	v := s.value(p, alpha, edge, depth, ply, cutNode)
	if v < edge || v >= beta || s.stop.stopped {
		return v
	}
	return s.value(p, alpha, beta, depth, ply, kind)
}
