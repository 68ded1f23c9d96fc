package stratego

import "math/bits"

// MaxMoves bounds the moves of one position: eight scouts with at most 18 each
// and 25 other pieces with four.
const MaxMoves = 8*18 + 25*4

// moveBuffer is large enough for any position and lets an index of one byte run
// without a bounds check.
type moveBuffer [256]Move

// legal appends the moves of the side to move.
func (b *board) legal(buf []Move) []Move {
	if b.result.Over() {
		return buf
	}
	n := len(buf)
	if cap(buf)-n < len(moveBuffer{}) {
		buf = append(make([]Move, 0, n+len(moveBuffer{})), buf...)
	}
	out := (*moveBuffer)(buf[n : n+len(moveBuffer{})])
	k := b.movements(b.toMove, out)
	if b.mayForbid() {
		k = b.dropForbidden(out, k)
	}
	return buf[:n+int(k)]
}

// movements writes every move that movement alone permits a side, and returns
// their number: north, south, east and west, near before far.
func (b *board) movements(c Color, out *moveBuffer) uint8 {
	free := playable.andNot(b.occupied[c])
	empty := free.andNot(b.occupied[c^1])
	m, s := b.mobile[c], b.scouts[c]
	var n uint8

	n = emit(out, n, m.north().and(free), 10)
	for t, d := s.north().and(empty), Move(20); !t.empty(); d += 10 {
		t = t.north().and(free)
		n = emit(out, n, t, d)
		t = t.and(empty)
	}
	n = emit(out, n, m.south().and(free), -10&moveBits)
	for t, d := s.south().and(empty), Move(20); !t.empty(); d += 10 {
		t = t.south().and(free)
		n = emit(out, n, t, -d)
		t = t.and(empty)
	}
	n = emit(out, n, m.east().and(free), 1)
	for t, d := s.east().and(empty), Move(2); !t.empty(); d++ {
		t = t.east().and(free)
		n = emit(out, n, t, d)
		t = t.and(empty)
	}
	n = emit(out, n, m.west().and(free), -1&moveBits)
	for t, d := s.west().and(empty), Move(2); !t.empty(); d++ {
		t = t.west().and(free)
		n = emit(out, n, t, -d)
		t = t.and(empty)
	}
	return n
}

const moveBits = 1<<32 - 1

// emit writes a move for each destination in t, coming from step squares before.
func emit(out *moveBuffer, n uint8, t bitboard, step Move) uint8 {
	for w := t.lo; w != 0; w &= w - 1 {
		to := Move(bits.TrailingZeros64(w))
		out[n] = to*257 - step
		n++
	}
	for w := t.hi; w != 0; w &= w - 1 {
		to := Move(bits.TrailingZeros64(w)) + 64
		out[n] = to*257 - step
		n++
	}
	return n
}

// canMove says whether movement alone permits a side any move.
func (b *board) canMove(c Color) bool {
	free := playable.andNot(b.occupied[c])
	m := b.mobile[c]
	return !m.north().and(free).empty() || !m.south().and(free).empty() ||
		!m.east().and(free).empty() || !m.west().and(free).empty()
}

// reaches says whether movement alone permits a move: the right piece, a straight
// open way, no further than its rank goes. A piece of hidden rank may be a scout.
func (b *board) reaches(m Move) bool {
	from, to := From(m), To(m)
	if from >= Squares || to >= Squares || from == to || to.Lake() {
		return false
	}
	c := b.toMove
	if !b.occupied[c].has(from) || b.occupied[c].has(to) || !b.mobile[c].has(from) {
		return false
	}
	if !far(from, to) {
		return true
	}
	if r := b.rank[b.at[from]]; r != Scout && r != NoRank {
		return false
	}
	step := stepTowards(from, to)
	if step == 0 {
		return false
	}
	for s := int(from) + step; s != int(to); s += step {
		if Square(s).Lake() || b.at[s] != noPiece {
			return false
		}
	}
	return true
}

// stepTowards returns the step of a straight line between two squares, or 0.
func stepTowards(from, to Square) int {
	switch {
	case from.Row() == to.Row() && to > from:
		return 1
	case from.Row() == to.Row():
		return -1
	case from.File() == to.File() && to > from:
		return Files
	case from.File() == to.File():
		return -Files
	}
	return 0
}
