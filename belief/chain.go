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
// over its pieces and pairs of pieces. Where few worlds are possible they are listed (listed.go), which is exact. Elsewhere w
// begins as m · (1 − m/n), m being the matrix's entry and n the number of pieces of the rank: that is the weight whose Bethe
// approximation has m for its marginals (P. Vontobel, "The Bethe permanent of a nonnegative matrix", 2013), and after each world
// w moves away from the ranks that this had, and towards m (herding: M. Welling, "Herding dynamical weights to learn", 2009).
// So worlds come to have the matrix's probabilities, and a dozen of them are nearer to these than a dozen drawn by themselves.
// The pairs are those of the model of setups, less what each says on average, so that they change what goes together and
// not how likely it is.
type chain struct {
	n        int
	id       [Pieces]uint8
	start    [Pieces]int // where the piece began, -1 for elsewhere
	log      [Pieces][stratego.Ranks]float64
	strength float64
	facts    *facts
	matrix   *Matrix

	begun  bool
	known  bool   // whether the pairs and the listed worlds are worked out
	listed listed // the worlds, where they are few

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

	// herded is how far the logarithm of a weight moves away from a rank that a world had. The larger the step, the nearer a
	// dozen worlds are to the matrix, and the less goes together in them as the pairs would have it: with 25 to 32 hidden pieces
	// 0.6 leaves 0.54 of their variance and 73% of the pairs' sum, 1 leaves 0.43 and 62%.
	herded = 0.5
)

// reset prepares for the worlds of an estimate.
func (c *chain) reset(v *stratego.View, e *Network) {
	c.n, c.known, c.facts, c.matrix, c.strength = 0, false, &e.facts, &e.matrix, e.tempering[e.phase].Pairs
	enemy := v.Color().Other()
	for id, s := range e.facts.status {
		if s.hides() {
			c.id[c.n], c.start[c.n] = uint8(id), v.Piece(enemy, id).StartIndex()
			c.n++
		}
	}
	c.restart()
}

// restart forgets which worlds were drawn.
func (c *chain) restart() {
	c.begun, c.listed.at = false, nowhere
	for k := range c.n {
		for r, m := range c.matrix[c.id[k]] {
			c.log[k][r] = impossible
			if m > 0 {
				c.log[k][r] = math.Log(m * max(1-m/float64(c.facts.left[r]), leastShare))
			}
		}
	}
}

// next draws a world, and sees to it that what came too often comes less.
func (c *chain) next(rng *rand.Rand) []stratego.Rank {
	world := c.draw(rng)
	if c.listed.n == 0 {
		c.herd()
	}
	return world
}

// draw draws a world by the weights as they are.
func (c *chain) draw(rng *rand.Rand) []stratego.Rank {
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

// herd moves the weights towards the matrix and away from the world on the chain.
func (c *chain) herd() {
	for k := range c.n {
		for r, m := range c.matrix[c.id[k]] {
			c.log[k][r] += float64(herded * m) // none where it is impossible
		}
		c.log[k][c.rank[k]] -= herded
	}
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

// begin works out the pairs and the worlds to list, once for an estimate, and puts any world on the chain.
func (c *chain) begin(rng *rand.Rand) {
	c.begun = true
	copy(c.world[:], c.facts.sample(c.matrix, rng))
	for k := range c.n {
		c.rank[k] = c.world[c.id[k]]
	}
	if !c.known {
		c.known = true
		if c.strength > 0 {
			c.couple()
		}
		c.listed.fill(c)
	}
	if c.listed.n > 0 {
		return
	}
	if c.strength > 0 {
		c.feel()
	}
	c.walk(exchanges*warmUp, rng)
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
