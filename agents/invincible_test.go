package agents

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"marengo/agent"
	"marengo/plan"
	"marengo/stratego"
)

// newPlayer makes a player from an agent string.
func newPlayer(t testing.TB, text string) agent.Agent {
	t.Helper()
	f, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	a, err := f.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// invincibleGame lets Invincible play red against random moves and shows every View on its
// turn with the move it chose.
func invincibleGame(t testing.TB, rules stratego.Rules, text string, plies int, see func(v *stratego.View, seed uint64, m stratego.Move)) {
	t.Helper()
	ctx := context.Background()
	a := newPlayer(t, text)
	var setups [2]stratego.Setup
	for c := range setups {
		s, err := a.Setup(ctx, agent.Game{Rules: rules, Color: stratego.Color(c), Seed: uint64(c) + 5})
		if err != nil {
			t.Fatal(err)
		}
		setups[c] = s
	}
	s, err := stratego.NewState(rules, setups[0], setups[1])
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(2, 8))
	var v stratego.View
	var moves []stratego.Move
	for range plies {
		if s.Result().Over() {
			return
		}
		if s.Turn() == stratego.Blue {
			moves = s.Moves(moves[:0])
			s.Do(moves[rng.IntN(len(moves))])
			continue
		}
		s.View(stratego.Red, &v)
		seed := rng.Uint64()
		action, err := a.Move(ctx, &v, agent.Budget{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		see(&v, seed, action.Move)
		if err := s.Play(action.Move); err != nil {
			t.Fatal(err)
		}
	}
}

// TestInvincibleChoosesAlikeColdAndWarm: a player handed a View out of the blue
// chooses as one that followed the game.
func TestInvincibleChoosesAlikeColdAndWarm(t *testing.T) {
	for _, text := range []string{"invincible", "invincible:guess=opponent"} {
		n := 0
		invincibleGame(t, stratego.DefaultRules, text, 160, func(v *stratego.View, seed uint64, m stratego.Move) {
			if n++; n%8 != 0 {
				return
			}
			cold, err := newPlayer(t, text).Move(context.Background(), v, agent.Budget{Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			if cold.Move != m {
				t.Fatalf("%s, ply %d: cold %s, warm %s", text, v.Ply(), stratego.FormatMove(cold.Move), stratego.FormatMove(m))
			}
		})
	}
}

func TestInvinciblePlaysBarrage(t *testing.T) {
	rules := stratego.DefaultRules
	rules.Variant = stratego.Barrage
	moves := 0
	invincibleGame(t, rules, "invincible", 200, func(*stratego.View, uint64, stratego.Move) { moves++ })
	if moves == 0 {
		t.Error("no move was made")
	}
}

// duel is red's View of an endgame with a captain each and one more piece.
func duel(t *testing.T, red, blue stratego.Rank) *stratego.View {
	t.Helper()
	s, err := stratego.NewPosition(stratego.DefaultRules, stratego.Red, []stratego.Placement{
		{Square: 0, Color: stratego.Red, Rank: stratego.Flag}, {Square: 4, Color: stratego.Red, Rank: red},
		{Square: 99, Color: stratego.Blue, Rank: stratego.Flag}, {Square: 94, Color: stratego.Blue, Rank: blue},
		{Square: 8, Color: stratego.Red, Rank: stratego.Captain}, {Square: 90, Color: stratego.Blue, Rank: stratego.Captain},
	})
	if err != nil {
		t.Fatal(err)
	}
	var v stratego.View
	s.View(stratego.Red, &v)
	return &v
}

// TestInvincibleAnswersDraws: yes when behind or when nothing happens, no when
// ahead.
func TestInvincibleAnswersDraws(t *testing.T) {
	a := newPlayer(t, "invincible").(agent.DrawAnswerer)
	ctx := context.Background()
	if a.AcceptDraw(ctx, duel(t, stratego.Marshal, stratego.Major)) {
		t.Error("a draw was accepted while ahead")
	}
	if !a.AcceptDraw(ctx, duel(t, stratego.Major, stratego.Marshal)) {
		t.Error("a draw was declined while behind")
	}
}

// TestInvincibleExplainsItself: its thoughts hold table 8.1 and the values beside it.
func TestInvincibleExplainsItself(t *testing.T) {
	invincibleGame(t, stratego.DefaultRules, "invincible", 1, func(v *stratego.View, seed uint64, m stratego.Move) {
		var got agent.Thoughts
		a := newPlayer(t, "invincible")
		if _, err := a.Move(context.Background(), v, agent.Budget{Seed: seed, Report: func(t agent.Thoughts) { got = t }}); err != nil {
			t.Fatal(err)
		}
		if len(got.Tables) != 2 || len(got.Candidates) == 0 || len(got.Belief) != 40 || len(got.Exposed) != 40 {
			t.Fatalf("%d tables, %d candidates, %d and %d beliefs", len(got.Tables), len(got.Candidates), len(got.Belief), len(got.Exposed))
		}
		if best := got.Candidates[0].Move; best != stratego.FormatMove(m) {
			t.Errorf("the best candidate is %s, the move %s", best, stratego.FormatMove(m))
		}
		for _, row := range got.Tables[0].Rows {
			if len(row.Cells) != len(got.Tables[0].Columns) {
				t.Errorf("row %s has %d cells for %d columns", row.Name, len(row.Cells), len(got.Tables[0].Columns))
			}
		}
	})
}

// TestInvincibleValuesItsState: even armies give 0.5, the stronger side more, the weaker
// as much less, and nothing leaves 0 to 1.
func TestInvincibleValuesItsState(t *testing.T) {
	win := func(red, blue stratego.Rank) float64 {
		var got agent.Thoughts
		_, err := newPlayer(t, "invincible").Move(context.Background(), duel(t, red, blue), agent.Budget{Seed: 1, Report: func(x agent.Thoughts) { got = x }})
		if err != nil {
			t.Fatal(err)
		}
		if !got.Valued {
			t.Error("the thoughts carry no value")
		}
		return got.Win
	}
	even, ahead, behind := win(stratego.Major, stratego.Major), win(stratego.Marshal, stratego.Major), win(stratego.Major, stratego.Marshal)
	if even != 0.5 || ahead <= 0.5 || math.Abs(ahead+behind-1) > 1e-9 {
		t.Errorf("even %.3f, ahead %.3f, behind %.3f", even, ahead, behind)
	}
	last := 0.0
	for _, state := range []float64{0.01, 0.5, 0.9, 1, 1.1, 2, 100} {
		if x := expected(state); x <= last || x >= 1 {
			t.Errorf("game state %v gives %v after %v", state, x, last)
		} else {
			last = x
		}
	}
	if expected(0) != 0 {
		t.Errorf("no army at all gives %v", expected(0))
	}
}

func TestInvincibleRefusesUnknownPlans(t *testing.T) {
	if _, err := Parse("invincible:without=Nothing"); err == nil {
		t.Error("an unknown plan was accepted")
	}
}

// BenchmarkInvincible is one move with all that belongs to it, in the middle of a
// game.
func BenchmarkInvincible(b *testing.B) {
	var mid *stratego.View
	invincibleGame(b, stratego.DefaultRules, "invincible", 121, func(v *stratego.View, _ uint64, _ stratego.Move) { mid = v.Clone() })
	a := newPlayer(b, "invincible")
	ctx := context.Background()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := a.Move(ctx, mid, agent.Budget{Seed: 1}); err != nil {
			b.Fatal(err)
		}
	}
}

// TestPlansHaveWords: every plan can be spoken of.
func TestPlansHaveWords(t *testing.T) {
	for _, p := range append(plan.All(), plan.Suggested()...) {
		if aims[p.Name()] == "" {
			t.Errorf("%s has no aim", p.Name())
		}
	}
	for name, cost := range costs {
		if cost == "" || aims[name] == "" {
			t.Errorf("%q costs %q", name, cost)
		}
	}
	for state, want := range map[float64]string{2: "much the stronger", 1.2: "the stronger", 1: "about equal", 0.8: "the weaker", 0.5: "much the weaker"} {
		if got := standing(state); !strings.Contains(got, want) {
			t.Errorf("%v: %q", state, got)
		}
	}
}
