package dice

import "math/rand/v2"

// geometry says which squares and lines a board of one size has. Square i lies in
// column i mod m and row i div m.
type geometry struct {
	size    int
	choices [2][MaxSize][]int8        // squares of First's columns and Second's rows
	through [MaxSize * MaxSize][]int8 // lines through a square
	share   [MaxSize * MaxSize]int32  // worth of a checker on each of them
}

var geometries = func() (g [MaxSize + 1]geometry) {
	for m := MinSize; m <= MaxSize; m++ {
		g[m] = newGeometry(m)
	}
	return g
}()

func newGeometry(m int) (g geometry) {
	g.size = m
	for sq := range m * m {
		col, row := sq%m, sq/m
		g.choices[0][col] = append(g.choices[0][col], int8(sq))
		g.choices[1][row] = append(g.choices[1][row], int8(sq))
		lines := []int8{int8(col), int8(m + row)}
		if col == row {
			lines = append(lines, int8(2*m))
		}
		if col+row == m-1 {
			lines = append(lines, int8(2*m+1))
		}
		g.through[sq] = lines
		g.share[sq] = shareUnit / int32(len(lines))
	}
	return g
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
