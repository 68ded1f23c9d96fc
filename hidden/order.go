package hidden

import (
	"marengo/game"
	"marengo/stratego"
)

// The seven classes of moves (Arts 4.9.1). A battle that is sure to end in a tie
// comes with those against unknown pieces.
const (
	classFlag     = iota // takes the flag
	classSureWin         // an attack that is sure to win
	classUnknown         // an attack on or by an unknown piece
	classForward         // a move towards the opponent
	classSideways        // a move to the side
	classBackward        // a move back
	classSureLoss        // an attack that is sure to lose
)

// Class returns a move's class.
func (s *State) Class(m game.Move) int {
	from, to := stratego.From(m), stratego.To(m)
	p, d := s.field.PieceOn(from), s.field.PieceOn(to)
	if d == noID {
		ahead := to/stratego.Files > from/stratego.Files
		switch {
		case to/stratego.Files == from/stratego.Files:
			return classSideways
		case ahead == (s.field.Turn() == stratego.Red):
			return classForward
		}
		return classBackward
	}
	if s.field.Rank(d) == stratego.Flag {
		return classFlag
	}
	switch stratego.Fight(s.field.Rank(p), s.field.Rank(d)) {
	case stratego.Win:
		return classSureWin
	case stratego.Lose:
		return classSureLoss
	}
	return classUnknown
}

// QuietClasses returns the moves that are no attacks; with Options.BattlesByHistory
// also those whose outcome is open.
func (s *State) QuietClasses() (first, last int) {
	if s.opts.BattlesByHistory {
		return classUnknown, classBackward
	}
	return classForward, classBackward
}

// NoisyMoves appends the attacks on neighbours: scouts' long moves are left out
// (Schadd & Winands 5.1).
func (s *State) NoisyMoves(buf []game.Move) []game.Move {
	n := len(buf)
	buf = s.Moves(buf)
	k := n
	for _, m := range buf[n:] {
		if s.field.PieceOn(stratego.To(m)) != noID && !stratego.Far(m) {
			buf[k] = m
			k++
		}
	}
	return buf[:k]
}
