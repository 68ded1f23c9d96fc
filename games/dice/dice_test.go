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
	for _, board := range [][2]int{{2, 0}, {3, 0}, {5, 0}, {5, 3}, {11, 6}, {11, 0}} {
		m, line := board[0], board[1]
		t.Run(fmt.Sprintf("%d-%d", m, line), func(t *testing.T) {
			gametest.Run(t, func(*rand.Rand) game.State {
				s, err := New(m, line)
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

// slowLines lists the lines of a board by walking it.
func slowLines(m, length int) (lines [][]int) {
	for row := range m {
		for col := range m {
			for _, d := range [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
				var l []int
				for r, c := row, col; len(l) < length && r < m && c >= 0 && c < m; r, c = r+d[0], c+d[1] {
					l = append(l, r*m+c)
				}
				if len(l) == length {
					lines = append(lines, l)
				}
			}
		}
	}
	return lines
}

// slowEvaluate counts checkers from the whole board.
func slowEvaluate(s *State) game.Score {
	m := s.geo.size
	lines := slowLines(m, s.geo.line)
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

// slowWinner says who owns a line.
func slowWinner(s *State) game.Player {
	for _, l := range slowLines(s.geo.size, s.geo.line) {
		var count [3]int
		for _, sq := range l {
			count[s.owner[sq]]++
		}
		for p := range 2 {
			if count[p+1] == s.geo.line {
				return game.Player(p)
			}
		}
	}
	return game.Nobody
}

// TestSlowTwins plays games at random on boards of several kinds and holds evaluation and winner
// against what the whole board says.
func TestSlowTwins(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	e := &Evaluator{}
	for _, board := range [][2]int{{5, 0}, {5, 3}, {11, 5}, {11, 7}} {
		won := 0
		for range 6 {
			s, err := New(board[0], board[1])
			if err != nil {
				t.Fatal(err)
			}
			for s.ToMove() != game.Nobody {
				if s.ToMove() == game.Chance {
					events := s.Outcomes(nil)
					s.Do(events[rng.IntN(len(events))].Move)
					continue
				}
				moves := s.Moves(nil)
				s.Do(moves[rng.IntN(len(moves))])
				if got, want := e.Evaluate(s), slowEvaluate(s); s.winner == game.Nobody && math.Abs(float64(got-want)) > 1e-9 {
					t.Fatalf("board %v: %v, slowly %v", board, got, want)
				}
				if got, want := s.winner, slowWinner(s); got != want {
					t.Fatalf("board %v: winner %v, slowly %v", board, got, want)
				}
			}
			if s.winner != game.Nobody {
				won++
			}
		}
		if board[1] == 3 && won == 0 {
			t.Errorf("board %v: nobody won", board)
		}
	}
}

func TestWholeLineWins(t *testing.T) {
	s, err := New(2, 0)
	if err != nil {
		t.Fatal(err)
	}
	// First takes a square of column 1, Second one of row 2, First the rest of column 1.
	for _, m := range []game.Move{eventBit | 1, 1, eventBit | 2, 4, eventBit | 1, 3} {
		s.Do(m)
	}
	if s.ToMove() != game.Nobody || s.Value() != win {
		t.Fatalf("%v to move, value %v, expected a win for first", s.ToMove(), s.Value())
	}
}

func TestBadSizes(t *testing.T) {
	if _, err := New(12, 0); err == nil {
		t.Error("a board of size 12 was accepted")
	}
	if _, err := New(5, 6); err == nil {
		t.Error("lines of 6 were accepted on a board of size 5")
	}
	if _, err := Random(5, 0, 25, rand.New(rand.NewPCG(1, 1))); err == nil {
		t.Error("25 checkers were accepted on a board of size 5")
	}
}
