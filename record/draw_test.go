package record_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"marengo/record"
	"marengo/stratego"
)

func drawn(t *testing.T, g *record.Game, o record.DrawOptions) string {
	t.Helper()
	s, err := g.Replay()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := record.Draw(&b, s, o); err != nil {
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
	if got := drawn(t, mustParse(t, smallPosition), record.DrawOptions{}); got != smallPositionDrawn {
		t.Errorf("drawn\n%s", got)
	}
}

// Colours change no column: without them and the tiles' edges the drawing is as
// wide as the plain one, and no rank that eyes must not see is in it.
func TestDrawInColour(t *testing.T) {
	red := stratego.Red
	got := drawn(t, mustParse(t, smallPosition), record.DrawOptions{Color: true, Eyes: &red, Players: [2]string{"A\nB\x1b[2J", ""}})
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
		"unfinished":                      record.Unfinished,
		"red wins: the flag is taken":     {Winner: stratego.Red, Reason: stratego.FlagCaptured},
		"draw: agreed":                    {Winner: stratego.NoColor, Reason: stratego.AgreedDraw},
		"blue wins: forfeit":              {Winner: stratego.Blue, Reason: stratego.Forfeit},
		"draw: too long without a battle": {Winner: stratego.NoColor, Reason: stratego.QuietLimit},
	} {
		if got := record.ResultWords(r); got != want {
			t.Errorf("%v in words is %q, expected %q", r, got, want)
		}
	}
}
