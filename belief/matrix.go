package belief

import (
	"math"

	"marengo/stratego"
)

// Pieces is the number of pieces a side can have, and so of a Matrix's rows.
const Pieces = stratego.SetupSquares

// Matrix holds the probability of each rank for each piece of one side, by its
// id. Rows of hidden pieces sum to 1, those of known pieces are one-hot, those of
// captured ones are zero; columns sum to the living pieces of that rank.
type Matrix [Pieces][stratego.Ranks]float64

// Best returns the likeliest rank of a piece, NoRank for a captured one.
func (m *Matrix) Best(id int) stratego.Rank {
	best, p := stratego.NoRank, 0.0
	for r, x := range m[id] {
		if x > p {
			best, p = stratego.Rank(r), x
		}
	}
	return best
}

// The normalisation's accuracy: rows sum to 1 but for rounding, columns to the
// pieces of their rank within accuracy each. Few games reach the bound on its rounds, where two pieces are all but sure of
// each other's ranks; it is then a little less accurate.
const (
	accuracy  = 1e-6
	maxRounds = 2000
)

// hidden is the part of a matrix that is in doubt: a row for each hidden piece,
// zero where a rank is impossible.
type hidden struct {
	n    int
	id   [Pieces]uint8
	row  [Pieces][stratego.Ranks]float64
	want [stratego.Ranks]float64 // hidden pieces of each rank
}

// fill makes a matrix of the facts about one side's pieces and of weights for those that are hidden; weigh gets
// rows of zeros to fill in.
func (h *hidden) fill(f *facts, out *Matrix, weigh func(id int, row *[stratego.Ranks]float64)) {
	certain(&f.rank, out)
	h.n = 0
	for r, n := range f.left {
		h.want[r] = float64(n)
	}
	for id, s := range f.status {
		if !s.hides() {
			continue
		}
		h.id[h.n], h.row[h.n] = uint8(id), [stratego.Ranks]float64{}
		weigh(id, &h.row[h.n])
		h.n++
	}
	if h.n > 0 {
		h.normalize(out)
	}
}

// normalize scales rows and columns in turn until rows sum to 1 and columns to
// their number of pieces (figure 6.1). It finds the scales and leaves the
// weights as they are, and it starts afresh each time: nothing drifts from move to
// move, and an estimator that followed a game agrees to the last bit with one
// that sees its end. Ranks that counting excludes are zero beforehand: then
// every weight can be part of a whole assignment, and the scaling converges fast.
func (h *hidden) normalize(out *Matrix) {
	var cols [stratego.Ranks]float64
	for r := range cols {
		if h.want[r] != 0 {
			cols[r] = 1
		}
	}
	for range maxRounds {
		var sums [stratego.Ranks]float64
		for i := range h.n {
			row := &h.row[i]
			sum := 0.0
			for r := range row {
				sum += row[r] * cols[r]
			}
			x := 1 / sum
			for r := range row {
				sums[r] += row[r] * x
			}
		}
		worst := 0.0
		for r := range cols {
			if h.want[r] == 0 {
				continue
			}
			got := sums[r] * cols[r]
			worst = max(worst, math.Abs(got-h.want[r]))
			sums[r] = cols[r] * h.want[r] / got
		}
		if worst < accuracy {
			break
		}
		for r := range cols {
			if h.want[r] != 0 {
				cols[r] = sums[r]
			}
		}
	}
	for i := range h.n {
		to, row := &out[h.id[i]], &h.row[i]
		sum := 0.0
		for r := range row {
			to[r] = row[r] * cols[r]
			sum += to[r]
		}
		for r := range to {
			to[r] /= sum
		}
	}
}
