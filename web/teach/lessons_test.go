package teach

import (
	"encoding/json"
	"testing"

	"marengo/stratego"
)

// solutions leads through every board; the first move of traps fails it.
var (
	solutions = map[string][]string{
		"moves/walk":    {"e4-e5", "e5-e6"},
		"moves/win":     {"e4-e5", "e5-e6"},
		"moves/choose":  {"e5-f5"},
		"moves/equal":   {"e4-e5", "e5-e6"},
		"special/scout": {"a2-a9"},
		"special/spy":   {"e4-e5", "e5-e6"},
		"special/miner": {"e5-e6"},
		"flag/capture":  {"e8-e9", "e9-e0"},
		"hidden/ask":    {"e4-e8"},
		"hidden/still":  {"e5-e6", "e6-e7", "e7-e8"},
		"hidden/fear":   {"e5-f5", "e4-e5", "e5-e6"},
	}
	traps = map[string][]string{"moves/choose": {"e5-e6"}, "special/spy": {"f4-f5", "f5-f6", "f6-e6"}, "special/miner": {"f5-f6"}, "flag/capture": {"f8-f9", "f9-e9"}, "hidden/fear": {"e5-e6"}}
)

func play(t *testing.T, s *step, moves []string) *try {
	t.Helper()
	x, err := s.begin()
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range moves {
		m, err := stratego.ParseMove(text)
		if err == nil {
			err = x.play(m)
		}
		if err != nil {
			t.Fatalf("move %d, %s: %v", i+1, text, err)
		}
		checkHidden(t, x)
	}
	return x
}

// checkHidden looks for ranks in what is shown that red has not seen.
func checkHidden(t *testing.T, x *try) {
	t.Helper()
	shown := x.shown()
	for _, p := range shown.Position.Pieces {
		truth, ok := x.state.At(stratego.Square(p.At))
		if !ok || truth.Color == stratego.Blue && !truth.Known && p.Rank != "" {
			data, _ := json.Marshal(p) // for the message alone
			t.Fatalf("the hidden %v is shown: %s", truth.Rank, data)
		}
	}
}

// TestEveryStepCanBeSolved plays the solutions and the traps.
func TestEveryStepCanBeSolved(t *testing.T) {
	for _, l := range lessons {
		for i := range l.steps {
			s := &l.steps[i]
			if s.setup {
				continue
			}
			name := l.id + "/" + s.id
			x := play(t, s, nil)
			checkHidden(t, x)
			if v := x.verdict(); v != open {
				t.Errorf("%s begins as %v", name, v)
			}
			if v := play(t, s, solutions[name]).verdict(); v != reached {
				t.Errorf("%s: the solution is %v", name, v)
			}
			if trap, ok := traps[name]; ok {
				if v := play(t, s, trap).verdict(); v != failed {
					t.Errorf("%s: the trap is %v", name, v)
				}
			}
			// Whoever dawdles is always answered.
			x = play(t, s, nil)
			for range maxMoves {
				moves := x.state.Moves(nil)
				if x.verdict() != open || len(moves) == 0 {
					break
				}
				if err := x.play(moves[len(moves)-1]); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
		}
	}
}
