package plan

import "testing"

// TestDecoy: a major that has just taken an unmoved piece stands beside a hidden
// lieutenant that has moved and so is no bomb. With the lieutenant gone, the bomb on its other
// side is what it would try next.
func TestDecoy(t *testing.T) {
	pieces := []string{"r4 e4", "r5' d4", "rB e3", "b7! e6", "r2 a4", "b2 a8", "r6 c2", "r3 c3", "r2 b1", "r2 d1", "r2 e1", "r2 f1", "r2 g1", "rB h1", "rB j1"}
	s := position(t, with(pieces...)...)
	play(t, s, "a4-a5", "e6-e5", "a5-a6", "e5xe4", "a6-b6", "a8-a7")
	v := score(t, decoy{}, s)
	v.wins(t, "d4-d3")
	if v["c3-b3"] != 0 {
		t.Errorf("a move far away has %.2f", v["c3-b3"])
	}
	calm := position(t, with("r4 e4", "r5 d4", "rB e3", "b7! e5", "r2 a4", "b2 a8")...)
	score(t, decoy{}, calm).silent(t)
}

// TestProbe: the colonel goes for a hidden piece whose neighbour is known to be weak, not
// where the general is known to wait, and not when little is hidden any more.
func TestProbe(t *testing.T) {
	hidden := []string{"b2 a0", "b2 b0", "b2 c0", "b2 d0", "b2 e0", "bB f0", "b3 g0", "b3 h0", "b3 j0", "b4 a9", "b4 b9", "b7 c9",
		"bB d9", "b5 f9", "b5 g9", "b5 h9", "bB j9", "b6 k9", "b6 a8", "b6 b8", "b6 c8", "b7 d8", "b7 f8", "b3 g8", "b3 h8", "bF k0"}
	board := func(pieces ...string) []string {
		return append(append([]string{"rF a1", "r8! e5", "r3 k1"}, hidden...), pieces...)
	}
	weak := score(t, probe{}, position(t, board("b2 e8", "b4* e9", "b5 e7")...))
	if weak["e5-e6"] != 0 {
		t.Errorf("nothing beside e7 is known, and the way there has %.2f", weak["e5-e6"])
	}
	weak = score(t, probe{}, position(t, board("b2* e8", "b4 e9", "b5 e7")...))
	weak.wins(t, "e5-e6")
	if weak["e5-e4"] >= weak["e5-e6"] || weak["k1-k2"] != 0 {
		t.Errorf("going back has %.2f, a miner's move %.2f", weak["e5-e4"], weak["k1-k2"])
	}
	strong := score(t, probe{}, position(t, board("b9* e8", "b4 e9", "b5 e7")...))
	if strong["e5-e6"] >= weak["e5-e6"] {
		t.Errorf("the way past the general has %.2f, past the scout %.2f", strong["e5-e6"], weak["e5-e6"])
	}
	score(t, probe{}, position(t, with("r8! e5", "b2* e8", "b5 e7", "b6 k8")...)).silent(t)
}

func TestWith(t *testing.T) {
	list, err := With([]string{"Probe", "-", ""})
	if err != nil || len(list) != 1 || list[0].Name() != "Probe" {
		t.Errorf("%v, error %v", list, err)
	}
	if _, err := With([]string{"Bluff"}); err == nil {
		t.Error("a plan that is there already was accepted")
	}
	for _, p := range Suggested() {
		for _, q := range All() {
			if p.Name() == q.Name() {
				t.Errorf("%s is among the plans and among the suggestions", p.Name())
			}
		}
	}
}
