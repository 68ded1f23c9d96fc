package stratego

import "math/bits"

// bitboard is a set of squares: squares 0–63 in lo, 64–99 in hi.
type bitboard struct{ lo, hi uint64 }

// Masks of the squares a piece can stand on, and of those not on the a- or k-file.
var (
	playable = maskOf(func(s Square) bool { return !s.Lake() })
	notFileA = maskOf(func(s Square) bool { return s.File() != 0 })
	notFileK = maskOf(func(s Square) bool { return s.File() != Files-1 })
)

// beside holds, for each square, the squares next to it.
var beside = func() (t [Squares]bitboard) {
	for s := range t {
		for _, n := range Square(s).Neighbours() {
			t[s].set(n)
		}
	}
	return t
}()

func maskOf(in func(Square) bool) (b bitboard) {
	for s := Square(0); s < Squares; s++ {
		if in(s) {
			b.set(s)
		}
	}
	return b
}

func (b *bitboard) set(s Square) {
	if s < 64 {
		b.lo |= 1 << s
	} else {
		b.hi |= 1 << (s - 64)
	}
}

func (b *bitboard) clear(s Square) {
	if s < 64 {
		b.lo &^= 1 << s
	} else {
		b.hi &^= 1 << (s - 64)
	}
}

func (b bitboard) has(s Square) bool {
	if s < 64 {
		return b.lo>>s&1 != 0
	}
	return b.hi>>(s-64)&1 != 0
}

func (b bitboard) and(c bitboard) bitboard    { return bitboard{b.lo & c.lo, b.hi & c.hi} }
func (b bitboard) andNot(c bitboard) bitboard { return bitboard{b.lo &^ c.lo, b.hi &^ c.hi} }
func (b bitboard) or(c bitboard) bitboard     { return bitboard{b.lo | c.lo, b.hi | c.hi} }
func (b bitboard) empty() bool                { return b.lo|b.hi == 0 }
func (b bitboard) count() int                 { return bits.OnesCount64(b.lo) + bits.OnesCount64(b.hi) }

// The four shifts. Bits shifted past square 99 or below 0 fall out with the
// playable mask that every caller applies.
func (b bitboard) north() bitboard { return bitboard{b.lo << 10, b.hi<<10 | b.lo>>54} }
func (b bitboard) south() bitboard { return bitboard{b.lo>>10 | b.hi<<54, b.hi >> 10} }
func (b bitboard) east() bitboard {
	b = b.and(notFileK)
	return bitboard{b.lo << 1, b.hi<<1 | b.lo>>63}
}
func (b bitboard) west() bitboard {
	b = b.and(notFileA)
	return bitboard{b.lo>>1 | b.hi<<63, b.hi >> 1}
}

// around returns the squares next to any square of b, lakes and all.
func (b bitboard) around() bitboard { return b.north().or(b.south()).or(b.east()).or(b.west()) }
