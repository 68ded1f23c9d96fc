package stratego

import "fmt"

// The two repetition rules (De Boer A3, quoting articles 10 and 11 of the ISF).
//
// Both look at the path, never at a hidden rank, so both players can tell what is
// forbidden. docs/rules.md states the choices.

// span is the stretch of squares between the ends of a move along its line.
type span struct{ lo, hi Square }

func spanOf(from, to Square) span {
	if from < to {
		return span{from, to}
	}
	return span{to, from}
}

// crossing is the stretch of borders that one piece has crossed with each of its
// last moves; the zero value forbids nothing.
type crossing struct {
	piece  Square // where the piece stands
	common span
	column bool // the borders lie along a file
	exact  bool // only the whole stretch counts, not its parts
}

// twoSquares returns what the two-squares rule keeps the side to move from
// crossing: the last n moves were all its own piece's, in one line, and have a
// border in common. ok is false where nothing is forbidden.
func (b *board) twoSquares() (x crossing, ok bool) {
	n := b.rules.TwoSquares
	i := len(b.hist) - 2
	if n == 0 || i < 2*(n-1) {
		return x, false
	}
	last := b.hist[i]
	from, to := last.from(), last.to()
	if !b.occupied[b.toMove].has(to) || b.at[to] != last.mover() {
		return x, false
	}
	x = crossing{piece: to, common: spanOf(from, to), column: from.File() == to.File(), exact: !b.rules.ScoutClause}
	for k := 1; k < n; k++ {
		i -= 2
		p := b.hist[i]
		if p.to() != from || p.mover() != last.mover() {
			return x, false
		}
		from = p.from()
		if (from.File() == p.to().File()) != x.column || !x.narrow(spanOf(from, p.to())) {
			return x, false
		}
	}
	return x, true
}

// narrow keeps the borders that s crosses too; false when none is left.
func (x *crossing) narrow(s span) bool {
	if x.exact {
		return x.common == s
	}
	x.common.lo, x.common.hi = max(x.common.lo, s.lo), min(x.common.hi, s.hi)
	return x.common.lo < x.common.hi
}

// forbids says whether a move crosses a common border once more.
func (x *crossing) forbids(m Move) bool {
	from, to := From(m), To(m)
	if from != x.piece || (from.File() == to.File()) != x.column {
		return false
	}
	narrowed := *x
	return narrowed.narrow(spanOf(from, to))
}

// shortestChase is the fewest positions of a chase one of which a move can bring
// back other than by going straight back, which is always allowed.
const shortestChase = 3

// chaseBrings returns the ply after which the side to move had already made the
// position that a move leads to, in its present chase; ok is false where there is
// none or the rule does not forbid the move: an attack, or a move straight back.
func (b *board) chaseBrings(m Move) (ply int, ok bool) {
	c := b.toMove
	from, to := From(m), To(m)
	i := len(b.hist) - 2
	if !b.rules.MoreSquares || b.run[c] < shortestChase || b.at[to] != noPiece {
		return 0, false
	}
	p := b.at[from]
	if last := b.hist[i]; last.from() == to && last.to() == from && last.mover() == p {
		return 0, false
	}
	key := b.key ^ zobrist[p][from] ^ zobrist[p][to]
	for k := b.run[c]; k > 0 && i >= 0; k-- {
		if b.keys[i] == key {
			return int(b.ply) - (len(b.hist) - i) + 1, true
		}
		i -= 2
	}
	return 0, false
}

// mayForbid says quickly whether a repetition rule could forbid any move at all.
func (b *board) mayForbid() bool {
	if b.rules.MoreSquares && b.run[b.toMove] >= shortestChase {
		return true
	}
	i := len(b.hist) - 2
	if b.rules.TwoSquares == 0 || i < 2 || b.hist[i].from() != b.hist[i-2].to() {
		return false
	}
	_, ok := b.twoSquares()
	return ok
}

// dropForbidden removes the moves that a repetition rule forbids.
func (b *board) dropForbidden(out *moveBuffer, n uint8) uint8 {
	x, ok := b.twoSquares()
	var k uint8
	for i := range n {
		m := out[i]
		if ok && x.forbids(m) {
			continue
		}
		if _, bad := b.chaseBrings(m); bad {
			continue
		}
		out[k] = m
		k++
	}
	return k
}

// Rule names what makes a move illegal.
type Rule uint8

// The rules a move can offend against; None for a legal move.
const (
	None Rule = iota
	GameOver
	NoPiece
	NotYours
	Unmovable
	Unreachable
	TwoSquaresRule
	MoreSquaresRule
)

// Refusal says why a move is not legal, for the people at the board.
type Refusal struct {
	Rule  Rule
	Since int // the first ply that counts towards a repetition rule, from 1
}

// OK says whether the move is legal after all.
func (r Refusal) OK() bool { return r.Rule == None }

// String returns the refusal as a sentence without a full stop.
func (r Refusal) String() string {
	switch r.Rule {
	case None:
		return "the move is legal"
	case GameOver:
		return "the game is over"
	case NoPiece:
		return "there is no piece on that square"
	case NotYours:
		return "that piece is not the mover's"
	case Unmovable:
		return "bombs and flags do not move"
	case Unreachable:
		return "the piece cannot go there"
	case TwoSquaresRule:
		return fmt.Sprintf("the two-squares rule forbids it: the piece has gone to and fro over that border since ply %d", r.Since)
	case MoreSquaresRule:
		return fmt.Sprintf("the more-squares rule forbids it: the chase would bring back the position after ply %d", r.Since)
	}
	return "the move is not legal"
}

// Why says whether a move is legal for the side to move and, if not, which rule
// forbids it and since when.
func (b *board) Why(m Move) Refusal {
	from := From(m)
	switch {
	case b.result.Over():
		return Refusal{Rule: GameOver}
	case from >= Squares || b.at[from] == noPiece:
		return Refusal{Rule: NoPiece}
	case ColorOf(b.at[from]) != b.toMove:
		return Refusal{Rule: NotYours}
	case !b.mobile[b.toMove].has(from):
		return Refusal{Rule: Unmovable}
	case !b.reaches(m):
		return Refusal{Rule: Unreachable}
	}
	if x, ok := b.twoSquares(); ok && x.forbids(m) {
		return Refusal{TwoSquaresRule, int(b.ply) - 2*b.rules.TwoSquares + 1}
	}
	if ply, ok := b.chaseBrings(m); ok {
		return Refusal{MoreSquaresRule, ply}
	}
	return Refusal{}
}
