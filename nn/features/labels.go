package features

import "marengo/stratego"

// Labels are the truth about the enemy's hidden pieces, for a learner that is taught to
// guess: 1 + rank by token, 0 where there is nothing to guess. No observation has any of it.
type Labels [Tokens]byte

// Write fills in the labels of a position, for the player to move.
func (l *Labels) Write(s *stratego.State) {
	*l = Labels{}
	c := s.Turn()
	for id := range stratego.SetupSquares {
		if p := s.Piece(c.Other(), id); p.Alive() && !p.Known {
			l[TokenOf(p.Square, c)] = 1 + byte(p.Rank)
		}
	}
}
