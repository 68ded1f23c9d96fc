// Package dice is the game of Dice (Hauk 2004; Schadd 5.5.2): two players put
// checkers on a board of m×m squares, one playing columns, the other rows. A
// die thrown before each move says which column or row. The first to own a
// line of checkers, orthogonal or diagonal, wins. By the printed rule a line
// has m checkers; its length is a parameter, since Schadd's games are too short for that.
//
// There are two types: State is a position, Evaluator says what it is worth.
package dice

import (
	"fmt"
	"math/rand/v2"

	"marengo/game"
)

// The board sizes. Hauk's experiments used 5 for node counts and 11 for play.
const (
	minSize = 2
	MaxSize = 11
)

// win is the value of a won game (Schadd 5.5.4: evaluations lie in [-10, 10]).
const win game.Score = 10

// eventBit marks the moves that are throws of the die.
const eventBit game.Move = 1 << 16

// State is a position of Dice. The player to move is First on even plies; a
// throw comes before each of them.
type State struct {
	geo    *geometry
	owner  [MaxSize * MaxSize]int8 // player+1, 0 for an empty square
	left   [2][MaxSize]int8        // empty squares of each player's columns or rows
	lines  []line
	units  [2]int64 // worth of each player's checkers on lines that can still be won
	mover  game.Player
	rolled int8 // 1 + the column or row that was thrown, 0 before the throw
	winner game.Player
	empty  int16
	key    uint64
	undo   []undo
}

// line counts a line's checkers and their worth.
type line struct {
	count [2]int8
	units [2]int64
}

// undo is what cannot be recomputed: the rest of a move is reversed.
type undo struct {
	square int8 // -1 for a throw or a pass
	rolled int8
	passed bool
}

// New returns an empty board of m×m squares on which a line of that many checkers
// wins; 0 is m, the printed rule.
func New(m, length int) (*State, error) {
	if m < minSize || m > MaxSize {
		return nil, fmt.Errorf("dice board of size %d, expected %d to %d", m, minSize, MaxSize)
	}
	if length == 0 {
		length = m
	}
	if length < minSize || length > m {
		return nil, fmt.Errorf("lines of %d on a dice board of size %d, expected %d to %d", length, m, minSize, m)
	}
	geo := geometries[m][length]
	s := &State{geo: geo, lines: make([]line, geo.lines), winner: game.Nobody, empty: int16(m * m)}
	s.undo = make([]undo, 0, 2*m*m+maxPasses)
	for p := range s.left {
		for i := range m {
			s.left[p][i] = int8(m)
		}
	}
	return s, nil
}

// maxPasses is room for the passes of a search.
const maxPasses = 64

// Random returns a position reached by n random moves, the die thrown for the
// next one, in which nobody has won.
func Random(m, length, n int, rng *rand.Rand) (*State, error) {
	for {
		s, err := New(m, length)
		if err != nil {
			return nil, err
		}
		if n < 0 || n >= m*m {
			return nil, fmt.Errorf("%d checkers on a dice board of size %d, expected 0 to %d", n, m, m*m-1)
		}
		var moves []game.Move
		var events []game.Outcome
		for len(s.undo) < 2*n+1 && s.ToMove() != game.Nobody {
			if s.ToMove() == game.Chance {
				events = s.Outcomes(events[:0])
				s.Do(events[rng.IntN(len(events))].Move)
				continue
			}
			moves = s.Moves(moves[:0])
			s.Do(moves[rng.IntN(len(moves))])
		}
		if s.ToMove() <= game.Second {
			s.undo = s.undo[:0]
			return s, nil
		}
	}
}

// ToMove returns Chance before each throw, and Nobody once a line is complete or
// the board full.
func (s *State) ToMove() game.Player {
	switch {
	case s.winner != game.Nobody || s.empty == 0:
		return game.Nobody
	case s.rolled == 0:
		return game.Chance
	}
	return s.mover
}

