package belief

import (
	"math"
	"math/rand/v2"

	"marengo/stratego"
)

// LogChance returns the logarithm of the probability of a world of the enemy's pieces, by
// their id, if worlds are drawn exactly from a matrix: each in proportion to the product of
// its entries.
func LogChance(v *stratego.View, m *Matrix, world *[Pieces]stratego.Rank) float64 {
	var s sampler
	s.Reset(v, v.Color().Other(), m)
	return s.logChance(world)
}

func (s *sampler) logChance(world *[Pieces]stratego.Rank) float64 {
	sum := -math.Log(float64(s.ways[0]))
	for i := range s.n {
		for k := range s.ranks {
			if s.rank[k] == world[s.id[i]] {
				sum += math.Log(float64(s.weight[k][i]))
			}
		}
	}
	return sum
}

// worldSteps is over how many strengths of the pairs their mean is integrated.
const worldSteps = 4

// LogChance returns the logarithm of the probability with which Sample draws a world of the View seen last, if that
// is the first one drawn: those after it make up for it. Where worlds are listed it is exact. Elsewhere the sum over all worlds comes
// from the mean of the pairs at growing strength, each over some draws.
func (e *Network) LogChance(world *[Pieces]stratego.Rank, draws int, rng *rand.Rand) float64 {
	c := &e.chain
	c.restart()
	c.begin(rng)
	if c.listed.n > 0 {
		var ranks [Pieces]stratego.Rank
		for k := range c.n {
			ranks[k] = world[c.id[k]]
		}
		return c.listed.logChance(ranks[:c.n])
	}
	var weights Matrix
	c.weights(&weights)
	var s sampler
	s.reset(&e.facts, &weights)
	chance := s.logChance(world)
	strength := c.strength
	if strength == 0 || c.n < 2 {
		c.restart()
		return chance
	}
	// The derivative of the logarithm of the sum by the strength is the mean of the pairs.
	integral := 0.0
	for step := range worldSteps + 1 {
		c.begun, c.strength = false, strength*max(float64(step)/worldSteps, leastShare)
		mean := 0.0
		for range draws {
			c.draw(rng)
			mean += c.energy() / float64(draws)
		}
		if step == 0 || step == worldSteps {
			mean /= 2
		}
		integral += mean * strength / worldSteps
	}
	c.begun, c.strength = false, strength
	c.begin(rng)
	for k := range c.n {
		c.rank[k] = world[c.id[k]]
	}
	c.feel()
	chance += strength*c.energy() - integral
	c.restart()
	return chance
}

// energy is the sum of the pairs of the world on the chain.
func (c *chain) energy() (sum float64) {
	for k := range c.n {
		sum += c.felt.at(k, c.rank[k]) / 2
	}
	return sum
}
