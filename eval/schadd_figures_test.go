package eval

import (
	"strings"
	"testing"

	"marengo/game"
	"marengo/hidden"
	"marengo/stratego"
)

// seen is a position as red sees it, blue or red to move. A piece is "r7 e4": its side, its
// rank's letter and its square; after the rank ' means that it has moved, ! that it has
// moved and is known, * that it is known and has not moved.
func seen(t *testing.T, turn stratego.Color, pieces string) *hidden.State {
	t.Helper()
	var list []stratego.Placement
	for text := range strings.SplitSeq(pieces, ", ") {
		what, where, _ := strings.Cut(text, " ")
		rank, ok := stratego.ParseRank(what[1])
		at, err := stratego.ParseSquare(where)
		if err != nil || !ok {
			t.Fatalf("bad piece %q", text)
		}
		p := stratego.Placement{Square: at, Rank: rank, Moved: strings.ContainsAny(what, "'!"), Known: strings.ContainsAny(what, "!*")}
		if what[0] == 'b' {
			p.Color = stratego.Blue
		}
		list = append(list, p)
	}
	s, err := stratego.NewPosition(stratego.DefaultRules, turn, list)
	if err != nil {
		t.Fatal(err)
	}
	v := new(stratego.View)
	s.View(stratego.Red, v)
	h, err := hidden.New(v, nil, hidden.Options{KeyQuiet: true})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// worthOf is what a position is worth to red with some figures changed.
func worthOf(s *hidden.State, level EBQSLevel, change func(*SchaddFigures)) game.Score {
	e := &Schadd{EBQS: level, Figures: NewSchaddFigures()}
	change(e.Figures)
	e.SetRoot(s)
	return e.raw(s)
}

// TestMinersBeforeABareFlag: a miner is worth less where no bomb can stand before the enemy's flag.
func TestMinersBeforeABareFlag(t *testing.T) {
	half := func(f *SchaddFigures) { f.Open = 0.5 }
	as := func(*SchaddFigures) {}
	barred := seen(t, stratego.Red, "rF a1, r3 b2, r2 c2, bB* j0, bB* k9, bF* k0, b2! a9")
	if x := worthOf(barred, NoEBQS, half) - worthOf(barred, NoEBQS, as); x != 0 {
		t.Errorf("before a flag behind bombs the miner's worth changes by %v", x)
	}
	bare := seen(t, stratego.Red, "rF a1, r3 b2, r2 c2, bB* j0, bF* k9, b2! a9")
	if x := worthOf(bare, NoEBQS, half) - worthOf(bare, NoEBQS, as); x >= 0 {
		t.Errorf("before a bare flag the miner's worth changes by %v", x)
	}
}

// TestUnknownPiecesKnowThemselves: a hidden piece that walked up to a known general is a danger
// if it attacks only where its rank wins, and none on the average of its ranks.
func TestUnknownPiecesKnowThemselves(t *testing.T) {
	s := seen(t, stratego.Blue, "rF a1, r9! e4, r2 k1, bF k0, bM' e5, b2 a9, b3' b9, b4' c9, b5' d9, bB k9, bB j0")
	average := worthOf(s, EBQSLevel3, func(*SchaddFigures) {})
	informed := worthOf(s, EBQSLevel3, func(f *SchaddFigures) { f.Informed = 1 })
	if informed >= average {
		t.Errorf("beside a hidden piece the general's side stands at %v, on the average %v", informed, average)
	}
}

// TestHomeSquares: majors before the own flag weigh more than own pieces as near the enemy's.
func TestHomeSquares(t *testing.T) {
	s := seen(t, stratego.Red, "rF a1, rM! k8, bF* k0, b7! a3")
	far := seen(t, stratego.Red, "rF a1, rM! k8, bF* k0, b7! a9")
	home := func(f *SchaddFigures) { f.Home = 2 }
	as := func(*SchaddFigures) {}
	danger := worthOf(far, NoEBQS, as) - worthOf(s, NoEBQS, as)
	if weighed := worthOf(far, NoEBQS, home) - worthOf(s, NoEBQS, home); weighed <= danger {
		t.Errorf("a major before the flag costs %v, weighed double %v", danger, weighed)
	}
}
