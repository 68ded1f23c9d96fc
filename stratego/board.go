package stratego

import "math/rand/v2"

// side is the number of pieces a side can have; piece ids are 0–39 for red and
// 40–79 for blue.
const side = SetupSquares

// noPiece stands for an empty square in board.at.
const noPiece uint8 = 255

// What both players know of a piece beside where it stands.
const (
	hasMoved uint8 = 1 << iota
	isKnown        // its rank was shown in a battle or by a move only a scout makes
)

// board is what State and View share: where the pieces stand, how they got there,
// and which moves are legal. Nothing in it depends on the ranks of pieces that
// the player to move does not own.
//
// Copying a board by value shares hist and keys; copyTo does not.
type board struct {
	rules  Rules
	toMove Color
	result Result
	ply    int32    // plies played
	quiet  int32    // plies since the last battle
	run    [2]int32 // positions each side has created in its present chase (repetition.go)
	key    uint64   // of every individual piece on its square

	occupied [2]bitboard
	mobile   [2]bitboard // pieces that can move; of hidden ranks, those that may
	scouts   [2]bitboard // pieces that can move far, as far as known

	at     [Squares]uint8 // piece id, or noPiece
	square [2 * side]Square
	start  [2 * side]Square // NoSquare for a piece the game began without
	rank   [2 * side]Rank   // NoRank where a View must not know it
	flags  [2 * side]uint8
	army   [2]Counts // what each side began with; public

	// The path: one record and one key for each ply, the last ply last. A copy
	// begins with fewer than ply entries.
	hist []plyRecord
	keys []uint64
}

// plyRecord packs what Undo needs into eight bytes, so that with its key a ply
// takes sixteen: from, to, the piece that moved, the piece attacked, the
// outcome, the flags that the ply may have set, and as they were the quiet plies and
// the length of the opponent's chase, the latter only if it is below clockMask.
type plyRecord uint64

const (
	toShift       = 7
	moverShift    = 14
	defenderShift = 21
	battleShift   = 28
	flagsShift    = 30 // mover's two flags, then the defender's known flag
	quietShift    = 33
	runShift      = 48
	field7        = 1<<7 - 1
	clockMask     = MaxLimit
)

func (p plyRecord) from() Square    { return Square(p & field7) }
func (p plyRecord) to() Square      { return Square(p >> toShift & field7) }
func (p plyRecord) mover() uint8    { return uint8(p >> moverShift & field7) }
func (p plyRecord) defender() uint8 { return uint8(p >> defenderShift & field7) }
func (p plyRecord) battle() Battle  { return Battle(p >> battleShift & 3) }

// survived says whether the piece that moved was still there afterwards.
func (p plyRecord) survived() bool { b := p.battle(); return b == NoBattle || b == Win }

// chases says whether a piece that moves from a square evades the one that moved.
func (p plyRecord) chases(from Square) bool { return p.survived() && beside[p.to()].has(from) }

// zobrist holds a number for each piece on each square. Pieces of one rank have
// different numbers: a position counts as the same only if every individual
// piece stands where it stood (De Boer A3).
var zobrist = func() (t [2 * side][Squares]uint64) {
	rng := rand.New(rand.NewPCG(0x6d6172656e676f, 1))
	for p := range t {
		for s := range t[p] {
			t[p][s] = rng.Uint64()
		}
	}
	return t
}()

// ColorOf returns whose piece an id is.
func ColorOf[ID int | int8 | uint8](piece ID) Color {
	if piece >= side {
		return Blue
	}
	return Red
}

// clearBoard makes b an empty board, keeping its memory.
func (b *board) clearBoard(r Rules, toMove Color) {
	hist, keys := b.hist[:0], b.keys[:0]
	*b = board{rules: r, toMove: toMove, result: unfinished, hist: hist, keys: keys}
	for i := range b.at {
		b.at[i] = noPiece
	}
	for i := range b.square {
		b.square[i], b.start[i], b.rank[i] = NoSquare, NoSquare, NoRank
	}
}

// place puts a piece on the board before the first ply.
func (b *board) place(piece uint8, r Rank, s Square) {
	c := ColorOf(piece)
	b.at[s] = piece
	b.square[piece], b.start[piece], b.rank[piece] = s, s, r
	b.key ^= zobrist[piece][s]
	b.occupied[c].set(s)
	b.setMobility(piece)
	if r < NoRank {
		b.army[c][r]++
	}
}

// setMobility enters a living piece into the sets of pieces that move and that
// move far, by its rank. A hidden rank may move.
func (b *board) setMobility(piece uint8) {
	c, s, r := ColorOf(piece), b.square[piece], b.rank[piece]
	b.mobile[c].clear(s)
	b.scouts[c].clear(s)
	if r == NoRank || r.Movable() {
		b.mobile[c].set(s)
	}
	if r == Scout {
		b.scouts[c].set(s)
	}
}

// copyTo makes into a copy that shares no memory with b and has the last plies
// of its path, at least keep of them and as many as the rules look back on.
func (b *board) copyTo(into *board, keep int) {
	hist, keys := into.hist, into.keys
	*into = *b
	keep = max(keep, 2*maxTwoSquares, 2*int(max(b.run[0], b.run[1])))
	first := max(0, len(b.hist)-keep)
	into.hist = append(hist[:0], b.hist[first:]...)
	into.keys = append(keys[:0], b.keys[first:]...)
}

