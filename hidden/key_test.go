package hidden

import (
	"math/rand/v2"
	"slices"
	"testing"

	"marengo/game"
	"marengo/game/gametest"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// TestEqualKeysPlayAlike lets games meet again that repeat, with unknown pieces to
// attack on the way.
func TestEqualKeysPlayAlike(t *testing.T) {
	meetings := 2_000
	if strategotest.Slow() {
		meetings = 100_000
	}
	rules, err := stratego.Preset("match")
	if err != nil {
		t.Fatal(err)
	}
	for name, start := range map[string]func(testing.TB, stratego.Rules, *rand.Rand) *stratego.State{
		"caged": strategotest.Caged, "endgame": strategotest.Endgame,
	} {
		t.Run(name, func(t *testing.T) {
			gametest.Meet(t, gametest.Meetings{
				N: meetings, Seed: 1, Choose: repeat,
				Start: func(rng *rand.Rand) game.State {
					v := new(stratego.View)
					start(t, rules, rng).View(stratego.Color(rng.IntN(2)), v)
					return newState(t, v, Options{LongScouts: rng.IntN(2) == 0})
				},
			})
		})
	}
}

// repeat plays games that shuttle and chase.
func repeat(g game.State, path []game.Move, hunter game.Player, rng *rand.Rand) game.Move {
	s := g.(*State)
	var plies []stratego.Move
	for _, m := range path {
		if m&eventBit == 0 {
			plies = append(plies, m)
		}
	}
	occupied := func(q stratego.Square) bool { return s.field.PieceOn(q) != noID }
	return strategotest.Repeat(s.Moves(nil), plies, s.ToMove() == hunter, occupied, rng)
}

// An attack that waits for a rank is one more crossing of its border: with it the
// marshal may not go back two plies later if it has gone to and fro before.
func TestKeyLooksPastTheAttackThatWaits(t *testing.T) {
	rules, err := stratego.Preset("straitego")
	if err != nil {
		t.Fatal(err)
	}
	waiting := func(moves ...string) *State {
		s := strategotest.Position(t, rules, stratego.Red, "red M a1", "red 6 c1", "blue 2 a4", "blue 6 k0")
		strategotest.Play(t, s, moves...)
		v := new(stratego.View)
		s.View(stratego.Red, v)
		h := newState(t, v, Options{})
		h.Do(strategotest.Move(t, "a1xa2"))
		return h
	}
	after := func(s *State) []game.Move {
		s.Do(s.Outcomes(nil)[0].Move)
		s.Do(strategotest.Move(t, "k0-k9"))
		return s.Moves(nil)
	}
	shuttled, waited := waiting("a1-a2", "a4-a3", "a2-a1", "a3-a2"), waiting("c1-c2", "a4-a3", "c2-c1", "a3-a2")
	same := shuttled.Key(1) == waited.Key(1)
	if a, b := after(shuttled), after(waited); slices.Equal(a, b) {
		t.Fatalf("going to and fro forbids nothing: %v", a)
	}
	if same {
		t.Error("equal keys for depth 1, and the moves after one ply differ")
	}
}
