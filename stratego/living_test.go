package stratego

import (
	"math/rand/v2"
	"testing"
)

// TestLivingCountsThePieces holds both counts against the pieces one by one.
func TestLivingCountsThePieces(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	s, err := NewState(DefaultRules, ShuffledSetup(Classic, rng), ShuffledSetup(Classic, rng))
	if err != nil {
		t.Fatal(err)
	}
	var buf []Move
	for !s.Result().Over() {
		for c := Red; c <= Blue; c++ {
			var want Counts
			for id := range SetupSquares {
				if p := s.Piece(c, id); p.Alive() {
					want[p.Rank]++
				}
			}
			if got := s.Living(c); got != want || s.Alive(c) != want.Total() {
				t.Fatalf("ply %d: %v has %v, %d in all, want %v", s.Ply(), c, got, s.Alive(c), want)
			}
		}
		buf = s.Moves(buf[:0])
		s.Do(buf[rng.IntN(len(buf))])
	}
}
