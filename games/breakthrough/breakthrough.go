// Package breakthrough is ChanceBreakthrough (Schadd 5.5.3): Breakthrough on 8×8
// squares in which a player may throw two dice instead of moving, and the
// square they name is emptied.
//
// There are two types: State is a position, Evaluator says what it is worth.
package breakthrough

import (
	"math/bits"
	"math/rand/v2"

	"marengo/game"
)

// win is the value of a won game (Schadd 5.5.4: evaluations lie in [-1500, 1500]).
const win game.Score = 1500

// Square i is file i mod 8, row i div 8; First starts on rows 0 and 1 and moves
// up, Second on rows 6 and 7 and moves down.
const (
	size      = 8
	squares   = size * size
	fileA     = 0x0101010101010101
	fileH     = fileA << 7
	firstHome = 0xffff
	lastRow   = 0xff << 56
	firstRow  = 0xff
)

// Moves hold the square they start on in the low byte and the target in the
// next. rollMove throws the dice; an event holds the square that is
// emptied, or nothingEmptied.
const (
	moveBit        game.Move = 1 << 16
	eventBit       game.Move = 1 << 17
	rollMove       game.Move = 1<<18 | 0x4040
	nothingEmptied           = squares
)

// State is a position of ChanceBreakthrough.
type State struct {
	pieces  [2]uint64
	mover   game.Player
	rolling bool
	key     uint64
	undo    []undo
}

// undo is the whole position: it is smaller than a description of a move.
type undo struct {
	pieces  [2]uint64
	key     uint64
	mover   game.Player
	rolling bool
}

// New returns the initial position.
func New() *State {
	s := &State{undo: make([]undo, 0, 256)}
	s.pieces = [2]uint64{firstHome, firstHome << 48}
	for p, b := range s.pieces {
		for ; b != 0; b &= b - 1 {
			s.key ^= zobrist.piece[p][bits.TrailingZeros64(b)]
		}
	}
	return s
}

// Random returns the position after n random moves in a game that is not over,
// or nothing if the game ended before.
func Random(n int, rng *rand.Rand) (*State, bool) {
	s := New()
	var moves []game.Move
	var events []game.Outcome
	for played := 0; played < n || s.ToMove() == game.Chance; {
		switch s.ToMove() {
		case game.Nobody:
			return nil, false
		case game.Chance:
			events = s.Outcomes(events[:0])
			s.Do(draw(events, rng))
		default:
			moves = s.Moves(moves[:0])
			s.Do(moves[rng.IntN(len(moves))])
			played++
		}
	}
	s.undo = s.undo[:0]
	return s, s.ToMove() != game.Nobody
}

func draw(events []game.Outcome, rng *rand.Rand) game.Move {
	left := rng.Float64()
	for _, o := range events {
		if left -= o.P; left < 0 {
			return o.Move
		}
	}
	return events[len(events)-1].Move
}

// ToMove returns Chance after a roll, and Nobody once a piece has broken through
// or a player has none left.
func (s *State) ToMove() game.Player {
	switch {
	case s.winner() != game.Nobody:
		return game.Nobody
	case s.rolling:
		return game.Chance
	}
	return s.mover
}

func (s *State) winner() game.Player {
	switch {
	case s.pieces[0]&lastRow != 0 || s.pieces[1] == 0:
		return game.First
	case s.pieces[1]&firstRow != 0 || s.pieces[0] == 0:
		return game.Second
	}
	return game.Nobody
}

// Moves appends straight moves, moves to the left and to the right, each by
// square, and then the throw of the dice.
func (s *State) Moves(buf []game.Move) []game.Move {
	if s.rolling || s.winner() != game.Nobody {
		return buf
	}
	own, other := s.pieces[s.mover], s.pieces[s.mover.Other()]
	buf = appendSteps(buf, s.mover, own, ^(own | other), 0)
	buf = appendSteps(buf, s.mover, own&^uint64(fileA), ^own, -1)
	buf = appendSteps(buf, s.mover, own&^uint64(fileH), ^own, 1)
	return append(buf, rollMove)
}

// NoisyMoves appends the captures and the moves that win.
func (s *State) NoisyMoves(buf []game.Move) []game.Move {
	if s.rolling || s.winner() != game.Nobody {
		return buf
	}
	own, other := s.pieces[s.mover], s.pieces[s.mover.Other()]
	goal := uint64(lastRow)
	if s.mover == game.Second {
		goal = firstRow
	}
	buf = appendSteps(buf, s.mover, own, ^(own|other)&goal, 0)
	buf = appendSteps(buf, s.mover, own&^uint64(fileA), other|^own&goal, -1)
	return appendSteps(buf, s.mover, own&^uint64(fileH), other|^own&goal, 1)
}

