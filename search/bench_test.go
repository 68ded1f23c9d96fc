package search_test

import (
	"context"
	"testing"

	"marengo/eval"
	"marengo/hidden"
	"marengo/search"
)

// BenchmarkStratego searches Stratego with everything sound on and reports nodes a
// second; the allocations are those of whole searches.
func BenchmarkStratego(b *testing.B) {
	states := strategoPositions(b, 20, hidden.Options{KeyQuiet: true})
	o := search.Options{AlphaBeta: true, Deepening: true, Static: true, History: true, Killers: true,
		Table: search.Table{Bits: 18}, Star1: true, EventBounds: true, Star2: 1, StarETC: true, NullMove: 2}
	s := search.New(eval.NewSchadd(1), o)
	b.ReportAllocs()
	var nodes int64
	depth := 0
	for i := 0; b.Loop(); i++ {
		r, err := s.Search(context.Background(), states[i%len(states)], search.Limits{Nodes: 200_000})
		if err != nil {
			b.Fatal(err)
		}
		nodes += r.Nodes
		depth += r.Depth
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
	b.ReportMetric(float64(depth)/float64(b.N), "plies")
}
