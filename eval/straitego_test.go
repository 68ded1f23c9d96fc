package eval

import (
	"math"
	"math/rand/v2"
	"testing"

	"marengo/game"
	"marengo/mcts"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

var (
	_ mcts.Evaluator[*stratego.State] = UnitCount{}
	_ mcts.Evaluator[*stratego.State] = (*Network)(nil)
	_ mcts.Predictor[*stratego.State] = (*Predictor)(nil)
)

// place makes a position of red and blue pieces, written "Ma1" for a marshal on a1.
func place(t *testing.T, red, blue []string) *stratego.State {
	t.Helper()
	var pieces []stratego.Placement
	for c, list := range [2][]string{red, blue} {
		for _, text := range list {
			r, ok := stratego.ParseRank(text[0])
			s, err := stratego.ParseSquare(text[1:])
			if !ok || err != nil {
				t.Fatalf("bad piece %q", text)
			}
			pieces = append(pieces, stratego.Placement{Square: s, Color: stratego.Color(c), Rank: r})
		}
	}
	s, err := stratego.NewPosition(stratego.DefaultRules, stratego.Red, pieces)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestCountsByHand(t *testing.T) {
	s := place(t, []string{"Fa1", "Ma4", "Sb1"}, []string{"Fk0", "3a5"})
	for _, check := range []struct {
		name string
		e    mcts.Evaluator[*stratego.State]
		want [2]float64 // for red, for blue
	}{
		{"nuc", UnitCount{}, [2]float64{1 - math.Pow(1-1.5/40, 8), 1 - math.Pow(1-2.0/3/40, 8)}},
		{"flat", FlatCount{}, [2]float64{1.0/80 + 0.5, -1.0/80 + 0.5}},
		// Red: marshal 40 since blue has no spy, spy 1 since blue has no marshal.
		{"nuvc", ValueCount{}, [2]float64{41.0 / 3 / 324, 3.0 / 41 / 324}},
		{"mets", Mets{}, [2]float64{1.0 / 11087, 1.0 / 11087}},
	} {
		for me, want := range check.want {
			if got := check.e.Evaluate(s, game.Player(me)); math.Abs(got-want) > 1e-12 {
				t.Errorf("%s is %v for player %d, want %v", check.name, got, me, want)
			}
		}
	}
}

// TestDrawIsWorthEqualArmies: a draw is neither to be sought by the stronger side nor to
// be shunned by the weaker, whatever the evaluator's scale.
func TestDrawIsWorthEqualArmies(t *testing.T) {
	equal := place(t, []string{"Fa1", "8a4", "3b1"}, []string{"Fk0", "8k7", "3j0"})
	s := place(t, []string{"Fa1", "8a4", "5c1", "3b1"}, []string{"Fk0", "3k7"})
	rules := s.Rules()
	rules.QuietLimit = 1
	drawn, err := stratego.NewPosition(rules, stratego.Red, []stratego.Placement{
		{Square: stratego.At(0, 0), Color: stratego.Red, Rank: stratego.Flag}, {Square: stratego.At(0, 3), Color: stratego.Red, Rank: stratego.Colonel},
		{Square: stratego.At(9, 9), Color: stratego.Blue, Rank: stratego.Flag}, {Square: stratego.At(9, 6), Color: stratego.Blue, Rank: stratego.Miner},
	})
	if err != nil {
		t.Fatal(err)
	}
	drawn.Do(drawn.Moves(nil)[0])
	if r := drawn.Result(); r.Reason != stratego.QuietLimit {
		t.Fatalf("the game is not drawn: %v", r)
	}
	for name, e := range map[string]mcts.Evaluator[*stratego.State]{"nuc": UnitCount{}, "noflag": UnitCount{WithoutFlag: true},
		"flat": FlatCount{}, "nuvc": ValueCount{}, "mets": Mets{}} {
		for me := game.First; me <= game.Second; me++ {
			if got, want := e.Evaluate(drawn, me), e.Evaluate(equal, me); math.Abs(got-want) > 1e-12 {
				t.Errorf("%s values a draw at %v for player %d, equal armies at %v", name, got, me, want)
			}
		}
		if name != "mets" && e.Evaluate(s, game.First) <= e.Evaluate(drawn, game.First) {
			t.Errorf("%s would rather draw than be ahead", name)
		}
	}
}

// TestMetsSum: the paper's greatest number of points is the table's with 200 for a
// discovered bomb, without the flag, and one point to begin with.
func TestMetsSum(t *testing.T) {
	sum := 1.0 + 6*metsBombSummed
	for r, n := range stratego.Classic.Counts() {
		if r := stratego.Rank(r); r != stratego.Flag {
			sum += float64(n) * (metsDiscovered[r] + metsCaptured[r])
			if r.Movable() {
				sum += float64(n) * metsMoved
			}
		}
	}
	if sum != metsMost {
		t.Errorf("the points add up to %v, the paper says %v", sum, metsMost)
	}
}

func TestMetsByHand(t *testing.T) {
	s := place(t, []string{"Fa1", "Ma4"}, []string{"Fk0", "3a5", "4k8"})
	m, err := stratego.ParseMove("a4-a5")
	if err != nil {
		t.Fatal(err)
	}
	s.Do(m)
	// Red shows a marshal that has moved; blue shows and loses a miner.
	red, blue := 1+20.0+50, 1+100.0+100
	for me, want := range []float64{red / blue / 11087, blue / red / 11087} {
		if got := (Mets{}).Evaluate(s, game.Player(me)); math.Abs(got-want) > 1e-12 {
			t.Errorf("mets is %v for player %d, want %v", got, me, want)
		}
	}
}

func TestWithoutFlag(t *testing.T) {
	s := place(t, []string{"Fa1", "Ma4"}, []string{"Fa5", "3k9"})
	m, err := stratego.ParseMove("a4-a5")
	if err != nil {
		t.Fatal(err)
	}
	s.Do(m)
	count := unitCount(2, 1)
	for _, check := range []struct {
		e    UnitCount
		me   game.Player
		want float64
	}{
		{UnitCount{}, game.First, 1}, {UnitCount{}, game.Second, 0},
		{UnitCount{WithoutFlag: true}, game.First, count}, {UnitCount{WithoutFlag: true}, game.Second, 0},
	} {
		if got := check.e.Evaluate(s, check.me); got != check.want {
			t.Errorf("%+v values the captured flag at %v for %v, want %v", check.e, got, check.me, check.want)
		}
	}
}

// TestEvaluatorsStayInRange plays games and asks everyone all along.
func TestEvaluatorsStayInRange(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	list := map[string]mcts.Evaluator[*stratego.State]{"nuc": UnitCount{}, "noflag": UnitCount{WithoutFlag: true},
		"flat": FlatCount{}, "nuvc": ValueCount{}, "mets": Mets{}, "rollout": &Rollout{Rng: rng}}
	s := strategotest.Shuffled(t, stratego.DefaultRules, rng)
	var buf []stratego.Move
	for ply := 0; ; ply++ {
		key := s.Key(0)
		for name, e := range list {
			if name == "rollout" && ply%50 != 0 {
				continue
			}
			for me := game.First; me <= game.Second; me++ {
				if v := e.Evaluate(s, me); !(v >= 0 && v <= 1) {
					t.Fatalf("%s gives %v", name, v)
				}
			}
		}
		if s.Key(0) != key {
			t.Fatal("an evaluator changed the position")
		}
		if s.Result().Over() {
			break
		}
		buf = s.Moves(buf[:0])
		s.Do(buf[rng.IntN(len(buf))])
	}
}
