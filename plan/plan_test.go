package plan

import (
	"math/rand/v2"
	"strings"
	"testing"

	"marengo/belief"
	"marengo/setup"
	"marengo/stratego"
)

// position sets pieces up for red to move. A piece is "r7 e4" or "bM f6", red or
// blue, its rank's letter and its square; after the rank ' means that it has moved, ! that it has moved
// and is known, * that it is known and has not moved.
func position(t testing.TB, pieces ...string) *stratego.State {
	t.Helper()
	return positionUnder(t, stratego.DefaultRules, pieces...)
}

// positionUnder is position under other rules.
func positionUnder(t testing.TB, rules stratego.Rules, pieces ...string) *stratego.State {
	t.Helper()
	var list []stratego.Placement
	for _, text := range pieces {
		what, where, _ := strings.Cut(text, " ")
		p := stratego.Placement{Color: stratego.Red}
		if what[0] == 'b' {
			p.Color = stratego.Blue
		}
		r, ok := stratego.ParseRank(what[1])
		if !ok {
			t.Fatalf("bad piece %q", text)
		}
		p.Rank = r
		p.Moved = strings.ContainsAny(what[2:], "'!")
		p.Known = strings.ContainsAny(what[2:], "!*")
		at, err := stratego.ParseSquare(where)
		if err != nil {
			t.Fatal(err)
		}
		p.Square = at
		list = append(list, p)
	}
	s, err := stratego.NewPosition(rules, stratego.Red, list)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// flags are both sides' flags, out of the way.
var flags = []string{"rF a1", "bF k0"}

// with returns the flags and some pieces.
func with(pieces ...string) []string { return append(append([]string(nil), flags...), pieces...) }

// armies returns the flags, a known piece of each middle rank for both sides far
// from the middle, and some pieces: then the ranks differ in value as they do in a game.
func armies(pieces ...string) []string {
	return append(with("r5* b1", "r6* c1", "r7* d1", "r8* e1", "b5* a0", "b6* b0", "b7* c0", "b8* d0"), pieces...)
}

// values are what a plan gives each of the mover's moves.
type values map[string]float64

// score lets one plan judge a position by counting.
func score(t testing.TB, p Plan, s *stratego.State) values {
	t.Helper()
	planner := NewPlanner([]Plan{p}, NewFigures())
	if _, ok := bestOf(planner, s); !ok {
		t.Fatal("no move")
	}
	v := values{}
	for i, m := range planner.Situation().Moves {
		v[stratego.FormatMove(m)] = planner.Total(i)
	}
	return v
}

// bestOf returns a planner's move for the side to move, by counting.
func bestOf(p *Planner, s *stratego.State) (string, bool) { return bestWith(p, s, 1) }

// bestWith is bestOf with a seed.
func bestWith(p *Planner, s *stratego.State, seed uint64) (string, bool) {
	var v stratego.View
	s.View(s.Turn(), &v)
	enemy, own := belief.Counting{}, belief.Counting{Side: belief.Own}
	enemy.Update(&v)
	own.Update(&v)
	m, ok := p.Best(&v, enemy.Matrix(), own.Matrix(), rand.New(rand.NewPCG(seed, 1)))
	return stratego.FormatMove(m), ok
}

// wins fails unless a move has the plan's highest value and a positive one.
func (v values) wins(t *testing.T, move string) {
	t.Helper()
	got, ok := v[move]
	if !ok {
		t.Fatalf("%s is no legal move", move)
	}
	if got <= 0 {
		t.Errorf("%s has %.2f, expected a positive value", move, got)
	}
	for m, x := range v {
		if x > got {
			t.Errorf("%s has %.2f, %s has %.2f", m, x, move, got)
		}
	}
}

// silent fails if any move has a value.
func (v values) silent(t *testing.T) {
	t.Helper()
	for m, x := range v {
		if x != 0 {
			t.Errorf("%s has %.2f, expected the plan to keep silent", m, x)
		}
	}
}

// bad fails unless a move has a negative value, and the move beside it more.
func (v values) bad(t *testing.T, worse, better string) {
	t.Helper()
	if v[worse] >= 0 || v[better] <= v[worse] {
		t.Errorf("%s has %.2f, %s %.2f, expected the first to be negative and worse", worse, v[worse], better, v[better])
	}
}

// play plays moves given as text.
func play(t *testing.T, s *stratego.State, moves ...string) {
	t.Helper()
	for _, text := range moves {
		m, err := stratego.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Play(m); err != nil {
			t.Fatal(err)
		}
	}
}

// playOut plays whole games between two planners and shows every situation.
func playOut(t testing.TB, seed uint64, plies int, see func(p *Planner, s *stratego.State)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 9))
	var setups [2]stratego.Setup
	for c := range setups {
		s, err := setup.Default().Setup(stratego.DefaultRules, rng)
		if err != nil {
			t.Fatal(err)
		}
		setups[c] = s
	}
	s, err := stratego.NewState(stratego.DefaultRules, setups[0], setups[1])
	if err != nil {
		t.Fatal(err)
	}
	f := NewFigures()
	f.Free.Step = 1e-6 // it speaks, and leaves the games as they are
	p := NewPlanner(All(), f)
	enemy, own := belief.NewGuesser(belief.Options{}), belief.NewGuesser(belief.Options{Side: belief.Own})
	var v stratego.View
	for range plies {
		if s.Result().Over() {
			return
		}
		s.View(s.Turn(), &v)
		enemy.Update(&v)
		own.Update(&v)
		m, ok := p.Best(&v, enemy.Matrix(), own.Matrix(), rng)
		if !ok {
			t.Fatal("no move in an unfinished game")
		}
		see(p, s)
		if err := s.Play(m); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPlansAreFiniteAndActive plays a game: every value is a number, every move
// legal, and every plan speaks at least once in a few games.
func TestPlansAreFiniteAndActive(t *testing.T) {
	spoke := map[string]bool{}
	for seed := range uint64(4) {
		playOut(t, seed, 900, func(p *Planner, _ *stratego.State) {
			for k, plan := range p.Plans() {
				for i := range p.Situation().Moves {
					if x := p.Value(k, i); x != x || x > 10*flagPrize || x < -10*flagPrize {
						t.Fatalf("%s gives %v", plan.Name(), x)
					}
				}
				if p.Active(k) {
					spoke[plan.Name()] = true
				}
			}
		})
	}
	for _, p := range All() {
		if !spoke[p.Name()] {
			t.Errorf("plan %s never spoke", p.Name())
		}
	}
}

func TestWithout(t *testing.T) {
	plans, err := Without([]string{"Bluff", "Rand"})
	if err != nil || len(plans) != len(All())-2 {
		t.Errorf("%d plans left, error %v", len(plans), err)
	}
	if _, err := Without([]string{"Nothing"}); err == nil {
		t.Error("an unknown plan was accepted")
	}
	names := map[string]bool{}
	for _, p := range All() {
		if names[p.Name()] {
			t.Errorf("two plans are named %s", p.Name())
		}
		names[p.Name()] = true
	}
}

// BenchmarkBest is a move in the middle of a game, guesses apart.
func BenchmarkBest(b *testing.B) {
	var v stratego.View
	var enemy, own belief.Matrix
	playOut(b, 3, 120, func(p *Planner, s *stratego.State) {
		s.View(s.Turn(), &v)
		enemy, own = *p.Situation().Belief, *p.Situation().Exposed
	})
	p := NewPlanner(All(), NewFigures())
	rng := rand.New(rand.NewPCG(1, 1))
	b.ReportAllocs()
	for b.Loop() {
		p.Best(&v, &enemy, &own, rng)
	}
}