// Moves appends the empty squares of the column or row that was thrown.
func (s *State) Moves(buf []game.Move) []game.Move {
	if s.ToMove() > game.Second {
		return buf
	}
	for _, sq := range s.geo.choices[s.mover][s.rolled-1] {
		if s.owner[sq] == 0 {
			buf = append(buf, game.Move(sq)+1)
		}
	}
	return buf
}

// Outcomes appends the throws. A throw that names a full column or row is thrown
// again, so the others are equally likely.
func (s *State) Outcomes(buf []game.Outcome) []game.Outcome {
	if s.ToMove() != game.Chance {
		return buf
	}
	open := 0
	for i := range s.geo.size {
		if s.left[s.mover][i] > 0 {
			open++
		}
	}
	p := 1 / float64(open)
	for i := range s.geo.size {
		if s.left[s.mover][i] > 0 {
			buf = append(buf, game.Outcome{Move: eventBit | game.Move(i+1), P: p})
		}
	}
	return buf
}

// Do throws the die or puts a checker down.
func (s *State) Do(m game.Move) {
	if m&eventBit != 0 {
		s.undo = append(s.undo, undo{square: -1})
		s.setRolled(int8(m &^ eventBit))
		return
	}
	sq := int8(m - 1)
	s.undo = append(s.undo, undo{square: sq, rolled: s.rolled})
	p := s.mover
	s.put(sq, p, 1)
	s.owner[sq] = int8(p) + 1
	s.setRolled(0)
	s.turn()
}

// Undo takes the last throw, checker or pass back.
func (s *State) Undo() {
	u := s.undo[len(s.undo)-1]
	s.undo = s.undo[:len(s.undo)-1]
	if u.square < 0 && !u.passed {
		s.setRolled(0)
		return
	}
	s.turn()
	s.setRolled(u.rolled)
	if u.passed {
		return
	}
	s.winner = game.Nobody
	s.owner[u.square] = 0
	s.put(u.square, s.mover, -1)
}

// put adds (sign 1) or removes (sign -1) a checker's count and worth on the
// lines through its square.
func (s *State) put(sq int8, p game.Player, sign int8) {
	share := int64(sign) * s.geo.share[sq]
	for _, l := range s.geo.through[sq] {
		x := &s.lines[l]
		s.units[0] -= x.open(0)
		s.units[1] -= x.open(1)
		x.count[p] += sign
		x.units[p] += share
		s.units[0] += x.open(0)
		s.units[1] += x.open(1)
		if int(x.count[p]) == s.geo.line {
			s.winner = p
		}
	}
	col, row := sq%int8(s.geo.size), sq/int8(s.geo.size)
	s.left[game.First][col] -= sign
	s.left[game.Second][row] -= sign
	s.empty -= int16(sign)
	s.key ^= zobrist.square[p][sq]
}

// open returns the worth of a player's checkers on the line, zero once the
// opponent has one there.
func (l *line) open(p int) int64 {
	if l.count[p^1] > 0 {
		return 0
	}
	return l.units[p]
}

func (s *State) setRolled(r int8) {
	s.key ^= zobrist.rolled[s.rolled] ^ zobrist.rolled[r]
	s.rolled = r
}

func (s *State) turn() {
	s.mover = s.mover.Other()
	s.key ^= zobrist.turn
}

// Key identifies the position; no rule of Dice looks at the past, so the depth
// does not matter.
func (s *State) Key(int) uint64 { return s.key }

// Value returns ±win, or 0 for a full board without a line.
func (s *State) Value() game.Score {
	switch s.winner {
	case game.First:
		return win
	case game.Second:
		return -win
	}
	return 0
}

// CanPass says whether a checker is to be placed.
func (s *State) CanPass() bool { return s.ToMove() <= game.Second }

// Pass leaves the throw unused.
func (s *State) Pass() {
	s.undo = append(s.undo, undo{square: -1, rolled: s.rolled, passed: true})
	s.setRolled(0)
	s.turn()
}
