package experiment

import (
	"context"
	"testing"

	"marengo/agent"
	"marengo/stratego"
)

// TestEndgameIsWon: plans win figure 2.3 against plans, with either colour. By De Boer's figures they
// take the miner on the way; with a flag that is better guarded the miner need not fall.
func TestEndgameIsWon(t *testing.T) {
	for _, player := range []string{"invincible:paper,guess=model", "invincible"} {
		for g := range 2 {
			r, err := playEndgame(context.Background(), [2]string{player, player}, agent.Budget{}, 1, g)
			if err != nil {
				t.Fatal(err)
			}
			if r.Score != 1 || !r.Trap && player != "invincible" {
				t.Errorf("%s, game %d: %+v, expected a win that begins with the miner", player, g, r)
			}
		}
	}
}

func TestTurnedRound(t *testing.T) {
	s, err := freePosition("figure 2.3", figure23)
	if err != nil {
		t.Fatal(err)
	}
	other, err := turnedRound(s)
	if err != nil {
		t.Fatal(err)
	}
	if other.Turn() != stratego.Blue || len(other.Moves(nil)) != len(s.Moves(nil)) {
		t.Errorf("%v to move with %d moves, %v with %d before", other.Turn(), len(other.Moves(nil)), s.Turn(), len(s.Moves(nil)))
	}
	back, err := turnedRound(other)
	if err != nil {
		t.Fatal(err)
	}
	if back.Key(0) != s.Key(0) {
		t.Error("turned twice it is another position")
	}
}

// TestPeople: in every moment the moves that the text names are legal.
func TestPeople(t *testing.T) {
	for _, s := range situations {
		state, err := s.state()
		if err != nil {
			t.Errorf("%s: %v", s.name, err)
			continue
		}
		legal := map[string]bool{}
		for _, m := range state.Moves(nil) {
			legal[stratego.FormatMove(m)] = true
		}
		for _, m := range append(s.better, s.played) {
			if m != "" && !legal[m] {
				t.Errorf("%s: %s is no legal move", s.name, m)
			}
		}
	}
}