// appendSteps appends the moves of pieces by one row forward and side files
// sideways onto the allowed squares.
func appendSteps(buf []game.Move, p game.Player, pieces, allowed uint64, side int) []game.Move {
	step := size + side
	if p == game.Second {
		step = -size + side
	}
	for b := pieces; b != 0; b &= b - 1 {
		from := bits.TrailingZeros64(b)
		if to := from + step; to >= 0 && to < squares && allowed>>to&1 != 0 {
			buf = append(buf, moveBit|game.Move(from)|game.Move(to)<<8)
		}
	}
	return buf
}

// Outcomes appends an event for each piece that the dice can hit, and one for
// all the empty squares together.
func (s *State) Outcomes(buf []game.Outcome) []game.Outcome {
	if s.ToMove() != game.Chance {
		return buf
	}
	occupied := s.pieces[0] | s.pieces[1]
	n := bits.OnesCount64(occupied)
	if n < squares {
		buf = append(buf, game.Outcome{Move: eventBit | nothingEmptied, P: float64(squares-n) / squares})
	}
	for b := occupied; b != 0; b &= b - 1 {
		buf = append(buf, game.Outcome{Move: eventBit | game.Move(bits.TrailingZeros64(b)), P: 1.0 / squares})
	}
	return buf
}

// Do moves a piece, throws the dice or empties a square.
func (s *State) Do(m game.Move) {
	s.undo = append(s.undo, undo{s.pieces, s.key, s.mover, s.rolling})
	switch {
	case m == rollMove:
		s.rolling = true
		s.key ^= zobrist.rolling
		return
	case m&eventBit != 0:
		s.rolling = false
		s.key ^= zobrist.rolling
		if sq := int(m &^ eventBit); sq < squares {
			s.clear(game.First, sq)
			s.clear(game.Second, sq)
		}
	default:
		from, to := int(m&0xff), int(m>>8&0xff)
		s.clear(s.mover, from)
		s.clear(s.mover.Other(), to)
		s.pieces[s.mover] |= 1 << to
		s.key ^= zobrist.piece[s.mover][to]
	}
	s.turn()
}

func (s *State) clear(p game.Player, sq int) {
	if s.pieces[p]>>sq&1 != 0 {
		s.pieces[p] &^= 1 << sq
		s.key ^= zobrist.piece[p][sq]
	}
}

func (s *State) turn() {
	s.mover = s.mover.Other()
	s.key ^= zobrist.turn
}

// Undo takes the last move, event or pass back.
func (s *State) Undo() {
	u := &s.undo[len(s.undo)-1]
	s.pieces, s.key, s.mover, s.rolling = u.pieces, u.key, u.mover, u.rolling
	s.undo = s.undo[:len(s.undo)-1]
}

// Key identifies the position; no rule looks at the past, so the depth does not
// matter.
func (s *State) Key(int) uint64 { return s.key }

// Value returns ±win.
func (s *State) Value() game.Score {
	if s.winner() == game.First {
		return win
	}
	return -win
}

// CanPass says whether a player is to move.
func (s *State) CanPass() bool { return s.ToMove() <= game.Second }

// Pass hands the turn over.
func (s *State) Pass() {
	s.undo = append(s.undo, undo{s.pieces, s.key, s.mover, s.rolling})
	s.turn()
}

// The classes of moves.
const (
	classWin = iota
	classCapture
	classMove
	classRoll
)

// Class puts winning moves first, then captures; other moves come before the dice.
func (s *State) Class(m game.Move) int {
	if m == rollMove {
		return classRoll
	}
	to := uint64(1) << (m >> 8 & 0xff)
	switch {
	case to&(lastRow|firstRow) != 0:
		return classWin
	case to&s.pieces[s.mover.Other()] != 0:
		return classCapture
	}
	return classMove
}

// QuietClasses returns the moves that neither win nor capture.
func (s *State) QuietClasses() (first, last int) { return classMove, classRoll }

// zobrist holds the random numbers that keys are made of; the seed fixes them.
var zobrist = func() (z struct {
	piece         [2][squares]uint64
	turn, rolling uint64
}) {
	rng := rand.New(rand.NewPCG(0xb4ea, 1))
	for p := range z.piece {
		for sq := range z.piece[p] {
			z.piece[p][sq] = rng.Uint64()
		}
	}
	z.turn, z.rolling = rng.Uint64(), rng.Uint64()
	return z
}()
