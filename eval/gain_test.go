package eval

import (
	"strings"
	"testing"

	"marengo/figure"
	"marengo/game"
	"marengo/stratego"
)

// gainOf is what red's Gain with a root says of another position.
func gainOf(t *testing.T, root, then string) float64 {
	t.Helper()
	g := &Gain{Figures: new(WorthFigures)}
	figure.Reset(g.Figures)
	g.SetRoot(worthPosition(t, root), game.First)
	return g.Evaluate(worthPosition(t, then), game.First)
}

// worthPosition reads pieces such as "r7 a3" or "bM! d6", the mark for a piece that is known; red
// is to move, or blue after a leading "b:".
func worthPosition(t *testing.T, text string) *stratego.State {
	t.Helper()
	turn := stratego.Red
	var list []stratego.Placement
	fields := strings.Fields(text)
	if fields[0] == "b:" {
		turn, fields = stratego.Blue, fields[1:]
	}
	for i := 0; i < len(fields); i += 2 {
		rank, ok := stratego.ParseRank(fields[i][1])
		at, err := stratego.ParseSquare(fields[i+1])
		if !ok || err != nil {
			t.Fatalf("bad piece %q %q", fields[i], fields[i+1])
		}
		p := stratego.Placement{Square: at, Color: stratego.Red, Rank: rank, Known: len(fields[i]) > 2, Moved: len(fields[i]) > 2}
		if fields[i][0] == 'b' {
			p.Color = stratego.Blue
		}
		list = append(list, p)
	}
	s, err := stratego.NewPosition(stratego.DefaultRules, turn, list)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestGain: the root is even whoever is ahead there, a captured piece counts at least by what it was
// worth, and so do one that can be taken, one that was shown and one that nears the flag.
func TestGain(t *testing.T) {
	const root = "rF a1 r8! e4 r7 f3 r6 k3 bF k0 b7! e7 b9! c7 b4! k8"
	even := gainOf(t, root, root)
	if even != half {
		t.Errorf("the root is worth %v", even)
	}
	for _, c := range []struct {
		name, then string
		sign       float64
	}{
		{"a piece less of the enemy's", "rF a1 r8! e4 r7 f3 r6 k3 bF k0 b9! c7 b4! k8", 1},
		{"an own piece less", "rF a1 r8! e4 r6 k3 bF k0 b7! e7 b9! c7 b4! k8", -1},
		{"an own piece shown", "rF a1 r8! e4 r7! f3 r6 k3 bF k0 b7! e7 b9! c7 b4! k8", -1},
		{"the major can be taken", "rF a1 r8! e4 r7 f3 r6 k3 bF k0 b7! e5 b9! c7 b4! k8", 1},
		{"the colonel can be taken", "b: rF a1 r8! e4 r7 f3 r6 k3 bF k0 b7! e7 b9! e5 b4! k8", -1},
		{"an enemy near the flag", "rF a1 r8! e4 r7 f3 r6 k3 bF k0 b7! e7 b9! c7 b4! b2", -1},
		{"an own piece ahead", "rF a1 r8! e4 r7 f3 r6 k5 bF k0 b7! e7 b9! c7 b4! k8", 1},
	} {
		if v := gainOf(t, root, c.then); (v-even)*c.sign <= 0 || v <= 0 || v >= 1 {
			t.Errorf("%s: %v", c.name, v)
		}
	}
	free := gainOf(t, root, "rF a1 r8! e4 r7 f3 r6 k3 bF k0 b7! e5 b9! c7 b4! k8")
	if guarded := gainOf(t, root, "rF a1 r8! e4 r7 f3 r6 k3 bF k0 b7! e5 b9! e6 b4! k8"); guarded >= free {
		t.Errorf("a major that the general guards is worth %v, one alone %v", guarded, free)
	}
}
