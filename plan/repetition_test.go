package plan

import (
	"slices"
	"testing"

	"marengo/stratego"
)

// The endgames of figures A3 and A4 (De Boer A3): by evading at the right moment blue turns
// red's guard into a chase, and the more-squares rule ends it. The text defines what
// the rule does to red, not what red plays best, so that is what the tests hold. It
// names the pieces and no squares: those are chosen to fit what it says of them.

// rulesA3 are the rules of the thesis: five moves on two squares.
func rulesA3(t *testing.T, moreSquares bool) stratego.Rules {
	t.Helper()
	rules, err := stratego.Preset("isf2007")
	if err != nil {
		t.Fatal(err)
	}
	rules.MoreSquares = moreSquares
	return rules
}

// figureA3 is the marshal alone before its flag, with two pieces waiting that are no miners.
var figureA3 = []string{"rF e1", "rB d1", "rB f1", "rM! e2", "bF a0", "b7! d3", "b6! f3"}

// answersA3 are blue's answers to the marshal's steps among the fields before the
// flag: the piece it comes next to evades, and comes back as it goes back.
var answersA3 = map[string]string{
	"e2-d2": "d3-e3", "d2-e2": "e3-d3",
	"e2-f2": "f3-e3", "f2-e2": "e3-f3",
	"e2-e3": "d3-d2", "e3-e2": "d2-d3",
}

// guards plays every way in which red can go on with moves that have an answer, and calls
// out where none is left to it. It fails where red goes on for longer than a
// hundred plies.
func guards(t *testing.T, s *stratego.State, answers map[string]string, out func()) {
	t.Helper()
	if s.Ply() > 100 {
		t.Fatal("red goes on for ever")
	}
	ended := true
	for _, m := range s.Moves(nil) {
		answer, ok := answers[stratego.FormatMove(m)]
		if !ok {
			continue
		}
		ended = false
		s.Do(m)
		play(t, s, answer)
		guards(t, s, answers, out)
		s.Undo()
		s.Undo()
	}
	if ended {
		out()
	}
}

// blueForces says whether blue wins within some plies whatever red does.
func blueForces(s *stratego.State, plies int) bool {
	if r := s.Result(); r.Over() {
		return r.Winner == stratego.Blue
	}
	if plies == 0 {
		return false
	}
	red := s.Turn() == stratego.Red
	for _, m := range s.Moves(nil) {
		s.Do(m)
		won := blueForces(s, plies-1)
		s.Undo()
		if won != red {
			return won
		}
	}
	return red
}

// refused returns the rule that forbids a move.
func refused(t *testing.T, s *stratego.State, move string) stratego.Rule {
	t.Helper()
	m, err := stratego.ParseMove(move)
	if err != nil {
		t.Fatal(err)
	}
	return s.Why(m).Rule
}

// roundA3 goes to every field before the flag once and back.
var roundA3 = []string{"e2-d2", "d3-e3", "d2-e2", "e3-d3", "e2-f2", "f3-e3", "f2-e2", "e3-f3", "e2-e3", "d3-d2", "e3-e2", "d2-d3"}

// TestFigureA3: once the marshal has been everywhere it may not go there again, and
// the planner plays the one move left. However red goes about it, the guard ends, and then
// blue takes the flag.
func TestFigureA3(t *testing.T) {
	s := positionUnder(t, rulesA3(t, true), figureA3...)
	play(t, s, roundA3...)
	for _, move := range []string{"e2-d2", "e2-f2"} {
		if got := refused(t, s, move); got != stratego.MoreSquaresRule {
			t.Errorf("%s is refused by %v, expected the more-squares rule", move, got)
		}
	}
	if move, ok := bestOf(NewPlanner(All(), NewFigures()), s); !ok || move != "e2-e3" {
		t.Errorf("plays %q, expected the only legal move", move)
	}

	s = positionUnder(t, rulesA3(t, true), figureA3...)
	ends := 0
	guards(t, s, answersA3, func() {
		ends++
		if !blueForces(s, 6) {
			t.Errorf("after %d plies red is forced out and yet not lost", s.Ply())
		}
	})
	if ends == 0 {
		t.Error("no guard was played")
	}
}

// TestFigureA3Needs: the same goes on for ever without the more-squares rule, and with one
// more red piece, whose move ends the chase and gives the marshal its fields back.
func TestFigureA3Needs(t *testing.T) {
	free := positionUnder(t, rulesA3(t, false), figureA3...)
	for range 20 {
		play(t, free, roundA3...)
	}
	more := positionUnder(t, rulesA3(t, true), append(slices.Clone(figureA3), "r2! k1")...)
	for range 20 {
		play(t, more, roundA3...)
		if got := refused(t, more, "e2-d2"); got != stratego.MoreSquaresRule {
			t.Errorf("e2-d2 is refused by %v, expected the more-squares rule", got)
		}
		play(t, more, "k1-k2", "f3-g3", "k2-k1", "g3-f3")
		if got := refused(t, more, "e2-d2"); got != stratego.None {
			t.Errorf("after the scout's moves e2-d2 is refused by %v", got)
		}
	}
}

// figureA4 has marshal and general on either side of the flag, each facing a miner; the scout
// is there for blue to have a move.
var figureA4 = []string{"rF e1", "rB d1", "rB e2", "rB f1", "rM! c2", "r9! g2", "bF a0", "b3! b3", "b3! h3", "b2! k8"}

// answersA4 are the evasions of the miner that the marshal or general comes next to.
var answersA4 = map[string]string{"c2-c3": "b3-b2", "c3-c2": "b2-b3", "g2-g3": "h3-h2", "g3-g2": "h2-h3"}

// TestFigureA4: the rule counts the chases of two pieces as one. Back in the first
// position the marshal may not begin again, though neither piece has moved twice in
// a row, and no order of their moves lets them go on for ever.
func TestFigureA4(t *testing.T) {
	round := []string{"c2-c3", "b3-b2", "g2-g3", "h3-h2", "c3-c2", "b2-b3", "g3-g2", "h2-h3"}
	s := positionUnder(t, rulesA3(t, true), figureA4...)
	play(t, s, round...)
	if got := refused(t, s, "c2-c3"); got != stratego.MoreSquaresRule {
		t.Errorf("c2-c3 is refused by %v, expected the more-squares rule", got)
	}
	if move, ok := bestOf(NewPlanner(All(), NewFigures()), s); !ok || refused(t, s, move) != stratego.None {
		t.Errorf("plays %q, expected a legal move", move)
	}
	guards(t, positionUnder(t, rulesA3(t, true), figureA4...), answersA4, func() {})

	free := positionUnder(t, rulesA3(t, false), figureA4...)
	for range 20 {
		play(t, free, round...)
	}
}
