package record_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"marengo/record"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

func TestFromStateNeedsThePath(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := strategotest.Shuffled(t, stratego.DefaultRules, rng)
	strategotest.Wander(s, 100, rng)
	var short stratego.State
	s.CopyTo(&short)
	if _, err := record.FromState(&short); err == nil {
		t.Error("a state without its whole path made a game")
	}
}

func TestReplayNamesPlyAndRule(t *testing.T) {
	g := newGame(t, "a4-a5", "a7-a6")
	for _, c := range []struct{ move, want string }{
		{"a5-b6", "ply 3: red cannot play a5-b6: the piece cannot go there"},
		{"a6-a5", "ply 3: red cannot play a6-a5: that piece is not the mover's"},
		{"e5-e6", "ply 3: red cannot play e5-e6: there is no piece on that square"},
	} {
		_, err := newGame(t, "a4-a5", "a7-a6", c.move).Replay()
		var illegal *record.IllegalMove
		if !errors.As(err, &illegal) || illegal.Ply != 3 || err.Error() != c.want {
			t.Errorf("%s: %v, expected %s", c.move, err, c.want)
		}
	}
	g.Result = stratego.Result{Winner: stratego.Red, Reason: stratego.FlagCaptured}
	if _, err := g.Replay(); err == nil || !strings.Contains(err.Error(), "the board goes on") {
		t.Errorf("a flag that nobody took: %v", err)
	}
	if _, err := g.At(99); err == nil {
		t.Error("a ply that is not there")
	}
}

// newGame returns a game with the given moves.
func newGame(t testing.TB, moves ...string) *record.Game {
	t.Helper()
	var setups [2]stratego.Setup
	for c, text := range []string{"23B23BFB334B4785B56454BS9277826225263M26", "F6B37355237B2442B462BS65B84B25983722632M"} {
		var err error
		if setups[c], err = stratego.ParseSetup(text); err != nil {
			t.Fatal(err)
		}
	}
	g := record.New(stratego.DefaultRules, setups[stratego.Red], setups[stratego.Blue])
	for _, text := range moves {
		g.Moves = append(g.Moves, strategotest.Move(t, text))
	}
	return g
}

func ExampleGame_Replay() {
	red, err := stratego.ParseSetup("23B23BFB334B4785B56454BS9277826225263M26")
	if err != nil {
		fmt.Println(err)
		return
	}
	g := record.New(stratego.DefaultRules, red, red)
	for _, text := range []string{"a4-a5", "k7-k6", "a5-a7"} {
		m, err := stratego.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		g.Moves = append(g.Moves, m)
	}
	_, err = g.Replay()
	fmt.Println(err)
	// Output: ply 3: red cannot play a5-a7: the piece cannot go there
}
