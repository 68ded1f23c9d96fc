package search

// Late-move reductions are our own addition: no paper of the three has them. A
// move that ordering puts far behind is first searched shallower, with the empty
// window that principal variation search gives it anyway, and in full only if it
// then turns out better than alpha.

// LateMoves says when moves are late; the zero value is off.
type LateMoves struct {
	After int // this many moves are searched in full
	Far   int // from this many on the reduction is two plies; 0 is never
}

// The least depths, below the move, that are reduced by one ply and by two.
const (
	lateDepth = 2
	farDepth  = 4
)

// lateBy returns by how much the i-th move of a frame is searched shallower.
// Moves that the table, their class or the killers put first are never late.
func (s *Searcher[S]) lateBy(f *frame, i, depth int) int {
	o := s.opts.Late
	if o.After == 0 || i < o.After || depth < lateDepth || len(f.scores) == 0 || f.scores[i] >= killerTier {
		return 0
	}
	if o.Far > 0 && i >= o.Far && depth >= farDepth {
		return 2
	}
	return 1
}
