package lookahead

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"marengo/search"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// endgame returns red's View of a position in which red is to move. Pieces are written as
// "red M a1", with "known" or "moved" after it for what is known of them.
func endgame(t testing.TB, pieces ...string) *stratego.View {
	t.Helper()
	var list []stratego.Placement
	for _, text := range pieces {
		word := strings.Fields(text)
		color, err := stratego.ParseColor(word[0])
		if err != nil {
			t.Fatal(err)
		}
		rank, _ := stratego.ParseRank(word[1][0])
		list = append(list, stratego.Placement{Square: strategotest.Square(t, word[2]), Color: color, Rank: rank,
			Known: slices.Contains(word, "known"), Moved: slices.Contains(word, "moved")})
	}
	s, err := stratego.NewPosition(stratego.DefaultRules, stratego.Red, list)
	if err != nil {
		t.Fatal(err)
	}
	v := new(stratego.View)
	s.View(stratego.Red, v)
	return v
}

// TestForcedEnds plays positions in which a move wins or loses by force, beside others in
// which it only seems to.
func TestForcedEnds(t *testing.T) {
	rest := []string{"red F a1", "red B a2", "red 2 k1", "blue F k0", "blue B k9", "blue 5 j8 known"}
	for _, c := range []struct {
		name   string
		pieces []string
		wins   string
		loses  string
		safe   string
	}{
		{"the last unmoved piece is the flag", []string{"red F a1", "red M e8", "blue F e0", "blue 5 k1 moved"}, "e8-e9", "", "e8-e7"},
		{"a bomb may be the flag", []string{"red F a1", "red M e8", "blue F e0", "blue B e7", "blue 5 k1 moved"}, "", "", "e8-e9"},
		{"a miner takes the one and then the other", []string{"red F a1", "red 3 e9", "blue F e0", "blue B g9", "blue 5 k1 moved"}, "e9-e0", "", ""},
		{"two miners, and the enemy too far away", []string{"red F a1", "red 3 e9", "red 3 f8", "blue F e0", "blue B f9", "blue 4 k1 known"}, "f8-f9", "", ""},
		{"the piece beside the flag must be taken", append([]string{"red 6 b2", "blue 4 b1 known"}, rest...), "", "k1-k2", "b2-b1"},
		{"it can still be taken at its next step", append([]string{"red 6 b2", "blue 4 c1 known"}, rest...), "", "", "k1-k2"},
		{"one that cannot be taken: the scout may find the flag", append([]string{"red 6 b2", "blue 9 b1 known"}, rest...), "", "b2-b1", "k1-k9"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := options()
			o.Most, o.Temperature = 30, 0
			thought := think(t, thinker(t, &material{}, o), endgame(t, c.pieces...), Limit{Evaluations: 40}, 1)
			wins := ""
			if thought.Candidates[0].Wins {
				wins = stratego.FormatMove(thought.Choice)
			}
			if wins != c.wins {
				t.Errorf("forced win %q, expected %q", wins, c.wins)
			}
			lost := func(text string) bool { return slices.Contains(thought.Lost, strategotest.Move(t, text)) }
			if c.loses != "" && !lost(c.loses) || c.safe != "" && lost(c.safe) {
				t.Errorf("%v lose by force, expected %q among them and not %q", thought.Lost, c.loses, c.safe)
			}
			if c.loses == "" && len(thought.Lost) > 0 {
				t.Errorf("%v lose by force, expected none", thought.Lost)
			}
			for _, x := range thought.Candidates {
				if slices.Contains(thought.Lost, x.Move) {
					t.Errorf("%s loses by force and was weighed", stratego.FormatMove(x.Move))
				}
			}
		})
	}
}

// TestVetoFindsTheDefence proposes but one move, which loses: the only defence is played.
func TestVetoFindsTheDefence(t *testing.T) {
	v := endgame(t, "red F a1", "red B a2", "red 2 k1", "red 6 b2", "blue F k0", "blue B k9", "blue 5 j8 known", "blue 4 b1 known")
	o := options()
	o.Most = 1
	thought := think(t, thinker(t, &material{}, o), v, Limit{Evaluations: 40}, 1)
	if got := stratego.FormatMove(thought.Choice); got != "b2-b1" {
		t.Errorf("it plays %s", got)
	}
}

// TestSureWorlds compares the enumeration with what counting allows.
func TestSureWorlds(t *testing.T) {
	var p prover
	_, many := position(t, 3, 60)
	if got := p.sure(many); got != nil {
		t.Errorf("%d worlds early in a game", len(got))
	}
	v := endgame(t, "red F a1", "red M e8", "blue F e0", "blue B e9", "blue 5 k1")
	got := p.sure(v)
	if len(got) != 6 {
		t.Fatalf("%d worlds, expected the 6 orders of three ranks", len(got))
	}
	for _, w := range got {
		if _, err := v.Guess(w[:]); err != nil {
			t.Error(err)
		}
	}
	slices.SortFunc(got, func(a, b ranks) int { return slices.Compare(a[:], b[:]) })
	if len(slices.Compact(got)) != 6 {
		t.Error("a world comes twice")
	}
}

// TestProofsHold plays forced wins out against every defence, and checks forced losses by
// brute force: what is proved in a View holds in every world of it.
func TestProofsHold(t *testing.T) {
	var p prover
	rng := rand.New(rand.NewPCG(7, 7))
	won, lost := 0, 0
	for range 150 {
		s := strategotest.Endgame(t, stratego.DefaultRules, rng)
		if s.Result().Over() {
			continue
		}
		v := new(stratego.View)
		s.View(s.Turn(), v)
		move, ok, err := p.wins(t.Context(), v, search.Limits{Nodes: 5000})
		if err != nil {
			t.Fatal(err)
		}
		worlds := slices.Clone(p.sure(v))
		if ok {
			won++
			for _, w := range worlds {
				world, err := v.Guess(w[:])
				if err != nil {
					t.Fatal(err)
				}
				world.Do(move)
				if !forced(world, v.Color(), 6) {
					t.Fatalf("%s does not win in %v", stratego.FormatMove(move), w)
				}
			}
		}
		for _, m := range v.Moves(nil) {
			is, err := p.loses(t.Context(), v, m, search.Limits{Nodes: 300})
			if err != nil {
				t.Fatal(err)
			}
			if !is {
				continue
			}
			lost++
			for _, w := range worlds {
				world, err := v.Guess(w[:])
				if err != nil {
					t.Fatal(err)
				}
				world.Do(m)
				if !forced(world, v.Color().Other(), 6) {
					t.Fatalf("%s does not lose in %v", stratego.FormatMove(m), w)
				}
			}
		}
	}
	if won < 10 || lost < 10 {
		t.Errorf("only %d forced wins and %d forced losses were met", won, lost)
	}
}

// forced says whether a player wins within some plies whatever the other does.
func forced(s *stratego.State, c stratego.Color, plies int) bool {
	if r := s.Result(); r.Over() || plies == 0 {
		return r.Over() && r.Winner == c
	}
	mine := s.Turn() == c
	for _, m := range s.Moves(nil) {
		s.Do(m)
		won := forced(s, c, plies-1)
		s.Undo()
		if won == mine {
			return mine
		}
	}
	return !mine
}
