package stratego_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"marengo/game"
	"marengo/game/gametest"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

func TestStateIsAGame(t *testing.T) {
	for _, name := range stratego.PresetNames() {
		for _, variant := range []string{"", "/barrage"} {
			rules, err := stratego.Preset(name + variant)
			if err != nil {
				t.Fatal(err)
			}
			t.Run(rules.String(), func(t *testing.T) {
				gametest.Run(t, func(rng *rand.Rand) game.State { return strategotest.Shuffled(t, rules, rng) }, gametest.Options{Games: 3})
			})
		}
	}
}

// TestRepetitionIsInTheKey plays endgames whose few pieces shuttle and chase, so
// that paths to one position differ in what they still permit.
func TestRepetitionIsInTheKey(t *testing.T) {
	rules := stratego.DefaultRules
	rules.QuietLimit, rules.PlyLimit = 60, 100
	for _, two := range []int{2, 3, 5} {
		rules.TwoSquares = two
		gametest.Run(t, func(rng *rand.Rand) game.State { return strategotest.Endgame(t, rules, rng) }, gametest.Options{Games: 60, Plies: 100})
	}
}

func TestCopySharesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var fork stratego.State
	for range 20 {
		s := strategotest.Endgame(t, stratego.DefaultRules, rng)
		for !s.Result().Over() {
			s.CopyTo(&fork)
			whole := s.Clone()
			a, b := s.Moves(nil), fork.Moves(nil)
			if !slices.Equal(a, b) || !slices.Equal(a, whole.Moves(nil)) {
				t.Fatalf("ply %d: a copy has other moves: %v, %v", s.Ply(), a, b)
			}
			for depth := range 8 {
				if s.Key(depth) != fork.Key(depth) {
					t.Fatalf("ply %d: a copy has another key for depth %d", s.Ply(), depth)
				}
			}
			for range 12 { // whatever the copy does, the original stays
				if m := fork.Moves(nil); len(m) > 0 {
					fork.Do(m[rng.IntN(len(m))])
				}
			}
			if !slices.Equal(s.Moves(nil), a) {
				t.Fatalf("ply %d: playing on in a copy changed the original", s.Ply())
			}
			s.Do(a[rng.IntN(len(a))])
		}
	}
}

func TestWhyAgreesWithMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 10 {
		s := strategotest.Endgame(t, stratego.DefaultRules, rng)
		for !s.Result().Over() {
			legal := s.Moves(nil)
			for from := stratego.Square(0); from < stratego.Squares; from++ {
				for to := stratego.Square(0); to < stratego.Squares; to++ {
					m := stratego.NewMove(from, to)
					if why := s.Why(m); why.OK() != slices.Contains(legal, m) {
						t.Fatalf("ply %d: %s is legal: %t, but Why says %v", s.Ply(), stratego.FormatMove(m), !why.OK(), why)
					}
				}
			}
			s.Do(legal[rng.IntN(len(legal))])
		}
	}
}

// TestWhyNamesTheRule follows a piece to and fro until the rule stops it.
func TestWhyNamesTheRule(t *testing.T) {
	s, err := stratego.NewPosition(stratego.DefaultRules, stratego.Red, []stratego.Placement{
		{Square: strategotest.Square(t, "a1"), Color: stratego.Red, Rank: stratego.Flag},
		{Square: strategotest.Square(t, "e4"), Color: stratego.Red, Rank: stratego.Captain},
		{Square: strategotest.Square(t, "a0"), Color: stratego.Blue, Rank: stratego.Flag},
		{Square: strategotest.Square(t, "k0"), Color: stratego.Blue, Rank: stratego.Captain},
	})
	if err != nil {
		t.Fatal(err)
	}
	strategotest.Play(t, s, "e4-e5", "k0-k9", "e5-e4", "k9-k8", "e4-e5", "k8-k7")
	why := s.Why(strategotest.Move(t, "e5-e4"))
	if why.Rule != stratego.TwoSquaresRule || why.Since != 1 {
		t.Errorf("e5-e4 is refused with %+v, expected the two-squares rule since ply 1", why)
	}
	if !strings.Contains(why.String(), "two-squares") {
		t.Errorf("the refusal says %q", why)
	}
	for text, rule := range map[string]stratego.Rule{
		"c3-c4": stratego.NoPiece, "k7-k6": stratego.NotYours, "a1-a2": stratego.Unmovable,
		"e5-d5": stratego.Unreachable, "e5-e7": stratego.Unreachable, "e5-f5": stratego.None,
	} {
		if got := s.Why(strategotest.Move(t, text)).Rule; got != rule {
			t.Errorf("%s is refused by rule %d, expected %d", text, got, rule)
		}
	}
}

