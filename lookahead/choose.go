package lookahead

import (
	"math"
	"math/rand/v2"
)

const (
	// sure is how many standard errors make a difference certain.
	sure = 2

	// negligible is the logarithm of the odds below which a candidate is not played.
	negligible = -4
)

// odds returns the logarithm of how much rather a is played than b, before the
// temperature, and the same if the difference were larger by some standard errors.
func (t *Thinker) odds(a, b *Candidate, errors float64) float64 {
	d, err := t.compare(a, b)
	prior := math.Log(a.Prior / b.Prior)
	if math.IsInf(err, 1) {
		if errors > 0 {
			return math.Inf(1)
		}
		return prior
	}
	if errors > 0 {
		return prior + t.options.Eta*(d+errors*err)
	}
	return prior + t.options.Eta*t.shrink(d, err)
}

// leader returns the candidate that none other is played rather than. Shrunk
// differences need not be transitive, so it stops after as many steps as there are candidates.
func (t *Thinker) leader() int {
	best := 0
	for range t.candidates {
		next := best
		for i := range t.candidates {
			if i != best && t.odds(&t.candidates[i], &t.candidates[best], 0) > 0 &&
				(next == best || t.odds(&t.candidates[i], &t.candidates[next], 0) > 0) {
				next = i
			}
		}
		if next == best {
			break
		}
		best = next
	}
	return best
}

// doubt finds the candidates that may still come to be played: the leader, and those
// that would have a chance if the difference were larger by some errors.
func (t *Thinker) doubt() {
	best := t.leader()
	for i := range t.candidates {
		c := &t.candidates[i]
		c.live = i == best || t.odds(c, &t.candidates[best], t.options.Doubt) > negligible*t.options.Temperature
	}
}

// choose works out the chance of each candidate and draws one. A leader whose score is
// better than all others' by two errors is played without a draw.
func (t *Thinker) choose(rng *rand.Rand) int {
	best := t.leader()
	first := &t.candidates[best]
	clear := true
	total := 0.0
	for i := range t.candidates {
		c := &t.candidates[i]
		c.Score, c.Chosen = t.of(t.value), c.expectation(t.lead())
		if c.Samples > 0 {
			c.Score, _ = t.estimate(c)
		}
		c.Score += c.offset
		c.Share = 1
		if i != best {
			var d float64
			d, c.Error = t.compare(first, c)
			clear = clear && d > sure*c.Error
			c.Share = 0
			if t.options.Temperature > 0 {
				c.Share = math.Exp(min(0, t.odds(c, first, 0)/t.options.Temperature))
			}
		}
		total += c.Share
	}
	x := rng.Float64() * total
	drawn := best
	for i := range t.candidates {
		c := &t.candidates[i]
		if x -= c.Share; x < 0 {
			drawn, x = i, math.Inf(1)
		}
		if c.Share /= total; clear {
			c.Share = 0
		}
	}
	if clear {
		first.Share = 1
		return best
	}
	return drawn
}
