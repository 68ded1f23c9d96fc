package belief

import (
	"math"
	"math/rand/v2"
	"slices"

	"marengo/setup"
	"marengo/stratego"
)

// chain draws worlds by exchanges: the Metropolis algorithm over assignments that use each
// rank as often as it is hidden. A world's probability is in proportion to
//
//	∏ w(i, r) · exp(Pairs · Σ pair(i, r, j, s))
//
// over its pieces and pairs of pieces. The worlds shall have the matrix's probabilities, and w is
// found so that they nearly do. Where few worlds are possible they are listed (listed.go), which is exact. Elsewhere w begins
// as m · (1 − m/n), m being the matrix's entry and n the number of pieces of the rank: that is the weight whose Bethe
// approximation has m for its marginals (P. Vontobel, "The Bethe permanent of a nonnegative matrix", 2013), good for
// many pieces and vague rows; with fewer pieces it is corrected (fit). The pairs are those of the model of setups, less
// what each says on average, so that they change what goes together and not how likely it is.
type chain struct {
	n        int
	id       [Pieces]uint8
	start    [Pieces]int // where the piece began, -1 for elsewhere
	log      [Pieces][stratego.Ranks]float64
	strength float64
	facts    *facts
	matrix   *Matrix

	begun  bool
	fitted bool   // the weights are what they shall be
	listed listed // the worlds, where they are few

	sampler sampler

	world [Pieces]stratego.Rank   // by id
	rank  [Pieces]stratego.Rank   // by place in the chain
	pairs [][stratego.Ranks]field // what a piece of a rank means to all pieces
	felt  field                   // summed over all pieces as they stand
}

// field has a number for each rank of each piece.
type field [Pieces * stratego.Ranks]float32

func (f *field) at(piece int, r stratego.Rank) float64 {
	return float64(f[piece*stratego.Ranks+int(r)])
}

const (
	// impossible is the logarithm of the weight of a rank that the facts exclude.
	impossible = -1e9

	// exchanges for each hidden piece are tried between two worlds, and so many times as
	// many before the first.
	exchanges = 6
	warmUp    = 10
)

// reset prepares for the worlds of an estimate.
func (c *chain) reset(v *stratego.View, e *Network) {
	c.n, c.begun, c.fitted, c.facts, c.matrix, c.strength = 0, false, false, &e.facts, &e.matrix, e.tempering[e.phase].Pairs
	enemy := v.Color().Other()
	for id, s := range e.facts.status {
		if !s.hides() {
			continue
		}
		c.id[c.n], c.start[c.n] = uint8(id), v.Piece(enemy, id).StartIndex()
		for r, m := range e.matrix[id] {
			c.log[c.n][r] = impossible
			if m > 0 {
				c.log[c.n][r] = math.Log(m * max(1-m/float64(e.facts.left[r]), leastShare))
			}
		}
		c.n++
	}
}

// next draws a world.
func (c *chain) next(rng *rand.Rand) []stratego.Rank {
	if !c.begun {
		c.begin(rng)
	}
	if c.listed.n > 0 {
		c.listed.draw(rng, c.rank[:c.n])
	} else {
		c.walk(exchanges, rng)
	}
	for k := range c.n {
		c.world[c.id[k]] = c.rank[k]
	}
	return c.world[:]
}

// walk tries so many exchanges for each piece.
func (c *chain) walk(times int, rng *rand.Rand) {
	if c.n < 2 {
		return
	}
	for range times * c.n {
		c.exchange(rng)
	}
}

// begin puts any world on the chain, and finds the weights if they are not known.
func (c *chain) begin(rng *rand.Rand) {
	c.begun = true
	copy(c.world[:], c.facts.sample(c.matrix, rng))
	for k := range c.n {
		c.rank[k] = c.world[c.id[k]]
	}
	if c.strength > 0 {
		c.couple()
		c.feel()
	}
	if !c.fitted && c.listed.fill(c) {
		c.fitted = true
		return
	}
	few := LatticePoints(c.facts.left) <= fitPoints && !c.fitted
	c.fitted = true
	if few {
		c.fit()
	}
	c.walk(exchanges*warmUp, rng)
	if few && c.strength > 0 {
		c.fitPairs(rng)
	}
}

// The exact probabilities are worked out where the sampler's lattice has at most fitPoints points, some sixteen hidden
// pieces; with the pairs that takes as long as one or two evaluations of the champion. The weights are good when none is off by more than fitOff, and after fitSteps at the latest.
const (
	fitPoints = 6000
	fitSteps  = 12
	fitOff    = 0.01

	// What the pairs change is then counted over fitWorlds worlds, fitCounts times, and taken back; fitFew keeps what came by
	// chance from counting much.
	fitCounts = 5
	fitWorlds = 60
	fitFew    = 0.02
)

