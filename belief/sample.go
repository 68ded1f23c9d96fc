package belief

import (
	"math/rand/v2"

	"marengo/stratego"
)

// sampler draws worlds from a Matrix exactly: an assignment of the hidden ranks to
// the hidden pieces comes with a probability proportional to the product of
// the matrix's entries, and only assignments that use each rank as often as it
// is hidden come at all. For a matrix of independent weights that were scaled to
// its row and column sums this is the distribution of the weights themselves,
// given the counts: scaling multiplies all assignments alike.
//
// It walks a lattice whose points say how many of each rank are used up. The k-th
// piece is assigned at the points that sum to k, and a point's weight is the sum
// over all ways to assign the rest. Reset works the weights out from the end
// backwards, once for a matrix; Sample walks from the origin, each step with the right
// probability, and never into a dead end.
type sampler struct {
	n      int // hidden pieces
	ranks  int // ranks that are hidden at all
	rank   [stratego.Ranks]stratego.Rank
	stride [stratego.Ranks]int32
	left   [stratego.Ranks]uint8
	id     [Pieces]uint8
	weight [stratego.Ranks][Pieces + 1]float32 // of each digit's rank for the n pieces
	order  [Pieces][stratego.Ranks]uint8       // digits by weight, the likeliest first
	ways   []float32
	known  [Pieces]stratego.Rank // of pieces that are not hidden; NoRank for captured ones
}

// LatticePoints returns how many points the lattice of so many hidden pieces has: how much work an exact sum over all
// worlds is.
func LatticePoints(left stratego.Counts) int {
	points := 1
	for _, n := range left {
		points *= int(n) + 1
	}
	return points
}

// Reset prepares for worlds of one side's pieces as a View shows them and a matrix
// weighs them. Entries that the facts exclude count as zero, and those of a
// possible rank as at least leastWeight.
func (s *sampler) Reset(v *stratego.View, c stratego.Color, m *Matrix) {
	var f facts
	f.read(v, c)
	s.reset(&f, m)
}

func (s *sampler) reset(f *facts, m *Matrix) {
	s.known = f.rank
	// 1. The lattice: a digit for each hidden rank, the most frequent lowest.
	size := 1
	s.ranks = 0
	for n := uint8(Pieces); n > 0; n-- {
		for r, left := range f.left {
			if left == n {
				s.rank[s.ranks], s.left[s.ranks], s.stride[s.ranks] = stratego.Rank(r), n, int32(size)
				size *= int(n) + 1
				s.ranks++
			}
		}
	}
	// 2. The pieces: those that have moved first, which keeps the reachable part
	// of the lattice small.
	s.n = 0
	for _, want := range [...]status{moved, unmoved} {
		for id, is := range f.status {
			if is == want {
				s.addPiece(id, is, &m[id])
			}
		}
	}
	// 3. The weights, from the end.
	if cap(s.ways) < size {
		s.ways = make([]float32, size)
	}
	s.ways = s.ways[:size]
	s.count()
}

func (s *sampler) addPiece(id int, is status, row *[stratego.Ranks]float64) {
	n := s.n
	s.id[n] = uint8(id)
	order := &s.order[n]
	for k := range s.ranks {
		r := s.rank[k]
		var w float32
		if is == unmoved || r.Movable() {
			w = float32(max(row[r], leastWeight))
		}
		s.weight[k][n] = w
		at := k
		for ; at > 0 && s.weight[order[at-1]][n] < w; at-- {
			order[at] = order[at-1]
		}
		order[at] = uint8(k)
	}
	s.n++
}

// count fills ways, the last point first, one row of the lowest digit at a time:
// within a row the ways by the higher digits are sums over neighbouring
// rows, and those by the lowest follow from the row's end.
func (s *sampler) count() {
	if s.ranks == 0 {
		s.ways[0] = 1
		return
	}
	var used [stratego.Ranks]uint8
	copy(used[:], s.left[:s.ranks])
	length := int(s.left[0]) + 1
	sum := s.n - length + 1 // pieces assigned at the row's start
	lowest := &s.weight[0]
	for start := len(s.ways) - length; ; start -= length {
		row := s.ways[start : start+length]
		clear(row)
		if start+length == len(s.ways) {
			row[length-1] = 1
		}
		for k := 1; k < s.ranks; k++ {
			if used[k] == s.left[k] {
				continue
			}
			from := s.ways[start+int(s.stride[k]):][:length]
			weight := s.weight[k][sum:][:length]
			for d, w := range weight {
				row[d] += w * from[d]
			}
		}
		for d := length - 2; d >= 0; d-- {
			row[d] += lowest[sum+d] * row[d+1]
		}
		if start == 0 {
			return
		}
		// The next row down: one less of the lowest of the higher digits that has
		// any, the ones below it full again.
		k := 1
		for used[k] == 0 {
			used[k] = s.left[k]
			sum += int(s.left[k])
			k++
		}
		used[k]--
		sum--
	}
}

// Sample draws a world into ranks, by piece id; captured pieces get NoRank.
func (s *sampler) Sample(rng *rand.Rand, ranks *[Pieces]stratego.Rank) {
	*ranks = s.known
	var used [stratego.Ranks]uint8
	p := 0
	for i := range s.n {
		x := rng.Float32() * s.ways[p]
		pick := uint8(0)
		for _, k := range s.order[i][:s.ranks] {
			if used[k] == s.left[k] {
				continue
			}
			w := s.weight[k][i] * s.ways[p+int(s.stride[k])]
			if w == 0 {
				continue
			}
			pick = k
			if x -= w; x < 0 {
				break
			}
		}
		used[pick]++
		p += int(s.stride[pick])
		ranks[s.id[i]] = s.rank[pick]
	}
}

// Exact gives an estimator worlds that are drawn exactly from its matrix.
type Exact struct {
	Estimator
	Side Side

	sampler sampler
	world   [Pieces]stratego.Rank
}

// Update implements Estimator.
func (e *Exact) Update(v *stratego.View) {
	e.Estimator.Update(v)
	e.sampler.Reset(v, e.Side.color(v), e.Estimator.Matrix())
}

// Sample implements Estimator. The slice is good until the next call.
func (e *Exact) Sample(rng *rand.Rand) []stratego.Rank {
	e.sampler.Sample(rng, &e.world)
	return e.world[:]
}
