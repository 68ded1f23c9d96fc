package dice

import "math/rand/v2"

// geometry says which squares and lines a board has. Square i lies in column i mod
// m and row i div m.
type geometry struct {
	size    int
	line    int                        // checkers of a line that wins
	lines   int                        // how many lines there are
	choices [2][MaxSize][]int8         // squares of First's columns and Second's rows
	through [MaxSize * MaxSize][]int16 // lines through a square
	unit    int64                      // what a checker is worth that no line is blocked for
	share   [MaxSize * MaxSize]int64   // its worth on each of the lines through its square
}

// geometries holds the boards by size and length of a line.
var geometries = func() (g [MaxSize + 1][MaxSize + 1]*geometry) {
	for m := minSize; m <= MaxSize; m++ {
		for line := minSize; line <= m; line++ {
			g[m][line] = newGeometry(m, line)
		}
	}
	return g
}()

func newGeometry(m, line int) *geometry {
	g := &geometry{size: m, line: line, unit: 1}
	for sq := range m * m {
		col, row := sq%m, sq/m
		g.choices[0][col] = append(g.choices[0][col], int8(sq))
		g.choices[1][row] = append(g.choices[1][row], int8(sq))
		for _, step := range [...]struct{ col, row int }{{0, 1}, {1, 0}, {1, 1}, {-1, 1}} {
			endCol, endRow := col+(line-1)*step.col, row+(line-1)*step.row
			if endCol < 0 || endCol >= m || endRow >= m {
				continue
			}
			for k := range line {
				x := (row+k*step.row)*m + col + k*step.col
				g.through[x] = append(g.through[x], int16(g.lines))
			}
			g.lines++
		}
	}
	for sq := range m * m {
		g.unit = leastMultiple(g.unit, int64(len(g.through[sq])))
	}
	for sq := range m * m {
		g.share[sq] = g.unit / int64(len(g.through[sq]))
	}
	return g
}

// leastMultiple is the least common multiple of two numbers, so that shares are whole.
func leastMultiple(a, b int64) int64 {
	x, y := a, b
	for y != 0 {
		x, y = y, x%y
	}
	return a / x * b
}

// zobrist holds the random numbers that keys are made of; the seed fixes them.
var zobrist = func() (z struct {
	square [2][MaxSize * MaxSize]uint64
	rolled [MaxSize + 1]uint64
	turn   uint64
}) {
	rng := rand.New(rand.NewPCG(0xd1ce, 1))
	for p := range z.square {
		for sq := range z.square[p] {
			z.square[p][sq] = rng.Uint64()
		}
	}
	for i := range z.rolled {
		z.rolled[i] = rng.Uint64()
	}
	z.turn = rng.Uint64()
	return z
}()
