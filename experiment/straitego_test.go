package experiment

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"marengo/arena"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

func TestWinRate(t *testing.T) {
	rate, lo, hi := winRate(arena.Tally{Wins: 6, Draws: 2, Losses: 2})
	if rate != 0.75 {
		t.Errorf("win rate %v, want 0.75", rate)
	}
	if !(lo < rate && rate < hi) || math.Abs(lo-0.41) > 0.02 || math.Abs(hi-0.93) > 0.02 {
		t.Errorf("interval %v to %v of 6 in 8, want about 0.41 to 0.93", lo, hi)
	}
}

// TestContestsPlay plays a contest twice: equal seeds give equal results, and an
// omniscient player may take part.
func TestContestsPlay(t *testing.T) {
	c := contest{what: "test", a: "mcts:select=ucb,guess=omniscient", b: "random", setupA: gravon, setupB: "random", slow: 100}
	var results [2]arena.Tally
	for i := range results {
		l, err := newLaboratory(&Options{Seed: 3}, 4, 3000)
		if err != nil {
			t.Fatal(err)
		}
		if results[i], err = l.run(context.Background(), &c); err != nil {
			t.Fatal(err)
		}
	}
	if results[0] != results[1] || results[0].Games() != 4 {
		t.Errorf("equal seeds gave %+v and %+v", results[0], results[1])
	}
}

func TestContestsRefuse(t *testing.T) {
	l, err := newLaboratory(&Options{Seed: 3}, 2, 10)
	if err != nil {
		t.Fatal(err)
	}
	c := contest{a: "mcts:select=best", b: "random", setupA: gravon, setupB: gravon}
	if _, err := l.run(context.Background(), &c); err == nil || !strings.Contains(err.Error(), "epsilon, ucb, puct") {
		t.Errorf("a bad agent gives %v", err)
	}
}

func TestGuessQuality(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	s := strategotest.Shuffled(t, stratego.DefaultRules, rng)
	world := make([]stratego.Rank, stratego.SetupSquares)
	for id := range world {
		world[id] = s.Piece(stratego.Blue, id).Rank
	}
	if q := quality(s, stratego.Red, world); q.revealed != 0 || q.correct != 1 || q.immobileRevealed != 0 || q.immobileCorrect != 1 {
		t.Errorf("the truth is guessed with %+v", q)
	}
}
