package plan

import "testing"

// TestFlagDefence: a known captain is two steps from an open flag in an even game; the
// major comes, and where the enemy is far away nothing needs doing.
func TestFlagDefence(t *testing.T) {
	v := score(t, flagDefence{}, position(t, "rF a1", "r7! d2", "b6! a4", "bF k0", "r4 k3", "b7 k9"))
	v.wins(t, "d2-c2")
	score(t, flagDefence{}, position(t, "rF a1", "r7! d2", "b6! k8", "bF k0", "r2 k3")).silent(t)
}

// TestFlagDefenceFearsMiners is the lesson of game 5: a hidden piece that has come to the
// bomb before the flag may be a miner.
func TestFlagDefenceFearsMiners(t *testing.T) {
	s := position(t, "rF a1", "rB* a2", "rB b1", "r7! c3", "b3' a4", "b5' k8", "b4' j8", "bF k0", "r2 k3")
	score(t, flagDefence{}, s).wins(t, "c3-b3")
}

// TestMinerToFlag: with few pieces left a miner with an open way goes for the
// bomb before the flag; in the opening it waits.
func TestMinerToFlag(t *testing.T) {
	v := score(t, minerToFlag{}, position(t, "rF a1", "r3' k6", "bF k0", "bB* k9", "bB* j0", "b2! a9"))
	v.wins(t, "k6-k7")
	var crowd []string
	for _, p := range []string{"a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7"} {
		crowd = append(crowd, "b2 "+p)
	}
	for _, p := range []string{"a8", "b8", "c8", "d8"} {
		crowd = append(crowd, "b4 "+p)
	}
	for _, p := range []string{"e8", "f8", "g8", "h8"} {
		crowd = append(crowd, "b5 "+p)
	}
	for _, p := range []string{"a9", "b9", "c9", "d9"} {
		crowd = append(crowd, "b6 "+p)
	}
	crowd = append(crowd, "b7 e9", "b7 f9", "bF k0", "bB* k9", "bB* j0", "rF a1", "r3' k6")
	score(t, minerToFlag{}, position(t, crowd...)).silent(t)
}

// TestIntelligence: a scout goes at the piece that may be the marshal, not at the
// one that cannot be.
func TestIntelligence(t *testing.T) {
	s := position(t, armies("r4' e4", "r4' k4", "bM' e5", "b5! k5", "r9 a3", "rM b3")...)
	v := score(t, intelligence{}, s)
	v.wins(t, "e4-e5")
	if v["k4-k5"] != 0 {
		t.Errorf("attacking a known lieutenant has %.2f", v["k4-k5"])
	}
	score(t, intelligence{}, position(t, with("r4' e3", "bM! e8", "b3! k9", "r9 a3")...)).silent(t)
}

// TestTrapPiece: with two majors after one captain, the move that takes a way out from
// it wins; one hunter makes no trap.
func TestTrapPiece(t *testing.T) {
	v := score(t, trapPiece{}, position(t, with("r7! a6", "r7! e7", "b6! a9", "r2 k3")...))
	best, move := 0.0, ""
	for m, x := range v {
		if x > best {
			best, move = x, m
		}
	}
	if move == "" || move[:2] != "a6" && move[:2] != "e7" {
		t.Errorf("the trap moves %q (%.2f), expected a hunter", move, best)
	}
	v.bad(t, "e7-f7", "e7-d7")
	score(t, trapPiece{}, position(t, with("r7! a6", "b6! a9", "r2 k3")...)).silent(t)
}

// TestStrategicAttack: a cheap piece goes towards a hidden one that is worth finding.
func TestStrategicAttack(t *testing.T) {
	v := score(t, strategicAttack{}, position(t, with("r2' e4", "b9 e8", "bM d8", "b8 f8")...))
	v.wins(t, "e4-e7")
	if v["e4-e3"] > 0 {
		t.Errorf("going home has %.2f", v["e4-e3"])
	}
	if far := score(t, strategicAttack{}, position(t, with("r8! e9", "bB* k9")...)); far["e9-d9"] != 0 {
		t.Errorf("with nothing to find, a step aside has %.2f", far["e9-d9"])
	}
}

// TestStrategicDefence: two captains with a square between them are a fork for the
// colonel near it.
func TestStrategicDefence(t *testing.T) {
	v := score(t, strategicDefence{}, position(t, with("r6! e3", "r6! h3", "b8! f6", "r2 a3")...))
	v.bad(t, "h3-g3", "h3-h2")
	forked := score(t, strategicDefence{}, position(t, with("r6! e3", "r6! g3", "b8! f6", "r2 a3")...))
	forked.wins(t, "g3-h3")
	if forked["a3-a4"] != 0 {
		t.Errorf("a move elsewhere has %.2f", forked["a3-a4"])
	}
	score(t, strategicDefence{}, position(t, with("r6! e3", "r6! h3", "b5! f6", "r2 a3")...)).silent(t)
}