// apply plays a move whose outcome is known. The caller has checked the move, and
// shows the ranks of a battle afterwards.
func (b *board) apply(m Move, outcome Battle) {
	from, to := From(m), To(m)
	c := b.toMove
	p := b.at[from]
	d := b.at[to]

	// 1. Remember what Undo cannot work out.
	rec := plyRecord(from) | plyRecord(to)<<toShift | plyRecord(p)<<moverShift |
		plyRecord(outcome)<<battleShift | plyRecord(b.flags[p])<<flagsShift |
		plyRecord(b.quiet)<<quietShift | plyRecord(min(b.run[c^1], clockMask))<<runShift

	// 2. The opponent's chase goes on only if this piece evaded it.
	if n := len(b.hist); n == 0 || !b.hist[n-1].chases(from) {
		b.run[c^1] = 0
	}
	b.run[c]++

	// 3. Move the pieces.
	b.lift(p, from)
	b.flags[p] |= hasMoved
	if outcome == NoBattle {
		if b.quiet < MaxLimit {
			b.quiet++
		}
		b.drop(p, to)
		if far(from, to) {
			b.flags[p] |= isKnown
		}
	} else {
		rec |= plyRecord(d)<<defenderShift | plyRecord(b.flags[d]&isKnown)<<(flagsShift+1)
		b.quiet = 0
		b.flags[p] |= isKnown
		b.flags[d] |= isKnown
		if outcome != Lose {
			b.lift(d, to)
			b.square[d] = NoSquare
		}
		if outcome == Win {
			b.drop(p, to)
		} else {
			b.square[p] = NoSquare
		}
	}
	b.ply++
	b.toMove = c ^ 1
	b.hist = append(b.hist, rec)
	b.keys = append(b.keys, b.key)
}

// undo takes the last apply back. Ranks that a View has learnt stay learnt.
func (b *board) undo() {
	n := len(b.hist) - 1
	rec := b.hist[n]
	b.hist, b.keys = b.hist[:n], b.keys[:n]
	c := b.toMove ^ 1
	p := rec.mover()
	if rec.survived() {
		b.lift(p, rec.to())
	}
	if o := rec.battle(); o != NoBattle {
		d := rec.defender()
		if o != Lose {
			b.drop(d, rec.to())
		}
		b.flags[d] = b.flags[d]&^isKnown | uint8(rec>>(flagsShift+1))&isKnown
	}
	b.flags[p] = uint8(rec>>flagsShift) & (hasMoved | isKnown)
	b.drop(p, rec.from())
	b.run[c]--
	b.run[c^1] = b.formerRun(rec)
	b.quiet = int32(rec >> quietShift & clockMask)
	b.ply--
	b.toMove = c
	b.result = unfinished
}

// formerRun returns the length that the opponent's chase had before a ply that
// was just taken off the path. What the record cannot hold is counted again.
func (b *board) formerRun(rec plyRecord) int32 {
	if run := rec >> runShift & clockMask; run < clockMask {
		return int32(run)
	}
	run := int32(1)
	for i := len(b.hist) - 2; i > 0 && b.hist[i].mover() != passMover && b.hist[i-1].chases(b.hist[i].from()); i -= 2 {
		run++
	}
	return run
}

// lift takes a piece off its square; drop puts it on one.
func (b *board) lift(p uint8, s Square) {
	c := ColorOf(p)
	b.at[s] = noPiece
	b.key ^= zobrist[p][s]
	if s < 64 {
		bit := uint64(1) << s
		b.occupied[c].lo &^= bit
		b.mobile[c].lo &^= bit
		b.scouts[c].lo &^= bit
	} else {
		bit := uint64(1) << (s - 64)
		b.occupied[c].hi &^= bit
		b.mobile[c].hi &^= bit
		b.scouts[c].hi &^= bit
	}
}

func (b *board) drop(p uint8, s Square) {
	c := ColorOf(p)
	b.at[s] = p
	b.square[p] = s
	b.key ^= zobrist[p][s]
	bit := uint64(1) << (s & 63)
	move, slide := mobility[b.rank[p]].move&bit, mobility[b.rank[p]].slide&bit
	if s < 64 {
		b.occupied[c].lo |= bit
		b.mobile[c].lo |= move
		b.scouts[c].lo |= slide
	} else {
		b.occupied[c].hi |= bit
		b.mobile[c].hi |= move
		b.scouts[c].hi |= slide
	}
}

// mobility holds, for each rank, all ones where it moves and where it slides.
var mobility = func() (t [Ranks + 1]struct{ move, slide uint64 }) {
	for r := range t {
		if Rank(r) == NoRank || Rank(r).Movable() {
			t[r].move = ^uint64(0)
		}
	}
	t[Scout].slide = ^uint64(0)
	return t
}()

// far says whether a move goes further than one square.
func far(from, to Square) bool {
	return !beside[from].has(to)
}
