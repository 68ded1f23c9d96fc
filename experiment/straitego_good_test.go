package experiment

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"marengo/record"
	"marengo/stratego"
)

// TestStraitegoGood: the flag that bombs wall in is better to every judge; only decided games between equal opponents count.
func TestStraitegoGood(t *testing.T) {
	walledIn, err := stratego.ParseSetup("3BFB54B4B473B8359B325862267356224M62S722")
	if err != nil {
		t.Fatal(err)
	}
	inFront := walledIn
	inFront[2], inFront[39] = inFront[39], inFront[2]
	game := func(blue string, winner stratego.Color) *record.Game {
		g := record.New(stratego.DefaultRules, walledIn, inFront)
		g.Players, g.Result.Winner = [2]string{"a", blue}, winner
		return g
	}
	e, err := Find("straitego-good")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	played := given(game("a", stratego.Red), game("a", stratego.Red), game("a", stratego.Red), game("a", stratego.Blue), game("a", stratego.NoColor), game("b", stratego.Red))
	if err := e.Run(context.Background(), &Options{CSV: true, Played: played}, &out); err != nil {
		t.Fatal(err)
	}
	share := "75.0% ± 25.0"
	want := "a,4," + share + "," + share + "," + share
	if !strings.Contains(out.String(), want) || !strings.Contains(out.String(), "all players,4,"+share) {
		t.Errorf("%s\nexpected %s, and the same of all players", out.String(), want)
	}
}
