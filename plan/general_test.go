package plan

import (
	"testing"

	"marengo/stratego"
)

// oneMove gives a single move a value, for plans that only tip the balance.
type oneMove struct {
	move  string
	value float64
}

func (oneMove) Name() string { return "One" }

func (o oneMove) Score(s *Situation, scores []float64) {
	for i, m := range s.Moves {
		if stratego.FormatMove(m) == o.move {
			scores[i] += o.value
		}
	}
}

// TestRandomness: among equal moves another one wins with another seed and the same one
// with the same; a move that is better by a point always wins.
func TestRandomness(t *testing.T) {
	s := position(t, with("r8! e4", "b6! e8")...)
	for m, x := range score(t, randomness{}, s) {
		if x < 0 || x >= 1 {
			t.Errorf("%s has %v, expected 0 to 1", m, x)
		}
	}
	equals, better := NewPlanner([]Plan{randomness{}}, NewFigures()), NewPlanner([]Plan{randomness{}, oneMove{"e4-d4", 1}}, NewFigures())
	chosen := map[string]bool{}
	for seed := range uint64(40) {
		first, _ := bestWith(equals, s, seed)
		chosen[first] = true
		if again, _ := bestWith(equals, s, seed); again != first {
			t.Fatalf("seed %d chose %s, then %s", seed, first, again)
		}
		if m, _ := bestWith(better, s, seed); m != "e4-d4" {
			t.Errorf("seed %d plays %s over a move that is a point better", seed, m)
		}
	}
	if len(chosen) != 4 {
		t.Errorf("of four equal moves %v were chosen", chosen)
	}
}

// TestMovePenalty is the shape of table 8.1: a first step costs a little, a scout's far
// move more, an attack nothing.
func TestMovePenalty(t *testing.T) {
	s := position(t, with("r2 e4", "r5' a4", "b6 e7", "b2 a8")...)
	v := score(t, movePenalty{}, s)
	if v["e4-e5"] >= 0 || v["e4-e6"] >= v["e4-e5"] || v["e4-e7"] != 0 || v["a4-a5"] != 0 {
		t.Errorf("step %.2f, far move %.2f, attack %.2f, moved piece %.2f", v["e4-e5"], v["e4-e6"], v["e4-e7"], v["a4-a5"])
	}
}

// TestMovePenaltyChooses: of two sergeants with the same prospects the one that has moved
// already goes; where every piece has moved there is nothing to give away.
func TestMovePenaltyChooses(t *testing.T) {
	s := position(t, with("r4 e4", "r4' f4", "b6 e8", "b6 f8")...)
	move, _ := bestOf(NewPlanner([]Plan{movePenalty{}, oneMove{"e4-e5", 0.5}, oneMove{"f4-f5", 0.4}}, NewFigures()), s)
	if move != "f4-f5" {
		t.Errorf("plays %s, expected the sergeant that has moved", move)
	}
	score(t, movePenalty{}, position(t, with("r4' e4", "r4! f4", "b6 e8")...)).silent(t)
}

// TestMovePenaltyGrows: the more pieces have moved the more another costs.
func TestMovePenaltyGrows(t *testing.T) {
	few := score(t, movePenalty{}, position(t, with("r5 e4", "b6 e8")...))["e4-e5"]
	many := score(t, movePenalty{}, position(t, with("r5 e4", "r4' a3", "r4' b3", "r4' c3", "r6' d3", "b6 e8")...))["e4-e5"]
	if many >= few {
		t.Errorf("%.2f with four moved pieces, %.2f with none", many, few)
	}
}

// TestImpatience: after many quiet plies a major goes for the hidden piece beside
// it; at first it waits, and going back to where it was is dull.
func TestImpatience(t *testing.T) {
	s := position(t, with("r7! e6", "r7! a3", "b5' e7", "b2! k8", "b3 j9")...)
	score(t, impatience{}, s).silent(t)
	for range 12 {
		play(t, s, "a3-a4", "k8-k7", "a4-a5", "k7-k6", "a5-b5", "k6-j6", "b5-b4", "j6-j7", "b4-b3", "j7-j8", "b3-a3", "j8-k8")
	}
	v := score(t, impatience{}, s)
	v.wins(t, "e6-e7")
	if v["a3-a4"] >= v["e6-e5"] {
		t.Errorf("the twelfth round has %.2f, something new %.2f", v["a3-a4"], v["e6-e5"])
	}
}

// TestFigure23: red wins by catching the blue miner first; everything is known.
// The marshal is the only piece that can, and goes.
func TestFigure23(t *testing.T) {
	s := position(t, "rF c1", "rM! c3", "r3! k4", "b3! a5", "bF k0", "b9! j8", "b2! d9")
	move, ok := bestOf(NewPlanner(All(), NewFigures()), s)
	m, err := stratego.ParseMove(move)
	if err != nil || !ok {
		t.Fatalf("move %q, %v", move, err)
	}
	from, to, miner := stratego.From(m), stratego.To(m), stratego.At(0, 4)
	if from.String() != "c3" || stratego.Distance(to, miner) >= stratego.Distance(from, miner) {
		t.Errorf("plays %s, expected the marshal to go for the miner", move)
	}
}

// TestFiguresA1A2: a colonel that comes into the major's file from the side wins
// it by the two-squares rule, so the major acts before.
func TestFiguresA1A2(t *testing.T) {
	s := position(t, "rF k1", "r7! b1", "rB c1", "bF k0", "b8! b3", "r2 h1", "b2 k8")
	v := score(t, tacticalDefence{}, s)
	v.wins(t, "b1-a1")
}
