package notation_test

import (
	"fmt"
	"testing"

	"marengo/protocol/notation"
	"marengo/stratego"
)

func TestMovesReadAsTheyAreWritten(t *testing.T) {
	for from := stratego.Square(0); from < stratego.Squares; from++ {
		for to := stratego.Square(0); to < stratego.Squares; to++ {
			m := stratego.NewMove(from, to)
			straight := from != to && (from.File() == to.File() || from.Row() == to.Row())
			got, err := notation.ParseMove(notation.FormatMove(m))
			if (err == nil) != straight || straight && got != m {
				t.Errorf("%s is written as %q and read as %s, %v", stratego.FormatMove(m), notation.FormatMove(m), stratego.FormatMove(got), err)
			}
		}
	}
}

func TestBadMoves(t *testing.T) {
	for _, text := range []string{"", "0 3", "0 3 DOWN 0", "0 3 DOWN 10", "0 9 DOWN", "-1 3 DOWN", "0 3 NORTH", "0 3 DOWN x", "0 3 DOWN 1 1"} {
		if m, err := notation.ParseMove(text); err == nil {
			t.Errorf("%q was read as %s", text, stratego.FormatMove(m))
		}
	}
}

// The turn is that in which the game ended, of two plies each.
func TestEnd(t *testing.T) {
	for _, c := range []struct {
		winner stratego.Color
		reason string
		plies  int
		want   string
	}{
		{stratego.Red, "flag", 5, "RED VICTORY 3"},
		{stratego.Blue, "no_moves", 6, "BLUE VICTORY 3"},
		{stratego.Blue, "resigned", 6, "RED SURRENDER 4"},
		{stratego.Red, "resigned", 5, "BLUE SURRENDER 3"},
		{stratego.Blue, "timeout", 0, "RED ILLEGAL 1"},
		{stratego.Red, "forfeit", 5, "BLUE ILLEGAL 3"},
		{stratego.Red, "bad_setup", 0, "BLUE BAD_SETUP 0"},
		{stratego.NoColor, "agreed_draw", 7, "RED DRAW 4"},
		{stratego.NoColor, "both_immobile", 0, "RED DRAW 0"},
		{stratego.NoColor, "ply_limit", 10000, "BLUE DRAW_DEFAULT 5000"},
	} {
		who, word, turn := notation.End(c.winner, c.reason, c.plies)
		if got := fmt.Sprint(notation.Color(who), " ", word, " ", turn); got != c.want {
			t.Errorf("%v wins by %s after %d plies: %s, expected %s", c.winner, c.reason, c.plies, got, c.want)
		}
	}
}

func Example() {
	m, err := notation.ParseMove("0 3 DOWN 3")
	if err != nil {
		fmt.Println(err)
		return
	}
	e := stratego.Event{From: stratego.From(m), To: stratego.To(m), Battle: stratego.Tie, Attacker: stratego.Scout, Defender: stratego.Scout}
	fmt.Println(stratego.FormatMove(m), "is", notation.FormatMove(m), notation.FormatOutcome(e))
	// Output: k4-k7 is 0 3 DOWN 3 BOTHDIE 9 9
}
