package lookahead

import (
	"testing"

	"marengo/belief"
	"marengo/setup"
)

// BenchmarkThink measures what thinking costs beside the networks, an evaluation, with habits
// for a guess.
func BenchmarkThink(b *testing.B) {
	_, v := position(b, 3, 60)
	th, err := New(&material{}, belief.NewGuesser(belief.Options{Setups: setup.HumanConditional, Habits: belief.LearntHabits()}), options())
	if err != nil {
		b.Fatal(err)
	}
	asked := 0
	b.ReportAllocs()
	for b.Loop() {
		thought, err := th.Think(b.Context(), v, Limit{Evaluations: 64}, uint64(asked))
		if err != nil {
			b.Fatal(err)
		}
		asked += thought.Evaluations
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(asked), "ns/evaluation")
}
