package draw_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"marengo/record/draw"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// smallPosition has a marshal that has moved and is known, and a spy that has moved.
func smallPosition(t *testing.T) *stratego.State {
	t.Helper()
	s, err := stratego.NewPosition(stratego.DefaultRules, stratego.Red, []stratego.Placement{
		{Square: strategotest.Square(t, "a1"), Color: stratego.Red, Rank: stratego.Flag},
		{Square: strategotest.Square(t, "b1"), Color: stratego.Red, Rank: stratego.Bomb},
		{Square: strategotest.Square(t, "e4"), Color: stratego.Red, Rank: stratego.Marshal, Moved: true, Known: true},
		{Square: strategotest.Square(t, "e7"), Color: stratego.Blue, Rank: stratego.Spy, Moved: true},
		{Square: strategotest.Square(t, "k0"), Color: stratego.Blue, Rank: stratego.Flag},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func drawn(t *testing.T, s *stratego.State, o draw.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := draw.Position(&b, s, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const smallPositionDrawn = `     a   b   c   d   e   f   g   h   j   k      
 10  .   .   .   .   .   .   .   .   .  (F)  10    () blue, 2 pieces
  9  .   .   .   .   .   .   .   .   .   .   9     lost nothing
  8  .   .   .   .   .   .   .   .   .   .   8  
  7  .   .   .   .  (S') .   .   .   .   .   7     red to move
  6  .   .  ~~~~~~~~ .   .  ~~~~~~~~ .   .   6     ply 0, 0 quiet
  5  .   .  ~~~~~~~~ .   .  ~~~~~~~~ .   .   5  
  4  .   .   .   .  [M!] .   .   .   .   .   4  
  3  .   .   .   .   .   .   .   .   .   .   3  
  2  .   .   .   .   .   .   .   .   .   .   2     lost nothing
  1 [F] [B]  .   .   .   .   .   .   .   .   1     [] red, 3 pieces
     a   b   c   d   e   f   g   h   j   k      
`

func TestDraw(t *testing.T) {
	if got := drawn(t, smallPosition(t), draw.Options{}); got != smallPositionDrawn {
		t.Errorf("drawn\n%s", got)
	}
}

// Colours change no column: without them and the tiles' edges the drawing is as
// wide as the plain one, and no rank that eyes must not see is in it.
func TestDrawInColour(t *testing.T) {
	red := stratego.Red
	got := drawn(t, smallPosition(t), draw.Options{Color: true, Eyes: &red, Players: [2]string{"A\nB\x1b[2J", ""}})
	bare := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(got, "")
	if strings.ContainsAny(bare, "\x1bS") || !strings.Contains(bare, "red A?B?[2J") {
		t.Errorf("drawn\n%s", bare)
	}
	lines := strings.Split(bare, "\n")
	for i := 1; i <= 10; i++ {
		if n := utf8.RuneCountInString(strings.TrimRight(lines[i], " ")); n < 45 {
			t.Errorf("line %d has %d columns: %q", i, n, lines[i])
		}
	}
	if strings.Count(got, "\x1b[0m") < strings.Count(got, "\x1b[38;5;231") {
		t.Error("a colour is left on")
	}
}

func TestResultWords(t *testing.T) {
	for want, r := range map[string]stratego.Result{
		"unfinished":                      stratego.Result{Winner: stratego.NoColor},
		"red wins: the flag is taken":     {Winner: stratego.Red, Reason: stratego.FlagCaptured},
		"draw: agreed":                    {Winner: stratego.NoColor, Reason: stratego.AgreedDraw},
		"blue wins: forfeit":              {Winner: stratego.Blue, Reason: stratego.Forfeit},
		"draw: too long without a battle": {Winner: stratego.NoColor, Reason: stratego.QuietLimit},
	} {
		if got := draw.ResultWords(r); got != want {
			t.Errorf("%v in words is %q, expected %q", r, got, want)
		}
	}
}

func ExamplePosition() {
	s, err := stratego.NewPosition(stratego.DefaultRules, stratego.Red, []stratego.Placement{
		{Square: stratego.At(0, 0), Color: stratego.Red, Rank: stratego.Flag},
		{Square: stratego.At(4, 3), Color: stratego.Red, Rank: stratego.Marshal},
		{Square: stratego.At(4, 6), Color: stratego.Blue, Rank: stratego.Spy},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	red := stratego.Red
	var b strings.Builder
	if err := draw.Position(&b, s, draw.Options{Eyes: &red}); err != nil {
		fmt.Println(err)
		return
	}
	for line := range strings.Lines(b.String()) {
		fmt.Println(strings.TrimRight(line, " \n"))
	}
	// Output:
	//      a   b   c   d   e   f   g   h   j   k
	//  10  .   .   .   .   .   .   .   .   .   .   10    () blue, 1 piece
	//   9  .   .   .   .   .   .   .   .   .   .   9     lost nothing
	//   8  .   .   .   .   .   .   .   .   .   .   8
	//   7  .   .   .   .  (?)  .   .   .   .   .   7     red to move
	//   6  .   .  ~~~~~~~~ .   .  ~~~~~~~~ .   .   6     ply 0, 0 quiet
	//   5  .   .  ~~~~~~~~ .   .  ~~~~~~~~ .   .   5
	//   4  .   .   .   .  [M]  .   .   .   .   .   4
	//   3  .   .   .   .   .   .   .   .   .   .   3
	//   2  .   .   .   .   .   .   .   .   .   .   2     lost nothing
	//   1 [F]  .   .   .   .   .   .   .   .   .   1     [] red, 2 pieces
	//      a   b   c   d   e   f   g   h   j   k
}