// fit corrects the weights until worlds have the matrix's probabilities but for the pairs.
func (c *chain) fit() {
	var weights, got Matrix
	for range fitSteps {
		c.weights(&weights)
		c.sampler.reset(c.facts, &weights)
		if c.sampler.ways[0] == 0 {
			return // too small to be summed
		}
		c.sampler.marginals(&got)
		worst := 0.0
		for k := range c.n {
			for r, m := range c.matrix[c.id[k]] {
				if m > 0 {
					p := got[c.id[k]][r]
					worst = max(worst, math.Abs(p-m))
					c.log[k][r] += math.Log(max(m, leastShare)/max(p, leastShare)) / 2 // all entries move at once
				}
			}
		}
		if worst < fitOff {
			return
		}
	}
}

// weights fills in what the logarithms stand for, each row in shares of its largest: only ratios within a row matter.
func (c *chain) weights(out *Matrix) {
	for k := range c.n {
		top := slices.Max(c.log[k][:])
		for r, x := range c.log[k] {
			out[c.id[k]][r] = math.Exp(x - top)
		}
	}
}

// fitPairs corrects the weights for what the pairs change, each time by less.
func (c *chain) fitPairs(rng *rand.Rand) {
	for count := range fitCounts {
		var came [Pieces][stratego.Ranks]float64
		for range fitWorlds {
			c.walk(exchanges, rng)
			for k := range c.n {
				came[k][c.rank[k]] += 1.0 / fitWorlds
			}
		}
		for k := range c.n {
			for r, m := range c.matrix[c.id[k]] {
				if m > 0 {
					c.log[k][r] += math.Log((m+fitFew)/(came[k][r]+fitFew)) / float64(1+count)
				}
			}
		}
	}
}

// feel sums up the pairs of the world on the chain.
func (c *chain) feel() {
	c.felt = field{}
	for k := range c.n {
		for i, x := range &c.pairs[k][c.rank[k]] {
			c.felt[i] += x
		}
	}
}

// exchange tries to exchange the ranks of two pieces.
func (c *chain) exchange(rng *rand.Rand) {
	a, b := rng.IntN(c.n), rng.IntN(c.n-1)
	if b >= a {
		b++
	}
	r, s := c.rank[a], c.rank[b]
	if r == s {
		return
	}
	gain := c.log[a][s] - c.log[a][r] + c.log[b][r] - c.log[b][s]
	if gain < impossible/2 {
		return
	}
	if c.strength > 0 {
		gain += c.strength * c.pairGain(a, b, r, s)
	}
	if gain < 0 && rng.Float64() >= math.Exp(gain) {
		return
	}
	c.rank[a], c.rank[b] = s, r
	if c.strength > 0 {
		lost, won, lost2, won2 := &c.pairs[a][r], &c.pairs[a][s], &c.pairs[b][s], &c.pairs[b][r]
		for i := range c.n * stratego.Ranks {
			c.felt[i] += won[i] - lost[i] + won2[i] - lost2[i]
		}
	}
}

// pairGain is what the pairs of a world gain when piece a, of rank r, and piece b, of
// rank s, exchange them.
func (c *chain) pairGain(a, b int, r, s stratego.Rank) float64 {
	// What is felt counts the two themselves as if the other kept its rank.
	self := c.pairs[a][s].at(b, r) - c.pairs[a][s].at(b, s) + c.pairs[a][r].at(b, s) - c.pairs[a][r].at(b, r)
	return c.felt.at(a, s) - c.felt.at(a, r) + c.felt.at(b, r) - c.felt.at(b, s) + self
}

// couple works out the pairs of the setup model between hidden pieces, less their means.
func (c *chain) couple() {
	for len(c.pairs) < c.n {
		c.pairs = append(c.pairs, [stratego.Ranks]field{})
	}
	for a := range c.n {
		for b := range a {
			var p [stratego.Ranks][stratego.Ranks]float32
			if c.start[a] >= 0 && c.start[b] >= 0 {
				setup.HumanConditional.Couple(c.start[a], c.start[b], &p)
				centre(&p, &c.matrix[c.id[a]], &c.matrix[c.id[b]], &c.facts.left)
			}
			for r := range p {
				for s, x := range p[r] {
					c.pairs[a][r][b*stratego.Ranks+s] = x
					c.pairs[b][s][a*stratego.Ranks+r] = x
				}
			}
		}
	}
}

// centre takes from each pair what it is on average for either rank, given how likely ranks are and that a rank that one
// piece has is one fewer for the other.
func centre(p *[stratego.Ranks][stratego.Ranks]float32, a, b *[stratego.Ranks]float64, left *stratego.Counts) {
	var rows, columns, ofRow, ofColumn [stratego.Ranks]float32
	mean, all := float32(0), float32(0)
	for r := range p {
		for s, x := range p[r] {
			w := float32(a[r] * b[s])
			if r == s {
				w *= float32(max(int(left[r])-1, 0)) / float32(max(left[r], 1))
			}
			rows[r] += x * w
			columns[s] += x * w
			mean += x * w
			ofRow[r] += w
			ofColumn[s] += w
			all += w
		}
	}
	share := func(sum, of float32) float32 {
		if of == 0 {
			return 0
		}
		return sum / of
	}
	mean = share(mean, all)
	for r := range p {
		for s := range p[r] {
			p[r][s] += mean - share(rows[r], ofRow[r]) - share(columns[s], ofColumn[s])
		}
	}
}
