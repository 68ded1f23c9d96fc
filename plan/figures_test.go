package plan

import (
	"testing"

	"marengo/stratego"
)

// scoreWith lets one plan judge a position with some figures changed.
func scoreWith(t *testing.T, p Plan, s *stratego.State, change func(*Figures)) values {
	t.Helper()
	f := NewFigures()
	change(f)
	planner := NewPlanner([]Plan{p}, f)
	if _, ok := bestOf(planner, s); !ok {
		t.Fatal("no move")
	}
	v := values{}
	for i, m := range planner.Situation().Moves {
		v[stratego.FormatMove(m)] = planner.Total(i)
	}
	return v
}

// TestCautionWhenAhead: a side that is ahead fears unmoved pieces more, one that is behind
// less, and pieces that have moved as before (3.3).
func TestCautionWhenAhead(t *testing.T) {
	cautious := func(f *Figures) { f.Capture.Caution = 2 }
	ahead := []string{"r7! e6", "r7! k6", "r8* a3", "r9* b3", "rM* c3", "b5 e7", "b5' k7", "bB d9", "bB f9"}
	behind := []string{"r7! e6", "r7! k6", "b8* a8", "b9* b8", "bM* c8", "b5 e7", "b5' k7", "bB d9", "bB f9"}
	for _, c := range []struct {
		name   string
		pieces []string
		sign   float64 // of the change
	}{{"ahead", ahead, -1}, {"behind", behind, 1}} {
		s := position(t, armies(c.pieces...)...)
		before, after := score(t, immediateCapture{}, s), scoreWith(t, immediateCapture{}, s, cautious)
		if d := after["e6-e7"] - before["e6-e7"]; d*c.sign <= 0 {
			t.Errorf("%s: hitting the unmoved piece changes by %.2f", c.name, d)
		}
		if after["k6-k7"] != before["k6-k7"] {
			t.Errorf("%s: hitting the moved piece changes from %.2f to %.2f", c.name, before["k6-k7"], after["k6-k7"])
		}
	}
}

// TestDuty: the only piece that takes the enemy's colonels risks more on an unmoved piece than one
// of two.
func TestDuty(t *testing.T) {
	dutiful := func(f *Figures) { f.Capture.Duty = 0.3 }
	loss := func(pieces ...string) float64 {
		s := position(t, armies(append(pieces, "b8! a7", "b5 e7", "bB d9", "bB f9")...)...)
		return score(t, immediateCapture{}, s)["e6-e7"] - scoreWith(t, immediateCapture{}, s, dutiful)["e6-e7"]
	}
	alone, two := loss("r9! e6"), loss("r9! e6", "rM* c3")
	if alone <= two || two <= 0 {
		t.Errorf("a general alone has %.2f more to lose, beside a marshal %.2f", alone, two)
	}
}

// TestFlagWorth: by the text (3.1.2) a guess at the flag is worth less to a side that is ahead,
// and the flag itself always more than anything.
func TestFlagWorth(t *testing.T) {
	text := func(f *Figures) { f.Capture.Flag = 1 }
	s := position(t, "rF a1", "r9! e9", "r8! a3", "r8! b3", "bF e0", "bB d0", "bB f0", "b3 j9")
	if before, after := score(t, immediateCapture{}, s)["e9-e0"], scoreWith(t, immediateCapture{}, s, text)["e9-e0"]; after >= before {
		t.Errorf("a gamble by the side ahead has %.1f by the text and %.1f by the prize", after, before)
	}
	s = position(t, "rF a1", "r9! e9", "bF e0", "b9! a5", "b8! b5")
	if x := scoreWith(t, immediateCapture{}, s, text)["e9-e0"]; x < flagPrize {
		t.Errorf("taking the flag has %.1f", x)
	}
}

// TestGuardsThatTie: a marshal is a guard against the enemy's.
func TestGuardsThatTie(t *testing.T) {
	pieces := []string{"rF a1", "rM! e3", "bM! a6", "bF k0", "r4* k3", "b7* k9"}
	s := position(t, pieces...)
	tie := func(f *Figures) { f.Raid.Tie = 1 }
	if v := score(t, flagDefence{}, s); v["e3-d3"] != 0 {
		t.Errorf("without ties the marshal's step home has %.2f", v["e3-d3"])
	}
	scoreWith(t, flagDefence{}, s, tie).wins(t, "e3-d3")
}