// TestHoldLanes: in figure 3.4 red is outnumbered and stays in the lanes.
func TestHoldLanes(t *testing.T) {
	s := position(t, "rF b1", "r9! a5", "r8! e5", "r8! k5", "bF k0", "b7! a8", "b7! e8", "b6! k8", "b3! d8", "b3! h8", "r2 a2")
	v := score(t, holdLanes{}, s)
	v.bad(t, "a5-a4", "a5-b5")
	v.bad(t, "e5-e4", "e5-f5")
	if v["a2-a3"] != 0 {
		t.Errorf("a move elsewhere has %.2f", v["a2-a3"])
	}
}

// TestHoldLanesTakesPosts: a colonel that few enemies beat steps into the lane before the
// flag; a captain that most of them beat holds nothing.
func TestHoldLanesTakesPosts(t *testing.T) {
	enemies := []string{"rF b1", "r2 k2", "bF k0", "b7! a8", "b7! e8", "b7! k8", "b3! d8"}
	score(t, holdLanes{}, position(t, append(enemies, "r8! a4")...)).wins(t, "a4-a5")
	score(t, holdLanes{}, position(t, append(enemies, "r6! a4")...)).silent(t)
}

// TestHighPieceDefence: in figure 3.5 the piece that is higher than the captain
// comes closer; a guard at its post stays there.
func TestHighPieceDefence(t *testing.T) {
	s := position(t, "rF e1", "rB e2", "r7! k3", "r4 d2", "bF k0", "b6! e5", "b3! f5")
	score(t, highPieceDefence{}, s).wins(t, "k3-j3")
	at := score(t, highPieceDefence{}, position(t, "rF e1", "rB e2", "r7! h3", "r4 d2", "bF k0", "b6! k5"))
	at.bad(t, "h3-j3", "h3-g3")
	score(t, highPieceDefence{}, position(t, "rF e1", "rB e2", "r5! k3", "r4 d2", "bF k0", "b6! e5", "b3! f5")).silent(t)
}

// TestRetreatWhenAhead: a marshal beyond the lakes with nothing left to take goes
// home; with a prey near it stays.
func TestRetreatWhenAhead(t *testing.T) {
	v := score(t, retreatWhenAhead{}, position(t, with("rM! k8", "r9! a3", "r8! b3", "b5! a9", "r2 e3")...))
	v.wins(t, "k8-k7")
	score(t, retreatWhenAhead{}, position(t, with("rM! k8", "r9! a3", "r8! b3", "b5! h8", "r2 e3")...)).silent(t)
}

// TestHideHighPieces: the marshal does not open the game.
func TestHideHighPieces(t *testing.T) {
	v := score(t, hideHighPieces{}, position(t, with("rM e4", "r4 f4", "b2 e8", "b2 f8", "bM d8")...))
	v.bad(t, "e4-e5", "f4-f5")
	if v["f4-f5"] != 0 {
		t.Errorf("a sergeant's move has %.2f", v["f4-f5"])
	}
}

// TestHideHighPiecesChooses: the sergeant goes though the marshal's step is worth
// a little more; a marshal that the enemy knows has nothing to hide, nor has the
// spy once the enemy's marshal is gone.
func TestHideHighPiecesChooses(t *testing.T) {
	s := position(t, with("rM e4", "r4 f4", "b2 e8", "b2 f8", "bM d8")...)
	move, _ := bestOf(NewPlanner([]Plan{hideHighPieces{}, oneMove{"e4-e5", 0.3}, oneMove{"f4-f5", 0.2}}, NewFigures()), s)
	if move != "f4-f5" {
		t.Errorf("plays %s, expected the sergeant", move)
	}
	score(t, hideHighPieces{}, position(t, with("rM! e4", "r4 f4", "rS g4", "b2 e8", "b2 f8")...)).silent(t)
}

// TestBluff: a scout that may be the marshal drives the general off; one that
// cannot be believed does not try.
func TestBluff(t *testing.T) {
	v := score(t, bluff{}, position(t, armies("r4' e3", "rM' a3", "b9! e5", "bB j9")...))
	v.wins(t, "e3-e4")
	score(t, bluff{}, position(t, with("r2' e3", "r3' a3", "b9! e5", "bB j9")...)).silent(t)
}
