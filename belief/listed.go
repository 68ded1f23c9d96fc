package belief

import (
	"math"
	"math/rand/v2"
	"sort"

	"marengo/stratego"
)

// listed are all the worlds of a chain, with their probabilities: of all that have the matrix's
// probabilities, those that are nearest to what the pairs say (iterative proportional fitting: W. Deming and F. Stephan, 1940).
type listed struct {
	n      int             // worlds, 0 where they are too many to list
	order  []int           // in which pieces are given their ranks
	ranks  []stratego.Rank // of each world by place in the chain, one after the other
	chance []float64       // of each world
	upTo   []float64       // summed up
	at     float64         // where in that sum the last world was drawn, in shares; nowhere before the first
}

const (
	// mostListed is how many worlds are listed at the most: all of eight pieces with three bombs. Listing and fitting takes about as
	// long as an evaluation of the champion, and listedWork sees to it.
	mostListed = 8000

	// The fitting ends when no probability is off by more than listedOff, or when so many ranks were looked at.
	listedOff  = 1e-3
	listedWork = 2_000_000
)

// fill lists the worlds of a chain, if they are few enough.
func (l *listed) fill(c *chain) {
	l.n, l.ranks, l.order = 0, l.ranks[:0], l.order[:0]
	// Pieces that have moved come first: whatever they leave suits the others.
	for _, s := range [...]status{moved, unmoved} {
		for k := range c.n {
			if c.facts.status[c.id[k]] == s {
				l.order = append(l.order, k)
			}
		}
	}
	left := c.facts.left
	var world [Pieces]stratego.Rank
	if !l.extend(c, l.order, &left, &world) || l.n == 0 {
		l.n = 0
		return
	}
	l.weigh(c)
	l.fit(c)
	l.upTo = l.upTo[:0]
	sum := 0.0
	for _, p := range l.chance {
		sum += p
		l.upTo = append(l.upTo, sum)
	}
}

// extend goes through all ways to give some pieces their ranks; it is false if there are too many.
func (l *listed) extend(c *chain, pieces []int, left *stratego.Counts, world *[Pieces]stratego.Rank) bool {
	if len(pieces) == 0 {
		l.n++
		l.ranks = append(l.ranks, world[:c.n]...)
		return l.n <= mostListed
	}
	k := pieces[0]
	for r := range left {
		if left[r] == 0 || c.log[k][r] == impossible {
			continue
		}
		left[r]--
		world[k] = stratego.Rank(r)
		ok := l.extend(c, pieces[1:], left, world)
		left[r]++
		if !ok {
			return false
		}
	}
	return true
}

// world returns the ranks of a world.
func (l *listed) world(i, n int) []stratego.Rank { return l.ranks[i*n : (i+1)*n] }

// weigh gives each world the product of the matrix's entries and what the pairs say.
func (l *listed) weigh(c *chain) {
	l.chance = l.chance[:0]
	top := math.Inf(-1)
	for i := range l.n {
		sum := 0.0
		for k, r := range l.world(i, c.n) {
			sum += math.Log(c.matrix[c.id[k]][r])
			if c.strength == 0 {
				continue
			}
			for j, s := range l.world(i, c.n)[:k] {
				sum += c.strength * c.pairs[k][r].at(j, s)
			}
		}
		top = max(top, sum)
		l.chance = append(l.chance, sum)
	}
	for i, x := range l.chance {
		l.chance[i] = math.Exp(x - top)
	}
}

// fit scales the worlds, piece by piece, until every rank has its probability on every piece.
func (l *listed) fit(c *chain) {
	for range listedWork/(l.n*max(c.n, 1)) + 1 {
		worst := 0.0
		for k := range c.n {
			var sums [stratego.Ranks]float64
			total := 0.0
			for i, p := range l.chance {
				sums[l.ranks[i*c.n+k]] += p
				total += p
			}
			for r, m := range c.matrix[c.id[k]] {
				if sums[r] > 0 {
					worst = max(worst, math.Abs(sums[r]/total-m))
					sums[r] = m / sums[r]
				}
			}
			for i := range l.chance {
				l.chance[i] *= sums[l.ranks[i*c.n+k]]
			}
		}
		if worst < listedOff {
			return
		}
	}
}

const (
	// goldenStep lays any number of points evenly between 0 and 1, one after the other.
	goldenStep = math.Phi - 1

	nowhere = -1
)

// draw puts a world into ranks: the first by chance, the others spread evenly over all.
func (l *listed) draw(rng *rand.Rand, ranks []stratego.Rank) {
	if l.at == nowhere {
		l.at = rng.Float64()
	} else if l.at += goldenStep; l.at >= 1 {
		l.at--
	}
	x := l.at * l.upTo[l.n-1]
	i := sort.Search(l.n-1, func(i int) bool { return l.upTo[i] > x })
	copy(ranks, l.world(i, len(ranks)))
}

// logChance returns the logarithm of a world's probability, the world given by place in the chain.
func (l *listed) logChance(ranks []stratego.Rank) float64 {
next:
	for i := range l.n {
		for k, r := range l.world(i, len(ranks)) {
			if r != ranks[k] {
				continue next
			}
		}
		return math.Log(l.chance[i] / l.upTo[l.n-1])
	}
	return math.Inf(-1)
}
