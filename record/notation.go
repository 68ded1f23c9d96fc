package record

import (
	"fmt"

	"marengo/stratego"
)

// Notation writes a move that is about to be played as Arts does (2.2): "a4-a5";
// "e8#M-e7" for a piece both players know; "d8#Mxe8#8" for an attack.
func Notation(s *stratego.State, m stratego.Move) string {
	from, to := stratego.From(m), stratego.To(m)
	mover, _ := s.At(from)
	target, battle := s.At(to)
	switch {
	case battle:
		return fmt.Sprintf("%v#%cx%v#%c", from, mover.Rank.Letter(), to, target.Rank.Letter())
	case mover.Known:
		return fmt.Sprintf("%v#%c-%v", from, mover.Rank.Letter(), to)
	}
	return stratego.FormatMove(m)
}
