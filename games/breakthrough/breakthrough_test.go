package breakthrough

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"marengo/game"
	"marengo/game/gametest"
)

func TestConformance(t *testing.T) {
	gametest.Run(t, func(*rand.Rand) game.State { return New() }, gametest.Options{
		Seed:     1,
		Describe: func(s game.State) string { b := s.(*State); return fmt.Sprint(b.pieces, b.mover, b.rolling) },
	})
}

func TestInitialPosition(t *testing.T) {
	s := New()
	// Eight straight moves of the front row, seven to each side, and the dice.
	if n := len(s.Moves(nil)); n != 8+7+7+1 {
		t.Errorf("%d moves, expected 23", n)
	}
	if v := (&Evaluator{}).Evaluate(s); v != 0 {
		t.Errorf("worth %v, expected 0", v)
	}
	s.Do(rollMove)
	events := s.Outcomes(nil)
	if len(events) != 33 || events[0].P != 0.5 {
		t.Errorf("%d events, the first with chance %v; expected 33 and 0.5", len(events), events[0].P)
	}
}

func TestBreakthroughWins(t *testing.T) {
	s := New()
	s.pieces = [2]uint64{1 << 52, 1 << 62}
	s.key = 0
	noisy := s.NoisyMoves(nil)
	if len(noisy) != 3 || s.Class(noisy[0]) != classWin {
		t.Fatalf("tactical moves %x, expected three that win", noisy)
	}
	s.Do(noisy[0])
	if s.ToMove() != game.Nobody || s.Value() != win {
		t.Fatalf("%v to move, expected a win for first", s.ToMove())
	}
}

func TestEvaluationIsAntisymmetric(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	e := &Evaluator{}
	for range 100 {
		s, ok := Random(20, rng)
		if !ok {
			continue
		}
		mirrored := *s
		mirrored.pieces = [2]uint64{flip(s.pieces[1]), flip(s.pieces[0])}
		if a, b := e.Evaluate(s), e.Evaluate(&mirrored); a != -b {
			t.Fatalf("worth %v, with colours exchanged %v", a, b)
		}
	}
}

// flip turns the board upside down.
func flip(b uint64) (f uint64) {
	for row := range size {
		f |= b >> (row * size) & 0xff << ((size - 1 - row) * size)
	}
	return f
}
