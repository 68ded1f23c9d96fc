package belief

import (
	"math/rand/v2"

	"marengo/stratego"
)

// Estimator says what the hidden ranks of one side may be.
type Estimator interface {
	// Update brings the estimate up to a View. Any View will do; what the
	// estimator keeps from one that led up to it only saves work.
	Update(v *stratego.View)
	// Matrix returns the estimate; it is the estimator's until the next Update.
	Matrix() *Matrix
	// Sample draws one assignment of ranks to all pieces, by id, that agrees with
	// everything known: the known ranks, the numbers left, and that bombs and flag do not
	// move. Captured pieces get NoRank.
	Sample(rng *rand.Rand) []stratego.Rank
}

// Side says whose hidden pieces an estimator looks at.
type Side uint8

// The sides, as the player whose View it is sees them.
const (
	Enemy Side = iota // what the player may think of the enemy's pieces
	Own               // what the enemy may think of the player's
)

func (s Side) color(v *stratego.View) stratego.Color {
	if s == Own {
		return v.Color()
	}
	return v.Color().Other()
}

// Counting is the estimator that takes every assignment the facts permit as
// equally likely; it is exact.
type Counting struct {
	Side   Side
	matrix Matrix
	facts  facts
}

// Update implements Estimator.
func (e *Counting) Update(v *stratego.View) {
	c := e.Side.color(v)
	e.facts.read(v, c)
	for id := range e.matrix {
		for r := range e.matrix[id] {
			e.matrix[id][r] = 0
			if e.facts.status[id] != gone {
				e.matrix[id][r] = v.Chance(c, id, stratego.Rank(r))
			}
		}
	}
}

// Matrix implements Estimator.
func (e *Counting) Matrix() *Matrix { return &e.matrix }

// Sample implements Estimator.
func (e *Counting) Sample(rng *rand.Rand) []stratego.Rank { return e.facts.sample(&e.matrix, rng) }

// status is what both players know of one piece.
type status uint8

const (
	gone status = iota // captured, or never there
	shown
	moved
	unmoved
)

// hides says whether the piece's rank is hidden.
func (s status) hides() bool { return s == moved || s == unmoved }

// facts are what both players know of one side's pieces.
type facts struct {
	status [Pieces]status
	rank   [Pieces]stratego.Rank // of those shown
	left   stratego.Counts       // hidden pieces by rank
}

func (f *facts) read(v *stratego.View, c stratego.Color) {
	f.left = v.Hidden(c)
	for id := range f.status {
		p := v.Piece(c, id)
		f.rank[id] = stratego.NoRank
		switch {
		case !p.Alive():
			f.status[id] = gone
		case p.Known:
			f.status[id] = shown
			f.rank[id] = p.Rank
		case p.Moved:
			f.status[id] = moved
		default:
			f.status[id] = unmoved
		}
	}
}

// sample draws ranks piece by piece, each by its row of the matrix and by how many of
// a rank are left. Pieces that have moved come first: they take movable ranks only,
// of which there are enough, and whatever they leave suits the others.
func (f *facts) sample(m *Matrix, rng *rand.Rand) []stratego.Rank {
	world := make([]stratego.Rank, Pieces)
	var order [Pieces]int
	n := 0
	for _, s := range [...]status{moved, unmoved} {
		first := n
		for id := range f.status {
			if f.status[id] == s {
				order[n] = id
				n++
			}
		}
		group := order[first:n]
		rng.Shuffle(len(group), func(i, j int) { group[i], group[j] = group[j], group[i] })
	}
	copy(world, f.rank[:])
	left := f.left
	for _, id := range order[:n] {
		r := f.draw(m, id, &left, rng)
		left[r]--
		world[id] = r
	}
	return world
}

// draw picks a rank for one piece among those left.
func (f *facts) draw(m *Matrix, id int, left *stratego.Counts, rng *rand.Rand) stratego.Rank {
	var weight [stratego.Ranks]float64
	total := 0.0
	last := stratego.NoRank
	for r := stratego.Flag; r < stratego.Ranks; r++ {
		if left[r] == 0 || f.status[id] == moved && !r.Movable() {
			continue
		}
		weight[r] = (m[id][r] + leastWeight) * float64(left[r]) / float64(f.left[r])
		total += weight[r]
		last = r
	}
	x := rng.Float64() * total
	for r, w := range weight {
		if x -= w; w > 0 && x < 0 {
			return stratego.Rank(r)
		}
	}
	return last
}

// leastWeight keeps ranks in play that the matrix holds for all but impossible
// when no others are left.
const leastWeight = 1e-9