// TestKnownMarshalAtHome: a known marshal six steps from a bare flag counts for more once
// the danger falls more slowly with the way, and for more to a side that is ahead.
func TestKnownMarshalAtHome(t *testing.T) {
	s := position(t, "rF a1", "rM! e3", "bM! a7", "bF k0", "r9! k3", "r8! k2", "b7* k9")
	leaves := func(change func(*raidFigures)) float64 {
		return scoreWith(t, flagDefence{}, s, func(f *Figures) {
			f.Raid.Tie = 1
			change(&f.Raid)
		})["e3-f3"]
	}
	as := leaves(func(*raidFigures) {})
	slow := leaves(func(f *raidFigures) { f.Bare = 0.8 })
	ahead := leaves(func(f *raidFigures) { f.Bare, f.Lead = 0.8, 1 })
	if !(ahead < slow && slow < as && as < 0) {
		t.Errorf("leaving the flag to the marshal has %.2f, %.2f and %.2f, expected each to be worse", as, slow, ahead)
	}
}

// TestGuardsBehindTheRaider: a colonel that follows a raider does not stop it, so another guard
// comes.
func TestGuardsBehindTheRaider(t *testing.T) {
	s := position(t, "rF e1", "r8! f6", "r8! a3", "b7! f4", "bF k0", "b5* k9")
	if v := score(t, flagDefence{}, s); v["a3-b3"] != 0 {
		t.Errorf("behind the colonel's back another guard's step has %.2f", v["a3-b3"])
	}
	scoreWith(t, flagDefence{}, s, func(f *Figures) { f.Raid.Near = 0 }).wins(t, "a3-b3")
}

// TestGuardsMeetTheRaider is from a game against lewis: a known miner stands two steps from the
// flag, and of twenty pieces none came, since the miner behind the bomb on e1 passed for a guard.
func TestGuardsMeetTheRaider(t *testing.T) {
	s := position(t, "rF d1", "rB* d2", "rB e1", "r3 f1", "rB f2", "r6 g1", "r6 h1", "r3 j1", "r3 k1", "r7 g2", "r4 h2", "r5 j2", "rB k2", "r8 h3",
		"rB j3", "rS' f4", "r2 h4", "r7! j6", "r9! d8", "rM! e9",
		"b3! b1", "bM! k4", "b2! k5", "bB* f7", "bB* a0", "bB* e0", "bF f0", "bB g0", "bB f9", "bB k9", "b5 h0", "b5 k0")
	tie := func(f *Figures) { f.Raid.Near, f.Raid.Tie, f.Raid.Late = 0, 1, 8 }
	if v := scoreWith(t, flagDefence{}, s, tie); v["g2-g3"] != 0 {
		t.Errorf("with a guard behind a bomb the major's step has %.2f", v["g2-g3"])
	}
	scoreWith(t, flagDefence{}, s, func(f *Figures) { tie(f); f.Raid.Meet = 1 }).wins(t, "g2-g3")
}

// TestKnownPiecesHoldNobodyUp: a raider takes a weaker piece that it knows without delay.
func TestKnownPiecesHoldNobodyUp(t *testing.T) {
	s := position(t, "rF k1", "r4! k2", "rB j1", "r7! f2", "b6! k5", "bF a0", "b5* a9")
	before, after := score(t, flagDefence{}, s), scoreWith(t, flagDefence{}, s, func(f *Figures) { f.Raid.Shown = 0 })
	if after["f2-g2"] <= before["f2-g2"] {
		t.Errorf("the guard's step has %.2f, and %.2f where the sergeant holds the captain up", after["f2-g2"], before["f2-g2"])
	}
}

// TestBluffsOfTheSideAhead: who is ahead bluffs less (3.3).
func TestBluffsOfTheSideAhead(t *testing.T) {
	s := position(t, armies("r4' e3", "rM' a3", "r9* b3", "r8* c3", "b9! e5", "bB j9")...)
	before, after := score(t, bluff{}, s)["e3-e4"], scoreWith(t, bluff{}, s, func(f *Figures) { f.Bluff.Lead = 2 })["e3-e4"]
	if before <= 0 || after >= before {
		t.Errorf("a bluff of the side ahead has %.2f, and by the game state %.2f", before, after)
	}
}

