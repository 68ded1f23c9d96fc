package agents

import (
	"marengo/game"
	"marengo/stratego"
)

// nearMoves prunes a position's moves to those near the piece that moved last and to
// captures (Schoenmakers 12): where a move begins or ends within distance
// steps of that piece, or attacks. A position without such moves keeps all.
func nearMoves(distance int) func(*stratego.State, []game.Move) []game.Move {
	return func(s *stratego.State, moves []game.Move) []game.Move {
		var buf [1]stratego.Event
		last := s.LastEvents(buf[:0], 1)
		if len(last) == 0 {
			return moves
		}
		at := last[0].To
		near := func(sq stratego.Square) bool { return stratego.Distance(sq, at) <= distance }
		kept := 0
		for _, m := range moves {
			from, to := stratego.From(m), stratego.To(m)
			_, attacks := s.At(to)
			if attacks || near(from) || near(to) {
				moves[kept] = m
				kept++
			}
		}
		if kept == 0 {
			return moves
		}
		return moves[:kept]
	}
}
