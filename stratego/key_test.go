package stratego_test

import (
	"math/rand/v2"
	"testing"

	"marengo/game"
	"marengo/game/gametest"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// TestEqualKeysPlayAlike lets games meet again that repeat: few pieces, pieces that
// the repetition rules can leave without a move, and Barrage.
func TestEqualKeysPlayAlike(t *testing.T) {
	meetings := 20_000
	if strategotest.Slow() {
		meetings = 1_000_000
	}
	starts := []struct {
		name, variant string
		make          func(testing.TB, stratego.Rules, *rand.Rand) *stratego.State
	}{
		{"caged", "", strategotest.Caged}, {"endgame", "", strategotest.Endgame}, {"barrage", "/barrage", strategotest.Shuffled},
	}
	presets := stratego.PresetNames()
	for i, preset := range presets {
		for _, start := range starts {
			r, err := stratego.Preset(preset + start.variant)
			if err != nil {
				t.Fatal(err)
			}
			t.Run(preset+" "+start.name, func(t *testing.T) {
				gametest.Meet(t, gametest.Meetings{
					N: meetings/(len(presets)*len(starts)) + 1, Seed: uint64(i),
					Start:  func(rng *rand.Rand) game.State { return start.make(t, r, rng) },
					Choose: repeat,
				})
			})
		}
	}
}

// repeat is how games are played that shuttle and chase.
func repeat(s game.State, path []game.Move, hunter game.Player, rng *rand.Rand) game.Move {
	occupied := func(q stratego.Square) bool { _, ok := s.(*stratego.State).At(q); return ok }
	return strategotest.Repeat(s.Moves(nil), path, s.ToMove() == hunter, occupied, rng)
}
