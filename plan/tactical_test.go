package plan

import (
	"testing"

	"marengo/setup"
	"marengo/stratego"
)

func TestImmediateCapture(t *testing.T) {
	v := score(t, immediateCapture{}, position(t, with("r8! e4", "b6! e5", "r5! k4", "b7! k5", "r2 j4", "bM h8")...))
	v.wins(t, "e4-e5")
	v.bad(t, "k4-k5", "k4-k3")
	score(t, immediateCapture{}, position(t, with("r8! e4", "b6! e8")...)).silent(t)
}

// TestCaptureKeepsTheMarshalSecret: with whole armies on the board a scout is not
// worth showing the marshal for; a known marshal takes it.
func TestCaptureKeepsTheMarshalSecret(t *testing.T) {
	for _, known := range []bool{false, true} {
		var list []stratego.Placement
		for c := stratego.Red; c <= stratego.Blue; c++ {
			for i, r := range setup.Named()[0].Setup {
				p := stratego.Placement{Square: stratego.SetupSquare(c, i), Color: c, Rank: r}
				if c == stratego.Red && r == stratego.Marshal {
					p.Square, p.Moved, p.Known = stratego.At(4, 4), true, known
				}
				list = append(list, p)
			}
		}
		for i := range list {
			if p := &list[i]; p.Color == stratego.Blue && p.Rank == stratego.Scout {
				p.Square, p.Moved, p.Known = stratego.At(4, 5), true, true
				break
			}
		}
		s, err := stratego.NewPosition(stratego.DefaultRules, stratego.Red, list)
		if err != nil {
			t.Fatal(err)
		}
		if x := score(t, immediateCapture{}, s)["e5-e6"]; (x > 0) != known {
			t.Errorf("taking a scout with the marshal has %.2f, known %v", x, known)
		}
	}
}

// TestFigure54: in one file with a hunter, stepping aside is the best move, and
// the moves along the file leave the threat.
func TestFigure54(t *testing.T) {
	v := score(t, tacticalDefence{}, position(t, with("r7! e3", "b8! e7", "r2 a3")...))
	v.wins(t, "e3-f3")
	if v["e3-e4"] > v["e3-f3"] || v["e3-e2"] > v["e3-f3"] {
		t.Errorf("moves along the file %v", v)
	}
}

// TestFigure55: a hunter a file away, on the side to which the prey has no step, is a threat
// already; stepping to the other side ends it.
func TestFigure55(t *testing.T) {
	s := position(t, with("r7! a3", "rB a2", "rB b3", "b8! b7", "r2 k4")...)
	if before := threatNow(s, t); before <= 0 {
		t.Error("the hunter beside the line is no threat")
	}
	free := position(t, with("r7! a3", "rB a2", "b8! b7", "r2 k4")...)
	if threatNow(free, t) >= threatNow(s, t) {
		t.Error("a prey that can answer is in no less danger")
	}
}

// TestFigure56: a prey with one way out is lost once the hunter is in line, so it
// leaves while the hunter is a step away.
func TestFigure56(t *testing.T) {
	s := position(t, with("r7! e2", "rB d2", "rB f2", "rB e1", "b8! d7", "r2 k4")...)
	v := score(t, tacticalDefence{}, s)
	v.wins(t, "e2-e3")
}

// TestElevenSquaresAway: a trapped piece feels a hunter at the other end of the
// board (5.4.2), and not one that cannot beat it.
func TestElevenSquaresAway(t *testing.T) {
	if threatNow(position(t, "rF e1", "r7! k1", "rB k2", "b8! a3", "bF a0", "r2 e2"), t) <= 0 {
		t.Error("a colonel eleven squares away is no threat to a trapped major")
	}
	if x := threatNow(position(t, "rF e1", "r7! k1", "rB k2", "b6! a3", "bF a0", "r2 e2"), t); x != 0 {
		t.Errorf("a captain threatens a major with %.2f", x)
	}
}

// threatNow is what TacticalDefence sees threatened in a position.
func threatNow(s *stratego.State, t *testing.T) float64 {
	t.Helper()
	p := NewPlanner(nil, NewFigures())
	bestOf(p, s)
	return p.s.threats(&p.s.Board)
}

func TestTacticalDefence(t *testing.T) {
	v := score(t, tacticalDefence{}, position(t, with("r6! e4", "b8! e5", "r2 a3")...))
	if v["e4-d4"] <= 0 || v["e4-f4"] <= 0 {
		t.Errorf("leaving the colonel has %v", v)
	}
	if v["a3-a4"] != 0 {
		t.Errorf("a move elsewhere has %.2f", v["a3-a4"])
	}
	v = score(t, tacticalDefence{}, position(t, with("r6! e3", "b8! e5", "r2 a3")...))
	v.bad(t, "e3-e4", "e3-f3")
	score(t, tacticalDefence{}, position(t, with("r6 e4", "b8! h9", "r2 a3")...)).mostlySilent(t)
}

func (v values) mostlySilent(t *testing.T) {
	t.Helper()
	for m, x := range v {
		if x > 0 {
			t.Errorf("%s has %.2f, expected no gain where nothing is in danger", m, x)
		}
	}
}

func TestTacticalAttack(t *testing.T) {
	v := score(t, tacticalAttack{}, position(t, with("r8! e3", "b6! e7", "r2 a3")...))
	v.wins(t, "e3-e4")
	score(t, tacticalAttack{}, position(t, with("r5! e3", "b6! e7")...)).silent(t)
}

// TestLottoDefence: a captain that has just taken an unmoved piece stands beside
// a hidden lieutenant; taking it with the major ends the danger.
func TestLottoDefence(t *testing.T) {
	s := position(t, with("r4 e4", "r5 e3", "r7 f4", "b6! e6", "r2 a4", "b2 a8")...)
	play(t, s, "a4-a5", "e6-e5", "a5-a6", "e5xe4", "a6-b6", "a8-a7")
	v := score(t, lottoDefence{}, s)
	v.wins(t, "f4-e4")
	calm := position(t, with("r4 e4", "r5 e3", "r7 f4", "b6! e5", "r2 a4", "b2 a8")...)
	score(t, lottoDefence{}, calm).silent(t)
}

func TestMarshalFromSpy(t *testing.T) {
	s := position(t, with("rM! e4", "bS' f5", "r2 a3", "bB k9")...)
	v := score(t, marshalFromSpy{}, s)
	v.bad(t, "e4-e5", "e4-e3")
	v.bad(t, "e4-f4", "e4-d4")
	beside := score(t, marshalFromSpy{}, position(t, with("rM! e4", "bS' e5", "r2 a3", "bB k9")...))
	beside.wins(t, "e4-e3")
	if beside["a3-a4"] != 0 {
		t.Errorf("leaving the marshal beside the spy has %.2f", beside["a3-a4"])
	}
	score(t, marshalFromSpy{}, position(t, with("rM! e4", "bS! k8", "b5! f5", "r2 a3")...)).silent(t)
}

// TestStepBetween is the chance that game 2 of appendix C let pass: a square
// between two weaker pieces.
func TestStepBetween(t *testing.T) {
	v := score(t, stepBetween{}, position(t, with("r8! e3", "b6! d4", "b7! f4", "r2 a3")...))
	v.wins(t, "e3-e4")
	score(t, stepBetween{}, position(t, with("r8! e3", "b6! d4", "b9! f4", "r2 a3")...)).silent(t)
}
