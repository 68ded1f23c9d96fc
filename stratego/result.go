package stratego

import "fmt"

// Reason says how a game ended.
type Reason uint8

// The reasons. The board itself finds the first five; the others are decided
// outside it, by players or a referee.
const (
	Ongoing Reason = iota
	FlagCaptured
	NoMoves
	BothImmobile
	QuietLimit
	PlyLimit
	Resigned
	AgreedDraw
	Forfeit
)

var reasonNames = [...]string{"unfinished", "flag", "no_moves", "both_immobile", "quiet_limit", "ply_limit",
	"resigned", "agreed_draw", "forfeit"}

// String returns the reason in one word, as records write it.
func (r Reason) String() string {
	if int(r) >= len(reasonNames) {
		return fmt.Sprintf("reason(%d)", uint8(r))
	}
	return reasonNames[r]
}

// ParseReason reads a reason's word.
func ParseReason(s string) (Reason, error) {
	for i, name := range reasonNames {
		if name == s {
			return Reason(i), nil
		}
	}
	return 0, fmt.Errorf("unknown reason %q", s)
}

// Result is how a game ended, or the zero Reason while it goes on.
type Result struct {
	Winner Color // NoColor for a draw, and while the game goes on
	Reason Reason
}

// unfinished is the result of a game that goes on.
var unfinished = Result{Winner: NoColor}

// Over says whether the game has ended.
func (r Result) Over() bool { return r.Reason != Ongoing }

// Draw says whether the game has ended without a winner.
func (r Result) Draw() bool { return r.Over() && r.Winner == NoColor }

// Score returns what the result is worth to a player: 1, ½ or 0.
func (r Result) Score(c Color) float64 {
	switch r.Winner {
	case c:
		return 1
	case NoColor:
		return 0.5
	}
	return 0
}

// String returns a phrase such as "red wins (flag)".
func (r Result) String() string {
	switch {
	case !r.Over():
		return "unfinished"
	case r.Winner == NoColor:
		return "draw (" + r.Reason.String() + ")"
	}
	return r.Winner.String() + " wins (" + r.Reason.String() + ")"
}
