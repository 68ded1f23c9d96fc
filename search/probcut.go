package search

import "marengo/game"

// probCut predicts a move node's value from a shallower search and cuts if the
// prediction lies outside the window by t standard deviations (Buro 1995; Schadd
// 5.3 and 5.4). The shallow searches only ask whether the value is far enough
// out, so their windows are empty.
func (s *Searcher[S]) probCut(p game.Player, alpha, beta game.Score, depth, ply int, kind nodeKind) (game.Score, bool) {
	m := s.probcut[depth]
	if m == nil || kind == pvNode {
		return 0, false
	}
	margin := game.Score(s.opts.ProbCut.T * m.Sigma)
	shallow := depth - s.opts.ProbCut.R
	if beta <= s.hi {
		if need := (beta + margin - game.Score(m.B)) / game.Score(m.A); need < s.hi {
			if s.moveNode(p, need-s.nullWidth(), need, shallow, ply, kind) >= need && !s.stop.stopped {
				s.cutoffs[CutProbCut]++
				return beta, true
			}
		}
	}
	if alpha >= s.lo && !s.stop.stopped {
		if need := (alpha - margin - game.Score(m.B)) / game.Score(m.A); need > s.lo {
			if s.moveNode(p, need, need+s.nullWidth(), shallow, ply, kind) <= need && !s.stop.stopped {
				s.cutoffs[CutProbCut]++
				return alpha, true
			}
		}
	}
	return 0, false
}
