package search_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"marengo/game"
	"marengo/games/breakthrough"
	"marengo/games/dice"
	"marengo/search"
)

// domain is a game to search in tests: positions, an evaluator, a depth that
// plain expectimax can still search.
type domain[S game.State] struct {
	name      string
	positions []S
	eval      search.Evaluator[S]
	depths    []int
	chancePly bool
}

func dicePositions(t testing.TB, m, n int) []*dice.State {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(m), 7))
	states := make([]*dice.State, n)
	for i := range states {
		s, err := dice.Random(m, 0, 5+i%8, rng)
		if err != nil {
			t.Fatal(err)
		}
		states[i] = s
	}
	return states
}

func breakthroughPositions(n int) []*breakthrough.State {
	rng := rand.New(rand.NewPCG(2, 7))
	var states []*breakthrough.State
	for len(states) < n {
		if s, ok := breakthrough.Random(10+len(states)%40, rng); ok {
			states = append(states, s)
		}
	}
	return states
}

func diceDomain(t testing.TB, n int) domain[*dice.State] {
	return domain[*dice.State]{"dice", dicePositions(t, 5, n), &dice.Evaluator{Random: 0.1, Seed: 1}, []int{1, 2, 4, 5}, true}
}

func breakthroughDomain(n int) domain[*breakthrough.State] {
	return domain[*breakthrough.State]{"breakthrough", breakthroughPositions(n), &breakthrough.Evaluator{Random: 5, Seed: 1}, []int{1, 2, 3}, false}
}

// expectimax is the definition, written as plainly as it can be.
func expectimax[S game.State](s S, e search.Evaluator[S], depth int, chancePly bool) float64 {
	switch p := s.ToMove(); {
	case p == game.Nobody:
		return float64(final(s, e))
	case p == game.Chance:
		if chancePly {
			if depth <= 0 {
				return float64(e.Evaluate(s))
			}
			depth--
		}
		sum := 0.0
		for _, o := range s.Outcomes(nil) {
			s.Do(o.Move)
			sum += o.P * expectimax(s, e, depth, chancePly)
			s.Undo()
		}
		return sum
	case depth <= 0:
		return float64(e.Evaluate(s))
	default:
		best := math.Inf(-1)
		sign := 1.0
		if p == game.Second {
			sign = -1
		}
		for _, m := range s.Moves(nil) {
			s.Do(m)
			best = max(best, sign*expectimax(s, e, depth-1, chancePly))
			s.Undo()
		}
		return sign * best
	}
}

func final[S game.State](s S, e search.Evaluator[S]) game.Score {
	if f, ok := e.(search.Finisher[S]); ok {
		return f.Final(s)
	}
	return s.Value()
}

func mustSearch[S game.State](t testing.TB, s *search.Searcher[S], root S, l search.Limits) search.Result {
	t.Helper()
	r, err := s.Search(context.Background(), root, l)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
