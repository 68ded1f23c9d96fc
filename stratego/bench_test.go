package stratego

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkRandomPlies plays random games from shuffled setups to their end, each
// ply writing its complete legal list and picking uniformly.
func BenchmarkRandomPlies(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	var s State
	buf := make([]Move, 0, 512)
	b.ReportAllocs()
	games, moves := 0, 0
	for i := 0; i < b.N; {
		if err := s.Reset(DefaultRules, ShuffledSetup(Classic, rng), ShuffledSetup(Classic, rng)); err != nil {
			b.Fatal(err)
		}
		games++
		for !s.Result().Over() && i < b.N {
			buf = s.Moves(buf[:0])
			moves += len(buf)
			s.Do(buf[rng.Uint32N(uint32(len(buf)))])
			i++
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "plies/s")
	b.ReportMetric(float64(b.N)/float64(games), "plies/game")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/ply")
}

// BenchmarkCopy copies a State in mid-game, without its undo stack.
func BenchmarkCopy(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	var s, into State
	if err := s.Reset(DefaultRules, ShuffledSetup(Classic, rng), ShuffledSetup(Classic, rng)); err != nil {
		b.Fatal(err)
	}
	var buf []Move
	for range 150 {
		buf = s.Moves(buf[:0])
		s.Do(buf[rng.IntN(len(buf))])
	}
	b.ReportAllocs()
	for b.Loop() {
		s.CopyTo(&into)
	}
}
