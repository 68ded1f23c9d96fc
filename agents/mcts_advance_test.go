package agents

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"marengo/mcts"
	"marengo/stratego"
)

// placed makes a position from pieces such as "3b1", red's and blue's. Those that can move
// have, and both players know them.
func placed(t *testing.T, red, blue []string) *stratego.State {
	t.Helper()
	var pieces []stratego.Placement
	for c, list := range [...][]string{stratego.Red: red, stratego.Blue: blue} {
		for _, text := range list {
			r, ok := stratego.ParseRank(text[0])
			s, err := stratego.ParseSquare(text[1:])
			if !ok || err != nil {
				t.Fatalf("bad piece %q", text)
			}
			pieces = append(pieces, stratego.Placement{Square: s, Color: stratego.Color(c), Rank: r, Moved: r.Movable(), Known: r.Movable()})
		}
	}
	s, err := stratego.NewPosition(stratego.DefaultRules, stratego.Red, pieces)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// equals is a result in which every legal move looks the same, but for some that look
// worse and some that were hardly visited.
func equals(t *testing.T, s *stratego.State, worse, rare []string) *mcts.Result {
	t.Helper()
	r := &mcts.Result{Value: 0.4}
	for _, m := range s.Moves(nil) {
		c := mcts.Child{Move: m, Visits: 100, Value: 0.4}
		if slices.Contains(worse, stratego.FormatMove(m)) {
			c.Value = 0.39
		}
		if slices.Contains(rare, stratego.FormatMove(m)) {
			c.Visits = 2
		}
		r.Evaluations += c.Visits
		r.Moves = append(r.Moves, c)
	}
	r.Move = r.Moves[0].Move
	return r
}

func TestAdvanceGoesTowardsWhatItTakes(t *testing.T) {
	for _, check := range []struct {
		what        string
		red, blue   []string
		worse, rare []string
		want        string
	}{
		{what: "the nearest hunter goes", red: []string{"Fa1", "6b2", "6k5"}, blue: []string{"Fa0", "5k9", "9b9"}, want: "k5-k6"},
		{what: "a stronger enemy is no prey", red: []string{"Fa1", "6k2", "4a4"}, blue: []string{"Ba0", "Fb0", "Bb9", "Bc0", "5k9", "9a7"}, want: "k2-k3"},
		{what: "miners go for bombs", red: []string{"Fa1", "6k2", "3b5"}, blue: []string{"Fa0", "Ba9", "Bb0", "7k9"}, want: "b5-b6"},
		{what: "worse moves are left", red: []string{"Fa1", "6b2", "6k5"}, blue: []string{"Fa0", "5k9", "9j9"}, worse: []string{"k5-k6"}, want: "b2-b3"},
		{what: "unsearched moves are left", red: []string{"Fa1", "6b2", "6k5"}, blue: []string{"Fa0", "5k9", "9j9"}, rare: []string{"k5-k6"}, want: "b2-b3"},
		{what: "who is ahead exchanges", red: []string{"Fa1", "7k5", "3b1"}, blue: []string{"Ba0", "7k9"}, want: "k5-k6"},
		{what: "bombs of one's own are walked around", red: []string{"Fa1", "6a2", "Ba3", "Bb4"}, blue: []string{"Fk0", "5a6"}, want: "a2-b2"},
	} {
		s := placed(t, check.red, check.blue)
		r := equals(t, s, check.worse, check.rare)
		n := len(r.Moves)
		advance(s, r)
		if got := stratego.FormatMove(r.Move); got != check.want {
			t.Errorf("%s: %s, want %s", check.what, got, check.want)
		}
		if len(r.Moves) != n || r.Moves[0].Move != r.Move || r.Moves[0].Value != r.Value {
			t.Errorf("%s: the result's moves are in disorder", check.what)
		}
	}
}

// TestAdvanceHasNowhereToGo leaves the search's choice alone where nothing can be taken.
func TestAdvanceHasNowhereToGo(t *testing.T) {
	s := placed(t, []string{"Fa1", "4b2"}, []string{"Fa0", "Ba9", "Bb0", "9k9"})
	r := equals(t, s, nil, nil)
	best := r.Move
	if advance(s, r); r.Move != best {
		t.Errorf("%s instead of %s", stratego.FormatMove(r.Move), stratego.FormatMove(best))
	}
	advance(s, &mcts.Result{})
}

// TestMCTSEndsAWonGame: far ahead, but far from an enemy that stays behind its bombs, it
// does not let the game become a draw.
func TestMCTSEndsAWonGame(t *testing.T) {
	for seed := range uint64(3) {
		rng := rand.New(rand.NewPCG(seed, 1))
		s := placed(t, []string{"Fa1", "Bb1", "3c1", "3d1", "7e1", "6f1", "8g1"}, []string{"Fk0", "Bj0", "Bk9", "5a0", "Ba8", "Bb8", "Bc9", "Bc0"})
		a := newPlayer(t, "mcts:n=300,guess=random,advance=20")
		playAsRed(t, a, s, math.MaxInt, rng)
		if r := s.Result(); r.Winner != stratego.Red {
			t.Errorf("seed %d: %v after %d plies", seed, r, s.Ply())
		}
	}
}
