package stratego

// Steppers returns how many pieces of a side, not counting those of an attack under
// way, can each take a step to a free square of its own; still says whether hidden
// pieces that have not moved may. A piece that has stepped can step back, so a move of
// the enemy, who comes to stand on one square, spoils one of them at most and the side's
// own steps spoil none. The two-squares rule may bind the piece that moved last, and the
// chasing rule forbids nothing so soon after a battle: with n+2 such pieces a side
// has a quiet move as long as the enemy has made no more than n.
func (f *Field) Steppers(c Color, attack Move, still bool) (n int) {
	pieces, free := f.restless(c, attack, still), f.s.free()
	take := func(to bitboard, back func(bitboard) bitboard) {
		to = to.and(free)
		free, pieces = free.andNot(to), pieces.andNot(back(to))
		n += to.count()
	}
	take(pieces.north(), bitboard.south)
	take(pieces.south(), bitboard.north)
	take(pieces.east(), bitboard.west)
	take(pieces.west(), bitboard.east)
	return n
}

// SafeSteppers returns how many pieces can take a step in one direction, the best of the
// four, that gives the enemy no attack in one move that it would not have otherwise: none
// ends next to a piece of its, and none opens or enters a line of one that may go far.
func (f *Field) SafeSteppers(c Color, attack Move, still bool, far Sliders) int {
	pieces, free := f.restless(c, attack, still), f.s.free()
	enemy := f.s.mobile[c^1]
	enemy.set(To(attack))
	safe := free.andNot(enemy.around())
	if slide := f.sliders(c^1, attack, far); !slide.empty() {
		free.set(From(attack))
		free.set(To(attack))
		seen := slide.lines(free)
		safe, pieces = safe.andNot(seen), pieces.andNot(seen)
	}
	return max(pieces.north().and(safe).count(), pieces.south().and(safe).count(),
		pieces.east().and(safe).count(), pieces.west().and(safe).count())
}

// restless returns the pieces of a side that can move, without those of an attack.
func (f *Field) restless(c Color, attack Move, still bool) bitboard {
	pieces := f.s.mobile[c]
	if c == f.side && !still {
		pieces = pieces.andNot(f.still)
	}
	pieces.clear(From(attack))
	pieces.clear(To(attack))
	return pieces
}

// free returns the squares that nothing stands on.
func (b *board) free() bitboard { return playable.andNot(b.occupied[0]).andNot(b.occupied[1]) }

// lines returns the squares that pieces on b can go to far over free squares, with the
// first that is not free in each direction.
func (b bitboard) lines(free bitboard) (seen bitboard) {
	for t := b.north(); !t.empty(); t = t.and(free).north() {
		seen = seen.or(t)
	}
	for t := b.south(); !t.empty(); t = t.and(free).south() {
		seen = seen.or(t)
	}
	for t := b.east(); !t.empty(); t = t.and(free).east() {
		seen = seen.or(t)
	}
	for t := b.west(); !t.empty(); t = t.and(free).west() {
		seen = seen.or(t)
	}
	return seen
}

// Bound says, while an attack is under way, whether the two-squares rule may keep
// a piece of the other side from a move after it: that side's last moves were all one
// piece's.
func (f *Field) Bound() bool {
	b := &f.s.board
	n := b.rules.TwoSquares
	i := len(b.hist) - 1
	if n == 0 || i < 2*(n-1) {
		return false
	}
	for k := 1; k < n; k++ {
		if b.hist[i-2*k].mover() != b.hist[i].mover() {
			return false
		}
	}
	return true
}
