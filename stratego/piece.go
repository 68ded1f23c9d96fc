package stratego

// Piece is what is known of one piece.
type Piece struct {
	ID     int // 0–39 within its side: its index in the setup, for a game that began with one
	Color  Color
	Rank   Rank   // NoRank where it is hidden
	Square Square // NoSquare once captured
	Start  Square // NoSquare for a piece that the game began without
	Moved  bool
	Known  bool // both players have seen its rank
}

// Alive says whether the piece is on the board.
func (p Piece) Alive() bool { return p.Square != NoSquare }

// Dead says whether the piece was captured.
func (p Piece) Dead() bool { return p.Square == NoSquare && p.Start != NoSquare }

// StartIndex returns where in its owner's setup the piece began, or -1.
func (p Piece) StartIndex() int {
	if i := p.Start.From(p.Color); p.Start < Squares && i < SetupSquares {
		return int(i)
	}
	return -1
}

func (b *board) piece(id uint8) Piece {
	return Piece{ID: int(id % side), Color: ColorOf(id), Rank: b.rank[id], Square: b.square[id], Start: b.start[id],
		Moved: b.flags[id]&hasMoved != 0, Known: b.flags[id]&isKnown != 0}
}

// Piece returns piece id, 0–39, of a side.
func (b *board) Piece(c Color, id int) Piece { return b.piece(uint8(c)*side + uint8(id)) }

// At returns the piece on a square; ok is false where there is none.
func (b *board) At(s Square) (p Piece, ok bool) {
	if s >= Squares || b.at[s] == noPiece {
		return Piece{}, false
	}
	return b.piece(b.at[s]), true
}

// Rules returns the rules of the game.
func (b *board) Rules() Rules { return b.rules }

// Turn returns the side to move, also after the end.
func (b *board) Turn() Color { return b.toMove }

// Result returns how the game ended, or that it goes on.
func (b *board) Result() Result { return b.result }

// Ply returns the number of plies played.
func (b *board) Ply() int { return int(b.ply) }

// Quiet returns the number of plies since the last battle, or since the start.
func (b *board) Quiet() int { return int(b.quiet) }

// Army returns how many pieces of each rank a side began with.
func (b *board) Army(c Color) Counts { return b.army[c] }

// Hidden returns a side's living pieces whose rank the opponent has not seen, by
// rank. Both players know these numbers: they are the army less what was shown.
func (b *board) Hidden(c Color) Counts { return b.inferOf(c).hidden }

// Events appends the plies as both players saw them, from the first that the path
// still holds.
func (b *board) Events(buf []Event) []Event {
	for _, rec := range b.hist {
		buf = append(buf, b.event(rec))
	}
	return buf
}

// LastEvents appends at most n of the latest events, the latest first.
func (b *board) LastEvents(buf []Event, n int) []Event {
	for i := len(b.hist) - 1; i >= 0 && n > 0; i, n = i-1, n-1 {
		buf = append(buf, b.event(b.hist[i]))
	}
	return buf
}

func (b *board) event(rec plyRecord) Event {
	e := Event{From: rec.from(), To: rec.to(), Battle: rec.battle(), Attacker: NoRank, Defender: NoRank}
	if e.Battle != NoBattle {
		e.Attacker, e.Defender = b.rank[rec.mover()], b.rank[rec.defender()]
	}
	return e
}

// MovesOf appends the moves that movement alone permits a side, whoever's turn it
// is and whatever repetition forbids. A hidden piece takes single steps.
func (b *board) MovesOf(c Color, buf []Move) []Move {
	var out moveBuffer
	return append(buf, out[:b.movements(c, &out)]...)
}
