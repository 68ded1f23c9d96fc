package dice

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"marengo/game"
	"marengo/game/gametest"
)

func TestConformance(t *testing.T) {
	for _, m := range []int{2, 3, 5, 11} {
		t.Run(fmt.Sprint(m), func(t *testing.T) {
			gametest.Run(t, func(*rand.Rand) game.State {
				s, err := New(m)
				if err != nil {
					t.Fatal(err)
				}
				return s
			}, gametest.Options{Seed: uint64(m), Describe: describe})
		})
	}
}

func describe(s game.State) string {
	d := s.(*State)
	return fmt.Sprint(d.owner, d.mover, d.rolled)
}

// slowEvaluate counts checkers from the whole board.
func slowEvaluate(s *State) game.Score {
	m := s.geo.size
	var lines [][]int
	for i := range m {
		var col, row []int
		for j := range m {
			col, row = append(col, j*m+i), append(row, i*m+j)
		}
		lines = append(lines, col, row)
	}
	var down, up []int
	for i := range m {
		down, up = append(down, i*m+i), append(up, i*m+m-1-i)
	}
	lines = append(lines, down, up)
	var worth [2]float64
	for sq := range m * m {
		if s.owner[sq] == 0 {
			continue
		}
		p := s.owner[sq]
		all, open := 0, 0
		for _, l := range lines {
			through, blocked := false, false
			for _, x := range l {
				through = through || x == sq
				blocked = blocked || s.owner[x] == 3-p
			}
			if through {
				all++
				if !blocked {
					open++
				}
			}
		}
		worth[p-1] += float64(open) / float64(all)
	}
	return game.Score(max(-9.9, min(9.9, worth[0]-worth[1])))
}

func TestEvaluationEqualsItsSlowTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	e := &Evaluator{}
	for i := range 200 {
		s, err := Random(5, 5+i%8, rng)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := e.Evaluate(s), slowEvaluate(s); math.Abs(float64(got-want)) > 1e-9 {
			t.Fatalf("position %d: %v, slowly %v", i, got, want)
		}
	}
}

func TestWholeLineWins(t *testing.T) {
	s, err := New(2)
	if err != nil {
		t.Fatal(err)
	}
	// First takes a square of column 1, Second one of row 2, First the rest of column 1.
	for _, m := range []game.Move{eventBit | 1, 1, eventBit | 2, 4, eventBit | 1, 3} {
		s.Do(m)
	}
	if s.ToMove() != game.Nobody || s.Value() != Win {
		t.Fatalf("%v to move, value %v, expected a win for first", s.ToMove(), s.Value())
	}
}

func TestBadSizes(t *testing.T) {
	if _, err := New(12); err == nil {
		t.Error("a board of size 12 was accepted")
	}
	if _, err := Random(5, 25, rand.New(rand.NewPCG(1, 1))); err == nil {
		t.Error("25 checkers were accepted on a board of size 5")
	}
}
