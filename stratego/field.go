package stratego

// Field is a board on which battles end as the caller says: the ground for a
// search that treats hidden ranks as chance. It moves pieces, applies the
// repetition rules and ends games exactly as a State does, being made of one; what
// hidden pieces are is its caller's concern.
//
// Pieces are named by id: 0–39 red's and 40–79 blue's, in the order of Piece.ID.
type Field struct {
	s     State
	still bitboard // hidden pieces that have not moved
	held  bool     // the still ones are all bombs and flag: they cannot move
	side  Color    // whose pieces they are
}

// NoID is what PieceOn returns for an empty square.
const NoID = noPiece

// passMover marks the record of a pass: no piece has this id.
const passMover uint8 = 127

// Field writes the board as the View shows it into a Field, keeping its memory.
// The enemy's hidden pieces have NoRank and take single steps.
func (v *View) Field(into *Field) {
	v.copyTo(&into.s.board, copiedPlies)
	into.s.world = 0
	into.side, into.held, into.still = v.color^1, false, bitboard{}
	for id := uint8(into.side) * side; id < uint8(into.side+1)*side; id++ {
		if into.s.square[id] != NoSquare && into.s.rank[id] == NoRank && into.s.flags[id]&hasMoved == 0 {
			into.still.set(into.s.square[id])
		}
	}
}

// Turn returns the side to move.
func (f *Field) Turn() Color { return f.s.toMove }

// Result returns how the game ended, or that it goes on.
func (f *Field) Result() Result { return f.s.result }

// Quiet returns the plies since the last battle.
func (f *Field) Quiet() int { return int(f.s.quiet) }

// PieceOn returns the id of the piece on a square, or NoID.
func (f *Field) PieceOn(s Square) uint8 { return f.s.at[s] }

// Rank returns a piece's rank, NoRank for a hidden one.
func (f *Field) Rank(id uint8) Rank { return f.s.rank[id] }

// SquareOf returns where a piece stands, NoSquare for a captured one.
func (f *Field) SquareOf(id uint8) Square { return f.s.square[id] }

// Moved says whether a piece has moved.
func (f *Field) Moved(id uint8) bool { return f.s.flags[id]&hasMoved != 0 }

// Known says whether both players have seen a piece's rank.
func (f *Field) Known(id uint8) bool { return f.s.flags[id]&isKnown != 0 }

// SetRank gives a piece a rank, or NoRank to hide it again.
func (f *Field) SetRank(id uint8, r Rank) {
	f.s.rank[id] = r
	if f.s.square[id] != NoSquare {
		f.s.setMobility(id)
	}
}

// SetStill enters a hidden piece's square among those that have not moved, or
// takes it out.
func (f *Field) SetStill(s Square, still bool) {
	if still {
		f.still.set(s)
	} else {
		f.still.clear(s)
	}
}

// Hold says whether the still pieces are known to be unable to move. It does not
// judge: set it before Step.
func (f *Field) Hold(held bool) { f.held = held }

// Step plays a move with a given outcome and ends the game where the rules do.
func (f *Field) Step(m Move, outcome Battle) {
	f.s.apply(m, outcome)
	f.judge()
}

// TakeFlag plays the move that captures a flag.
func (f *Field) TakeFlag(m Move) {
	c := f.s.toMove
	f.s.apply(m, Win)
	f.s.result = Result{Winner: c, Reason: FlagCaptured}
}

// judge is State.judge with the still pieces held where they are.
func (f *Field) judge() {
	if !f.held {
		f.s.judge()
		return
	}
	mobile := f.s.mobile[f.side]
	f.s.mobile[f.side] = mobile.andNot(f.still)
	f.s.judge()
	f.s.mobile[f.side] = mobile
}

// Back takes the last Step, TakeFlag or Pass back.
func (f *Field) Back() {
	b := &f.s.board
	n := len(b.hist) - 1
	rec := b.hist[n]
	if rec.mover() != passMover {
		b.undo()
		return
	}
	b.hist, b.keys = b.hist[:n], b.keys[:n]
	c := b.toMove ^ 1
	b.run[c]--
	b.run[c^1] = b.formerRun(rec)
	b.ply--
	b.toMove = c
	b.result = unfinished
}

// Pass hands the turn over. It breaks every run and chase: its record looks like
// the move of a piece that did not survive.
func (f *Field) Pass() {
	b := &f.s.board
	c := b.toMove
	b.hist = append(b.hist, plyRecord(passMover)<<moverShift|plyRecord(Lose)<<battleShift|
		plyRecord(b.quiet)<<quietShift|plyRecord(min(b.run[c^1], clockMask))<<runShift)
	b.keys = append(b.keys, b.key)
	b.run[c^1] = 0
	b.run[c]++
	b.ply++
	b.toMove = c ^ 1
	f.judge()
}

// Moves appends the legal moves of the side to move.
func (f *Field) Moves(buf []Move) []Move {
	if !f.held || f.s.toMove != f.side {
		return f.s.legal(buf)
	}
	mobile := f.s.mobile[f.side]
	f.s.mobile[f.side] = mobile.andNot(f.still)
	buf = f.s.legal(buf)
	f.s.mobile[f.side] = mobile
	return buf
}

// LongMoves appends the legal moves of the side to move if its hidden pieces can
// also go as far as scouts.
func (f *Field) LongMoves(buf []Move) []Move {
	c := f.s.toMove
	scouts := f.s.scouts[c]
	for id := uint8(c) * side; id < uint8(c+1)*side; id++ {
		if s := f.s.square[id]; s != NoSquare && f.s.rank[id] == NoRank && !(f.held && f.still.has(s)) {
			f.s.scouts[c].set(s)
		}
	}
	buf = f.Moves(buf)
	f.s.scouts[c] = scouts
	return buf
}

// Key returns a number for where each piece stands and whose turn it is, with as
// much of the path folded in as can matter within depth plies. Ranks are not
// part of it.
func (f *Field) Key(depth int) uint64 { return f.s.Key(depth) }

// Contacts returns the pieces of a side that stand next to an enemy, as a set of
// squares: 0–63 in lo, 64–99 in hi.
func (f *Field) Contacts(c Color) (lo, hi uint64) {
	b := f.s.occupied[c].and(f.s.occupied[c^1].around())
	return b.lo, b.hi
}

// Near returns the pieces of a side that are at most some steps away from an enemy or
// from a square, as Contacts does.
func (f *Field) Near(c Color, or Square, steps int) (lo, hi uint64) {
	near := f.s.occupied[c^1]
	near.set(or)
	for range steps {
		near = near.or(near.around())
	}
	near = near.and(f.s.occupied[c])
	return near.lo, near.hi
}

// Far says whether a move goes further than one square.
func Far(m Move) bool { return far(From(m), To(m)) }

// PliesLeft returns how many plies can be played before the ply limit ends the
// game, a large number where there is none.
func (f *Field) PliesLeft() int {
	if f.s.rules.PlyLimit == 0 {
		return MaxLimit
	}
	return f.s.rules.PlyLimit - int(f.s.ply)
}

// QuietLeft returns how many plies without a battle draw, counted from a battle.
func (f *Field) QuietLeft() int {
	if f.s.rules.QuietLimit == 0 {
		return MaxLimit
	}
	return f.s.rules.QuietLimit
}
