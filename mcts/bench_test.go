package mcts_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"marengo/eval"
	"marengo/mcts"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// midgame plays random moves from shuffled setups.
func midgame(tb testing.TB, seed uint64, plies int) *stratego.State {
	return strategotest.Midgame(tb, stratego.DefaultRules, plies, rand.New(rand.NewPCG(seed, 7)))
}

// BenchmarkSearch makes whole searches of 500,000 count evaluations in one world,
// the paper's yardstick (8.1.1), with each selector that needs no network.
func BenchmarkSearch(b *testing.B) {
	for _, bench := range []struct {
		name     string
		selector mcts.Selector
	}{{"ucb", &mcts.UCB{C: 0.15}}, {"epsilon", &mcts.EpsilonGreedy{Epsilon: 0.65}}} {
		b.Run(bench.name, func(b *testing.B) {
			const n = 500_000
			root := midgame(b, 1, 60)
			s, err := mcts.New(mcts.Options[*stratego.State]{Selector: bench.selector, Evaluator: eval.UnitCount{}}, rand.New(rand.NewPCG(1, 1)))
			if err != nil {
				b.Fatal(err)
			}
			search := func() mcts.Result {
				r, err := s.Search(context.Background(), root, mcts.Limits{Evaluations: n})
				if err != nil {
					b.Fatal(err)
				}
				return r
			}
			r := search()
			b.ReportAllocs()
			b.ResetTimer()
			for b.Loop() {
				r = search()
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "evaluations/s")
			b.ReportMetric(float64(r.Bytes)/n, "bytes/evaluation")
			b.ReportMetric(r.MeanDepth, "plies")
		})
	}
}

// BenchmarkPool makes the same searches on two threads.
func BenchmarkPool(b *testing.B) {
	const n, threads = 500_000, 2
	var pool mcts.Pool[*stratego.State]
	var roots []*stratego.State
	for i := range threads {
		s, err := mcts.New(mcts.Options[*stratego.State]{Selector: &mcts.UCB{C: 0.15}, Evaluator: eval.UnitCount{}}, rand.New(rand.NewPCG(uint64(i), 1)))
		if err != nil {
			b.Fatal(err)
		}
		pool, roots = append(pool, s), append(roots, midgame(b, 1, 60))
	}
	search := func() {
		if _, err := pool.Search(context.Background(), roots, mcts.Limits{Evaluations: n}); err != nil {
			b.Fatal(err)
		}
	}
	search()
	b.ResetTimer()
	for b.Loop() {
		search()
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "evaluations/s")
}
