package search_test

import (
	"math/rand/v2"
	"testing"

	"marengo/eval"
	"marengo/game"
	"marengo/hidden"
	"marengo/search"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// strategoPositions returns positions of random games, each as its mover sees it.
func strategoPositions(t testing.TB, n int, o hidden.Options) []*hidden.State {
	t.Helper()
	rng := rand.New(rand.NewPCG(11, 12))
	rules := stratego.DefaultRules
	var states []*hidden.State
	for len(states) < n {
		s := strategotest.Shuffled(t, rules, rng)
		var moves []game.Move
		for ply := 0; ply < 20+len(states)*3 && !s.Result().Over(); ply++ {
			moves = s.Moves(moves[:0])
			s.Do(attackOften(s, moves, rng))
		}
		if s.Result().Over() {
			continue
		}
		h, err := hidden.New(strategotest.Seen(s), nil, o)
		if err != nil {
			t.Fatal(err)
		}
		states = append(states, h)
	}
	return states
}

// attackOften picks a random move, an attack half of the time where there is one.
func attackOften(s *stratego.State, moves []game.Move, rng *rand.Rand) game.Move {
	if rng.IntN(2) == 0 {
		for _, i := range rng.Perm(len(moves)) {
			if _, ok := s.At(stratego.To(moves[i])); ok {
				return moves[i]
			}
		}
	}
	return moves[rng.IntN(len(moves))]
}

func strategoDomain(t testing.TB, n int) domain[*hidden.State] {
	return domain[*hidden.State]{
		name:      "stratego",
		positions: strategoPositions(t, n, hidden.Options{KeyQuiet: true}),
		eval:      eval.NewSchadd(1),
		depths:    []int{1, 2},
	}
}

func TestSoundTechniquesChangeNothingInStratego(t *testing.T) {
	testSound(t, strategoDomain(t, soundPositions))
	deep := strategoDomain(t, 12)
	deep.name, deep.depths = "stratego-deep", []int{3}
	testSound(t, deep)
	arts := strategoDomain(t, 60)
	arts.name, arts.eval = "stratego-arts-features", &eval.Arts{Features: 0b111111}
	testSound(t, arts)
	plain := strategoDomain(t, soundPositions)
	plain.name, plain.eval = "stratego-arts", &eval.Arts{}
	testSound(t, plain)
	plain.positions, plain.depths = plain.positions[:20], []int{3}
	testSound(t, plain)
}

// TestPathDoesNotPoisonTheTable plays close to the limits of the repetition rules
// and the draw clocks, where equal pieces play differently.
func TestPathDoesNotPoisonTheTable(t *testing.T) {
	rules, err := stratego.Preset("match")
	if err != nil {
		t.Fatal(err)
	}
	rules.QuietLimit = 24
	rng := rand.New(rand.NewPCG(13, 14))
	d := domain[*hidden.State]{name: "path", eval: eval.NewSchadd(1), depths: []int{2, 3}}
	for len(d.positions) < 12 {
		if h := shuffling(t, rules, rng); h != nil {
			d.positions = append(d.positions, h)
		}
	}
	testSound(t, d)
	d.name, d.eval = "path-arts", &eval.Arts{}
	testSound(t, d)
}

// shuffling returns a position with few pieces that have gone to and fro.
func shuffling(t *testing.T, rules stratego.Rules, rng *rand.Rand) *hidden.State {
	t.Helper()
	pieces := []stratego.Placement{
		{Square: 0, Color: stratego.Red, Rank: stratego.Flag},
		{Square: 99, Color: stratego.Blue, Rank: stratego.Flag},
	}
	for i, r := range []stratego.Rank{stratego.Captain, stratego.Scout, stratego.Miner} {
		at := stratego.Square(20 + 10*i + rng.IntN(2))
		pieces = append(pieces, stratego.Placement{Square: at, Color: stratego.Red, Rank: r},
			stratego.Placement{Square: at.Rotate(), Color: stratego.Blue, Rank: r})
	}
	s, err := stratego.NewPosition(rules, stratego.Red, pieces)
	if err != nil {
		t.Fatal(err)
	}
	var last [2]game.Move
	for range 14 + rng.IntN(8) {
		moves := s.Moves(nil)
		if len(moves) == 0 {
			return nil
		}
		m := moves[rng.IntN(len(moves))]
		back := stratego.NewMove(stratego.To(last[s.Turn()]), stratego.From(last[s.Turn()]))
		if why := s.Why(back); why.OK() && rng.IntN(4) > 0 {
			m = back
		}
		last[s.Turn()] = m
		s.Do(m)
	}
	if s.Result().Over() {
		return nil
	}
	h, err := hidden.New(strategotest.Seen(s), nil, hidden.Options{KeyQuiet: true})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

var _ search.Evaluator[*hidden.State] = (*eval.Schadd)(nil)
var _ search.Rooted[*hidden.State] = (*eval.Schadd)(nil)
var _ search.Finisher[*hidden.State] = (*eval.Arts)(nil)