func TestLimitsDraw(t *testing.T) {
	for _, c := range []struct {
		rules  stratego.Rules
		reason stratego.Reason
		plies  int
	}{
		{stratego.Rules{QuietLimit: 10}, stratego.QuietLimit, 10},
		{stratego.Rules{PlyLimit: 7}, stratego.PlyLimit, 7},
	} {
		s, err := stratego.NewPosition(c.rules, stratego.Red, []stratego.Placement{
			{Square: strategotest.Square(t, "a1"), Color: stratego.Red, Rank: stratego.Captain},
			{Square: strategotest.Square(t, "k0"), Color: stratego.Blue, Rank: stratego.Captain},
		})
		if err != nil {
			t.Fatal(err)
		}
		for !s.Result().Over() {
			s.Do(s.Moves(nil)[0])
		}
		if r := s.Result(); r.Reason != c.reason || !r.Draw() || s.Ply() != c.plies {
			t.Errorf("%v: %v after %d plies, expected a draw after %d", c.rules, r, s.Ply(), c.plies)
		}
	}
}

func TestGameFitsIn64KB(t *testing.T) {
	const plies, bytesPerPly, limit = 4000, 16, 64 * 1024
	if size := int(unsafe.Sizeof(stratego.State{})) + plies*bytesPerPly; size >= limit {
		t.Errorf("a game of %d plies takes %d bytes, expected under %d", plies, size, limit)
	}
}

func TestRulesTakeEachPartOnce(t *testing.T) {
	if r, err := stratego.ParseRules("two=3,two=5"); err == nil || !strings.Contains(err.Error(), "two is given twice") {
		t.Errorf("read as %v, error %v", r, err)
	}
}

func TestBadPositions(t *testing.T) {
	flag := stratego.Placement{Square: 0, Color: stratego.Red, Rank: stratego.Flag}
	for want, pieces := range map[string][]stratego.Placement{
		"lake":            {{Square: strategotest.Square(t, "c5"), Rank: stratego.Miner}},
		"two pieces":      {flag, flag},
		"more than 1":     {flag, {Square: 1, Rank: stratego.Flag}},
		"no rank":         {{Square: 1, Rank: stratego.NoRank}},
		"no colour":       {{Square: 1, Color: stratego.NoColor}},
		"off the board":   {{Square: 100}},
		"cannot have mov": {{Square: 1, Rank: stratego.Bomb, Moved: true}},
	} {
		if _, err := stratego.NewPosition(stratego.DefaultRules, stratego.Red, pieces); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, expected one about %q", err, want)
		}
	}
	if _, err := stratego.NewState(stratego.Rules{TwoSquares: 1}, stratego.Setup{}, stratego.Setup{}); err == nil {
		t.Error("a two-squares limit of 1 was accepted")
	}
	if _, err := stratego.NewState(stratego.DefaultRules, stratego.Setup{}, stratego.Setup{}); err == nil {
		t.Error("a setup of forty flags was accepted")
	}
}

func ExampleState() {
	line := "B235B6667F43B356S837B2252B98M2242B427453"
	setup, err := stratego.ParseSetup(line)
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := stratego.NewState(stratego.DefaultRules, setup, setup)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(s.Moves(nil)), "moves")
	m, err := stratego.ParseMove("d4-d5")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Play(m))
	// Output:
	// 10 moves
	// red cannot play d4-d5: bombs and flags do not move
}
