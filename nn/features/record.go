package features

import (
	"encoding/binary"
	"math"

	"marengo/nn"
	"marengo/stratego"
)

// Version is the observation's number in docs/features.md. Weights say which one
// they were trained on.
const Version = 2

// Name is how weight files name the observation.
const Name = nn.Observation

const (
	// RecordSize is the number of bytes in a Record.
	RecordSize = 960

	// MaxLegal is how many legal moves a Record has room for.
	MaxLegal = 250

	// History is how many of the last moves a Record shows.
	History = 32
)

// Record is the observation in its compact form.
type Record [RecordSize]byte

// Offsets of the record's fields.
const (
	pieces      = 0
	flags       = pieces + Tokens
	starts      = flags + Tokens
	ownDead     = starts + Tokens
	enemyDead   = ownDead + stratego.SetupSquares
	enemyHidden = enemyDead + stratego.SetupSquares
	ownHidden   = enemyHidden + stratego.Ranks
	enemyMoved  = ownHidden + stratego.Ranks
	ownMoved    = enemyMoved + 1
	enemyStill  = ownMoved + 1
	ownStill    = enemyStill + 1
	plies       = ownStill + 1
	quiet       = plies + 2
	sources     = quiet + 2
	targets     = sources + History
	legalCount  = targets + History
	legalMoves  = legalCount + 2
	plyLimit    = legalMoves + 2*MaxLegal
	quietLimit  = plyLimit + 2
)

// Codes of the bytes that stand for pieces.
const (
	ownPiece      = 1  // plus the rank
	ownUnknown    = 13 // of a rank that is not shown (Public)
	hiddenEnemy   = 16 // of unknown rank
	revealedEnemy = 17 // plus the rank
	deadPiece     = 1  // plus the rank
	noStart       = 255
	movedFlag     = 1
	seenFlag      = 2 // the others are deeds
)

// Legal returns the number of legal moves in the record.
func (r *Record) Legal() int { return int(binary.LittleEndian.Uint16(r[legalCount:])) }

// Move returns legal move i as a number, source·92 + destination.
func (r *Record) Move(i int) uint16 { return binary.LittleEndian.Uint16(r[legalMoves+2*i:]) }

// AttacksHidden says whether legal move i attacks an enemy of unknown rank.
func (r *Record) AttacksHidden(i int) bool { return r[pieces+int(r.Move(i))%Tokens] == hiddenEnemy }

// Plies returns the number of plies played.
func (r *Record) Plies() int { return int(binary.LittleEndian.Uint16(r[plies:])) }

// SetQuiet makes the record one of a game that is drawn after so many quiet plies, of which
// some have been played.
func (r *Record) SetQuiet(played, limit int) {
	r.put(quiet, played)
	r.put(quietLimit, limit)
}

// position is what a record is made from. A State and a View of it answer alike
// in all that a record reads: the rank of a hidden enemy is not asked for.
type position interface {
	Piece(c stratego.Color, id int) stratego.Piece
	Hidden(c stratego.Color) stratego.Counts
	Army(c stratego.Color) stratego.Counts
	Events(buf []stratego.Event) []stratego.Event
	LastEvents(buf []stratego.Event, n int) []stratego.Event
	Moves(buf []stratego.Move) []stratego.Move
	Ply() int
	Quiet() int
	Rules() stratego.Rules
}

// Writer makes records without allocating: one for each goroutine. It remembers the
// game it was shown, so that the next position of it costs little.
type Writer struct {
	moves       []stratego.Move
	events      []stratego.Event
	game, world follower
	imagines    bool // the world is one of the game as it stands
}

// Follow shows the writer a game, from whose worlds WriteState will be asked for
// records. Write does the same.
func (w *Writer) Follow(v *stratego.View) error {
	w.imagines = false
	return w.follow(v, &w.game)
}

// Write fills a record from a player's View. One without its whole path must be that of
// a world of the game that the writer saw last.
func (w *Writer) Write(v *stratego.View, rec *Record) error {
	w.events = v.Events(w.events[:0])
	if len(w.events) < v.Ply() {
		return w.imagined(v, v.Color(), rec)
	}
	if err := w.Follow(v); err != nil {
		return err
	}
	w.write(v, v.Color(), &w.game.deeds, rec)
	return nil
}