// TestHuntsByZones: a place one step from a line that the prey cannot leave, and one near its
// only way out, are better places to hunt from than others as near (5.4.3).
func TestHuntsByZones(t *testing.T) {
	// The prey on a9 has one way out, to a8.
	s := position(t, "rF k1", "r8! d7", "b7! a9", "bB* b9", "bF a0", "b5* k9", "r5* k2")
	at := func(sq string) stratego.Square {
		x, err := stratego.ParseSquare(sq)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	p := NewPlanner(nil, NewFigures())
	bestOf(p, s)
	for sq, want := range map[string]zone{"a5": zoneD, "b5": zoneL, "c4": zoneL, "e5": noZone} {
		if got := zoneOf(&p.s.Board, at("a9"), at(sq)); got != want {
			t.Errorf("a hunter on %s is in zone %d, expected %d", sq, got, want)
		}
	}
	zones := func(f *Figures) { f.Hunt.Step, f.Hunt.Trapped = 0.5, 0.5 }
	before, after := score(t, tacticalAttack{}, s), scoreWith(t, tacticalAttack{}, s, zones)
	if gain, aside := after["d7-c7"]-before["d7-c7"], after["d7-d8"]-before["d7-d8"]; gain <= max(0, aside) {
		t.Errorf("a step towards the way out gains %.2f, one that is as near %.2f", gain, aside)
	}
}

// TestHuntsFade: in a game that has long been quiet the hunt for a piece that can escape counts
// less, and that for one that cannot as before.
func TestHuntsFade(t *testing.T) {
	s := position(t, with("r8! e5", "b6! e8", "r2! a3", "b2! k8")...)
	for range 10 {
		play(t, s, "a3-a4", "k8-k7", "a4-a5", "k7-k6", "a5-b5", "k6-j6", "b5-b4", "j6-j7", "b4-b3", "j7-j8", "b3-a3", "j8-k8")
	}
	before, after := score(t, tacticalAttack{}, s), scoreWith(t, tacticalAttack{}, s, func(f *Figures) { f.Hunt.Fade = 0.02 })
	if before["e5-e6"] <= 0 || after["e5-e6"] != 0 {
		t.Errorf("after 120 quiet plies the chase has %.2f, and with fading %.2f", before["e5-e6"], after["e5-e6"])
	}
}

// TestTrapWithABluff: beside one colonel a hidden piece that may be higher than the prey helps
// to trap it (5.5.3).
func TestTrapWithABluff(t *testing.T) {
	s := position(t, with("r8! e7", "r4' a6", "rM b1", "r9 c1", "r8 d1", "b7! a9", "r2 k3")...)
	score(t, trapPiece{}, s).silent(t)
	v := scoreWith(t, trapPiece{}, s, func(f *Figures) { f.Trap.Trust = 0.1 })
	if v["e7-d7"] == 0 && v["a6-a7"] == 0 {
		t.Errorf("the trap gives %v", v)
	}
}

// TestLowerFriendsCloseNoLine: a sergeant between a major and the colonel that hunts it
// leaves a part of the danger, a general none (5.4.2).
func TestLowerFriendsCloseNoLine(t *testing.T) {
	threat := func(friend string) float64 {
		f := NewFigures()
		f.Threat.Screened = 0.5
		p := NewPlanner(nil, f)
		bestOf(p, position(t, with("r7! e3", friend, "b8! e7", "r2 a3")...))
		major := -1
		for own := range pieces {
			if p.s.Own[own].Alive() && p.s.Own[own].Rank == stratego.Major {
				major = own
			}
		}
		return p.s.threat(major, &p.s.Board)
	}
	if low, high := threat("r4! e5"), threat("r9! e5"); low <= 0 || high != 0 {
		t.Errorf("behind a sergeant the major is threatened by %.2f, behind a general by %.2f", low, high)
	}
}

// TestFreeMiner: the captain before the only miner steps aside, and once the miner is out the
// plan is silent.
func TestFreeMiner(t *testing.T) {
	on := func(f *Figures) { f.Free.Step = 2 }
	boxed := position(t, "rF a1", "rB b1", "rB a2", "r3 k1", "r6 k2", "rB j1", "bF k0", "bB k9", "bB j0", "b5! a9")
	v := scoreWith(t, freeMiner{}, boxed, on)
	v.wins(t, "k2-k3")
	if v["k2-j2"] < v["k2-k3"] {
		t.Errorf("aside %.2f, ahead %.2f", v["k2-j2"], v["k2-k3"])
	}
	out := position(t, "rF a1", "rB b1", "rB a2", "r3' k3", "r6 k2", "rB j1", "bF k0", "bB k9", "bB j0", "b5! a9")
	scoreWith(t, freeMiner{}, out, on).silent(t)
	score(t, freeMiner{}, boxed).silent(t)
}

// tuned are the figures of the raids that Invincible plays by.
func tuned(f *Figures) {
	f.Raid.Bare, f.Raid.Cover, f.Raid.Near, f.Raid.Late, f.Raid.Meet = 0.82, 0.15, 0, 8, 1
	f.Raid.Tie, f.Raid.Toll, f.Raid.Shown, f.Raid.Reach = 1, 1, 0, 9
}

// TestGuardsCutTheRaiderOff: a known major walks to the flag along the back row, where own pieces bar
// every guard from the last square of its way; the colonel comes to a square before that in
// time, and must not leave.
func TestGuardsCutTheRaiderOff(t *testing.T) {
	s := position(t, "rF e1", "rB f1", "rB e2", "rB d2", "r5 d1", "r5 c1", "r8! e4", "r4! k3", "b7! a3", "bF k0", "bM! k9")
	v := scoreWith(t, flagDefence{}, s, tuned)
	if v["e4-e5"] != 0 {
		t.Errorf("without a way to the last square the colonel's leaving has %.2f", v["e4-e5"])
	}
	v = scoreWith(t, flagDefence{}, s, func(f *Figures) { tuned(f); f.Raid.Cut = 1 })
	if v["e4-e5"] >= 0 || v["e4-d4"] < 0 {
		t.Errorf("the colonel's leaving has %.2f, its coming nearer %.2f", v["e4-e5"], v["e4-d4"])
	}
}

// TestGuardsThatFollow: the marshal that waits beside a raider's way meets it there; one step
// after the raider, it follows it to the flag.
func TestGuardsThatFollow(t *testing.T) {
	s := position(t, "rF a1", "rM! b4", "b8! a5", "bF k0", "b4! k8", "r2! k3")
	before := scoreWith(t, flagDefence{}, s, tuned)
	after := scoreWith(t, flagDefence{}, s, func(f *Figures) { tuned(f); f.Raid.Slip = 0.4 })
	if before["b4-b5"] >= 0 || after["b4-b5"] >= 2*before["b4-b5"] || after["b4-b3"] != 0 {
		t.Errorf("following has %.2f, and %.2f where the first move too late counts; waiting has %.2f", before["b4-b5"], after["b4-b5"], after["b4-b3"])
	}
}

// TestGuardsComeToTheFlag is from a game against lewis: a known major stands beside the flag, which it
// takes for any piece, and no guard came for it in ten moves.
func TestGuardsComeToTheFlag(t *testing.T) {
	s := position(t, "rF k1", "r3 j1", "r4 h1", "r2 g1", "r4 f1", "rB e1", "r7 d1", "r6 a1", "rB h2", "rB f2", "rS d2", "r7' g3", "rB c3", "r5' g4", "rM! g7",
		"b7! k2", "b4! b4", "b7! h8", "bM! d8", "b8' a8", "b4 h9", "bB g9", "bB h0", "bF g0", "bB* f0", "bB* c0")
	if v := scoreWith(t, flagDefence{}, s, tuned); v["g3-h3"] != 0 {
		t.Errorf("the other major's step has %.2f", v["g3-h3"])
	}
	scoreWith(t, flagDefence{}, s, func(f *Figures) { tuned(f); f.Raid.Stand = 1 }).wins(t, "g3-h3")
}

// TestRunnersHoldUpTheOthers: of a game that has long been quiet the side ahead fears less for a hunted
// piece, which may run from a marshal until the draw, and the side behind as before.
func TestRunnersHoldUpTheOthers(t *testing.T) {
	for _, c := range []struct {
		name   string
		pieces []string
		fades  bool
	}{{"ahead", []string{"r9! k3", "r6! j2"}, true}, {"behind", []string{"b9! k3", "b6! j2"}, false}} {
		s := position(t, with(append(c.pieces, "r8! e5", "bM! e7", "r2! a3", "b2! k8")...)...)
		for range 5 {
			play(t, s, "a3-a4", "k8-k7", "a4-a5", "k7-k6", "a5-b5", "k6-j6", "b5-b4", "j6-j7", "b4-b3", "j7-j8", "b3-a3", "j8-k8")
		}
		before, after := score(t, tacticalDefence{}, s), scoreWith(t, tacticalDefence{}, s, func(f *Figures) { f.Threat.Fade = 0.02 })
		if before["e5-f5"] <= 0 || (after["e5-f5"] < before["e5-f5"]) != c.fades {
			t.Errorf("%s: running has %.2f, and with fading %.2f", c.name, before["e5-f5"], after["e5-f5"])
		}
	}
}
