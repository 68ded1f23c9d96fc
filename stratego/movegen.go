package stratego

import "math/bits"

// MaxMoves bounds the moves of one position: eight scouts with at most 18 each
// and 25 other pieces with four.
const MaxMoves = 8*18 + 25*4

// moveBuffer is large enough for any position and lets an index of one byte, and
// four moves from there, run without a bounds check.
type moveBuffer [256 + 4]Move

// steps holds, for each square and each set of directions (north 1, south 2,
// east 4, west 8), the moves of one step, and stepCount how many they are.
var steps, stepCount = func() (t [Squares][16][4]Move, n [16]uint8) {
	for s := range t {
		for set := range t[s] {
			k := 0
			for d, step := range [4]int{Files, -Files, 1, -1} {
				if set>>d&1 != 0 {
					t[s][set][k] = NewMove(Square(s), Square(s+step))
					k++
				}
			}
			n[set] = uint8(k)
		}
	}
	return t, n
}()

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
// their number: single steps by square, then the scouts' long moves north, south,
// east and west.
func (b *board) movements(c Color, out *moveBuffer) uint8 {
	free := playable.andNot(b.occupied[c])
	m := b.mobile[c]
	n := b.emitSteps(out, m.and(free.south()), m.and(free.north()), m.and(free.west()), m.and(free.east()))

	s := b.scouts[c]
	if s.empty() {
		return n
	}
	empty := free.andNot(b.occupied[c^1])
	for t, d := s.north().and(empty), Move(2*Files); !t.empty(); d += Files {
		t = t.north().and(free)
		n = emitFar(out, n, t, d)
		t = t.and(empty)
	}
	for t, d := s.south().and(empty), Move(2*Files); !t.empty(); d += Files {
		t = t.south().and(free)
		n = emitFar(out, n, t, -d)
		t = t.and(empty)
	}
	for t, d := s.east().and(empty), Move(2); !t.empty(); d++ {
		t = t.east().and(free)
		n = emitFar(out, n, t, d)
		t = t.and(empty)
	}
	for t, d := s.west().and(empty), Move(2); !t.empty(); d++ {
		t = t.west().and(free)
		n = emitFar(out, n, t, -d)
		t = t.and(empty)
	}
	return n
}

// emitSteps writes the single steps of the pieces that have each direction open.
// It copies four moves for each piece, whatever their number: the next piece
// overwrites the surplus.
func (b *board) emitSteps(out *moveBuffer, north, south, east, west bitboard) (n uint8) {
	for w := north.lo | south.lo | east.lo | west.lo; w != 0; w &= w - 1 {
		s := bits.TrailingZeros64(w) & 63
		set := north.lo>>s&1 | south.lo>>s&1<<1 | east.lo>>s&1<<2 | west.lo>>s&1<<3
		*(*[4]Move)(out[n : int(n)+4]) = steps[s][set]
		n += stepCount[set]
	}
	for w := north.hi | south.hi | east.hi | west.hi; w != 0; w &= w - 1 {
		s := bits.TrailingZeros64(w) & 63
		set := north.hi>>s&1 | south.hi>>s&1<<1 | east.hi>>s&1<<2 | west.hi>>s&1<<3
		*(*[4]Move)(out[n : int(n)+4]) = steps[s+64][set]
		n += stepCount[set]
	}
	return n
}

// emitFar writes a move for each destination in t, coming from step squares before.
func emitFar(out *moveBuffer, n uint8, t bitboard, step Move) uint8 {
	for w := t.lo; w != 0; w &= w - 1 {
		out[n] = Move(bits.TrailingZeros64(w))*257 - step
		n++
	}
	for w := t.hi; w != 0; w &= w - 1 {
		out[n] = Move(bits.TrailingZeros64(w)+64)*257 - step
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