// WriteState fills a record with what the side to move may know of a State: the
// same, byte for byte, as from its View. What holds for the paths of Views holds for
// those of States.
func (w *Writer) WriteState(s *stratego.State, rec *Record) error {
	return w.imagined(s, s.Turn(), rec)
}

func (w *Writer) imagined(p position, c stratego.Color, rec *Record) error {
	if err := w.imagine(p); err != nil {
		return err
	}
	w.write(p, c, &w.world.deeds, rec)
	return nil
}

// WriteDeeds is WriteState for one who has followed the game himself, as the gym does;
// players get Views.
func (w *Writer) WriteDeeds(s *stratego.State, d *Deeds, rec *Record) { w.write(s, s.Turn(), d, rec) }

// Moves returns the moves of the record written last, in its order. The slice is
// valid until the next one is written.
func (w *Writer) Moves() []stratego.Move { return w.moves }

func (w *Writer) write(p position, c stratego.Color, d *Deeds, rec *Record) {
	*rec = Record{}
	for t := range Tokens {
		rec[starts+t] = noStart
	}
	own, enemy := p.Hidden(c), p.Hidden(c.Other())
	copy(rec[ownHidden:], own[:])
	copy(rec[enemyHidden:], enemy[:])
	for id := range stratego.SetupSquares {
		rec.own(p.Piece(c, id), c, d)
		rec.enemy(p.Piece(c.Other(), id), c, d)
	}
	rules := p.Rules()
	rec.put(plies, p.Ply())
	rec.put(quiet, p.Quiet())
	rec.put(plyLimit, rules.PlyLimit)
	rec.put(quietLimit, rules.QuietLimit)
	w.history(p, c, rec)

	w.moves = p.Moves(w.moves[:0])
	n := min(len(w.moves), MaxLegal)
	rec.put(legalCount, n)
	for i, m := range w.moves[:n] {
		binary.LittleEndian.PutUint16(rec[legalMoves+2*i:], MoveToken(m, c))
	}
}

// put enters a number, or the largest there is room for.
func (r *Record) put(at, n int) {
	binary.LittleEndian.PutUint16(r[at:], uint16(min(n, math.MaxUint16)))
}

// own enters a piece of the mover's.
func (r *Record) own(p stratego.Piece, c stratego.Color, d *Deeds) {
	if p.Dead() {
		if i := p.StartIndex(); i >= 0 {
			r[ownDead+i] = deadPiece + byte(p.Rank)
		}
		return
	}
	if !p.Alive() {
		return
	}
	t := r.stand(p, c, d)
	r[pieces+t] = ownPiece + byte(p.Rank)
	switch {
	case p.Known:
		r[flags+t] |= seenFlag
	case p.Moved:
		r[ownMoved]++
	default:
		r[ownStill]++
	}
}

// enemy enters a piece of the opponent's.
func (r *Record) enemy(p stratego.Piece, c stratego.Color, d *Deeds) {
	if p.Dead() {
		if i := p.StartIndex(); i >= 0 {
			r[enemyDead+i] = deadPiece + byte(p.Rank)
		}
		return
	}
	if !p.Alive() {
		return
	}
	t := r.stand(p, c, d)
	r[pieces+t] = hiddenEnemy
	switch {
	case p.Known:
		r[pieces+t] = revealedEnemy + byte(p.Rank)
	case p.Moved:
		r[enemyMoved]++
	default:
		r[enemyStill]++
	}
}

// stand enters what a living piece of either side has, and returns its token.
func (r *Record) stand(p stratego.Piece, c stratego.Color, d *Deeds) int {
	t := int(TokenOf(p.Square, c))
	r[flags+t] = d.done[int(p.Color)*army+p.ID]
	if p.Moved {
		r[flags+t] |= movedFlag
	}
	if i := p.StartIndex(); i >= 0 {
		r[starts+t] = byte(i)
	}
	return t
}

// history enters the last moves, the latest first.
func (w *Writer) history(p position, c stratego.Color, rec *Record) {
	w.events = p.LastEvents(w.events[:0], History)
	for i := range History {
		rec[sources+i], rec[targets+i] = byte(NoToken), byte(NoToken)
	}
	for i, e := range w.events {
		rec[sources+i], rec[targets+i] = byte(TokenOf(e.From, c)), byte(TokenOf(e.To, c))
	}
}
