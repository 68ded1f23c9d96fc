package stratego

import (
	"math/rand/v2"
	"testing"
)

// TestRepeats compares Repeats with a list of all positions since the last battle.
func TestRepeats(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 8))
	s, err := NewState(DefaultRules, ShuffledSetup(Classic, rng), ShuffledSetup(Classic, rng))
	if err != nil {
		t.Fatal(err)
	}
	type position struct {
		turn   Color
		square [2 * side]Square
	}
	here := func() position { return position{s.toMove, s.square} }
	var since []position // after each ply since the last battle, that included
	var moves []Move
	var last [2]Move
	found := 0
	for !s.Result().Over() {
		moves = s.Moves(moves[:0])
		m := moves[rng.IntN(len(moves))]
		c := s.Turn()
		if back := NewMove(To(last[c]), From(last[c])); rng.IntN(2) == 0 && s.Why(back).OK() {
			m = back // to and fro, so that positions come back
		}
		last[c] = m
		got := s.Repeats(m)
		s.Do(m)
		if s.Quiet() == 0 {
			since = since[:0]
		}
		want := 0
		for _, p := range since {
			if p == here() {
				want++
			}
		}
		if got != want {
			t.Fatalf("ply %d: %d repetitions, the list has %d", s.Ply(), got, want)
		}
		found += want
		since = append(since, here())
	}
	if found < 5 {
		t.Errorf("only %d repetitions were seen", found)
	}
}
