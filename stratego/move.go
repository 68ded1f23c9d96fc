package stratego

import (
	"fmt"
	"strings"

	"marengo/game"
)

// Move is a move of one piece: its square in the low byte, where it goes in the
// next. An attack is a move onto an enemy piece.
type Move = game.Move

// NewMove returns the move from one square to another.
func NewMove(from, to Square) Move { return Move(from) | Move(to)<<8 }

// From returns the square a move starts on.
func From(m Move) Square { return Square(m) }

// To returns the square a move ends on, or attacks.
func To(m Move) Square { return Square(m >> 8) }

// FormatMove writes a move as "a4-a5".
func FormatMove(m Move) string { return From(m).String() + "-" + To(m).String() }

// ParseMove reads a move such as "a4-a5" or "a4xa5". Ranks after a #, as in
// "d8#Mxe8#8", are passed over. It checks the form, not whether the move is legal.
func ParseMove(text string) (Move, error) {
	i := strings.IndexAny(text, "-x")
	if i < 0 {
		return 0, fmt.Errorf("bad move %q, expected one such as a4-a5", text)
	}
	from, err := ParseSquare(dropRank(text[:i]))
	if err != nil {
		return 0, fmt.Errorf("bad move %q: %w", text, err)
	}
	to, err := ParseSquare(dropRank(text[i+1:]))
	if err != nil {
		return 0, fmt.Errorf("bad move %q: %w", text, err)
	}
	return NewMove(from, to), nil
}

// dropRank cuts a trailing "#M" off a square.
func dropRank(s string) string {
	if len(s) == 4 && s[2] == '#' {
		if _, ok := ParseRank(s[3]); ok {
			return s[:2]
		}
	}
	return s
}

// Event is a ply as both players saw it: in a battle both ranks are shown.
type Event struct {
	From, To           Square
	Battle             Battle
	Attacker, Defender Rank // NoRank unless there was a battle
}

// Move returns the move that was played.
func (e Event) Move() Move { return NewMove(e.From, e.To) }

// String writes the event as Arts does (2.2): "a4-a5", or "d8#Mxe8#8" for a battle.
func (e Event) String() string {
	if e.Battle == NoBattle {
		return FormatMove(e.Move())
	}
	return fmt.Sprintf("%v#%cx%v#%c", e.From, e.Attacker.Letter(), e.To, e.Defender.Letter())
}
