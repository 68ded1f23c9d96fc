package stratego

// inference holds what follows by counting about one side's hidden pieces. A
// hidden piece has either moved, and then is no bomb or flag, or it has not; a
// piece that moved far is a scout and no longer hidden. Pieces of the same kind
// are alike, so the exact answer has a closed form: a complete assignment
// with a given rank on a given piece exists
//
//   - for a moved piece, if a movable piece of that rank is hidden;
//   - for an unmoved piece, if a piece of that rank is hidden and, where it is
//     movable, enough other movable ones remain for all the pieces that moved.
type inference struct {
	moved, unmoved RankSet
	nMoved         uint8 // hidden pieces that have moved
	nUnmoved       uint8
	hidden         Counts
}

// count works the inference out for both sides.
func (v *View) count() {
	for c := Red; c <= Blue; c++ {
		v.infer[c] = v.inferOf(c)
	}
}

func (b *board) inferOf(c Color) (f inference) {
	f.hidden = b.army[c]
	for id := uint8(c) * side; id < uint8(c+1)*side; id++ {
		switch {
		case b.start[id] == NoSquare:
		case b.flags[id]&isKnown != 0:
			f.hidden[b.rank[id]]--
		case b.flags[id]&hasMoved != 0:
			f.nMoved++
		default:
			f.nUnmoved++
		}
	}
	for r, n := range f.hidden {
		if n > 0 {
			f.unmoved |= 1 << r
		}
	}
	f.moved = f.unmoved & movableRank
	if f.hidden.Movable() == int(f.nMoved) {
		f.unmoved &^= movableRank
	}
	return f
}

// possible returns the ranks a piece can have, as far as its opponent knows; for
// a piece of the View's own side it is the piece's rank that decides.
func (v *View) possible(id uint8) RankSet {
	if r := v.rank[id]; r != NoRank {
		return 1 << r
	}
	return v.possibleTo(id)
}

func (v *View) possibleTo(id uint8) RankSet {
	f := &v.infer[ColorOf(id)]
	switch {
	case v.flags[id]&isKnown != 0:
		return 1 << v.rank[id]
	case v.start[id] == NoSquare:
		return 0
	case v.flags[id]&hasMoved != 0:
		return f.moved
	}
	return f.unmoved
}

// Possible returns exactly the ranks that piece id of a side can have, to the eyes
// of its opponent: for an enemy piece what this player can infer, for an own
// piece what the enemy can.
func (v *View) Possible(c Color, id int) RankSet { return v.possibleTo(uint8(c)*side + uint8(id)) }

// HiddenMoved returns how many of a side's hidden pieces have moved, and how many
// have not.
func (v *View) HiddenMoved(c Color) (moved, unmoved int) {
	return int(v.infer[c].nMoved), int(v.infer[c].nUnmoved)
}

// Chance returns the probability that piece id of a side has a rank, to the eyes
// of its opponent, if every assignment that the facts permit is equally likely.
func (v *View) Chance(c Color, id int, r Rank) float64 {
	p := v.piece(uint8(c)*side + uint8(id))
	f := &v.infer[c]
	movable := float64(f.hidden.Movable())
	n := float64(f.hidden[r])
	switch {
	case p.Known:
		if p.Rank == r {
			return 1
		}
		return 0
	case p.Start == NoSquare || n == 0:
		return 0
	case p.Moved && r.Movable():
		return n / movable
	case p.Moved:
		return 0
	case r.Movable():
		return n * (1 - float64(f.nMoved)/movable) / float64(f.nUnmoved)
	}
	return n / float64(f.nUnmoved)
}
