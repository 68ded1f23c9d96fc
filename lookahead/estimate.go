package lookahead

import (
	"math"

	"marengo/stratego"
)

const (
	// priorWorlds is how many worlds Options.Vary counts for.
	priorWorlds = 3

	// unseenDeviation is how far off the guess at a rank that was not tried may be.
	unseenDeviation = 0.1
)

// spreadOf returns the variance of single worlds, from the sum of squared deviations of
// n of them and what is known beforehand.
func (t *Thinker) spreadOf(square float64, n int) float64 {
	return (square + priorWorlds*t.options.Vary*t.options.Vary) / float64(max(0, n-1)+priorWorlds)
}

func (t *Thinker) variance(s *stratum) float64 { return t.spreadOf(s.square, s.count) }

// estimate returns a candidate's score and the variance of that.
func (t *Thinker) estimate(c *Candidate) (score, variance float64) {
	_, score, ok := c.through(func(s *stratum) float64 { return s.mean })
	if !ok {
		return 0, math.Inf(1)
	}
	for i := range c.strata {
		s := &c.strata[i]
		if s.count > 0 {
			variance += s.weight * s.weight * t.variance(s) / float64(s.count)
		} else {
			variance += s.weight * s.weight * unseenDeviation * unseenDeviation
		}
	}
	return score, variance
}

// through returns a figure for each rank that a candidate may meet, and the mean of it; false where none was tried. A rank that was
// not is taken to end as those do that lose, tie or win alike, or else as all do.
func (c *Candidate) through(figure func(*stratum) float64) (each [stratego.Ranks]float64, mean float64, ok bool) {
	var sum, weight [4]float64 // by battle
	total, seen := 0.0, 0.0
	for i := range c.strata {
		if s := &c.strata[i]; s.count > 0 {
			each[i] = figure(s)
			sum[s.battle] += s.weight * each[i]
			weight[s.battle] += s.weight
			total += s.weight * each[i]
			seen += s.weight
		}
	}
	if seen == 0 {
		return each, 0, false
	}
	mean = total
	for i := range c.strata {
		s := &c.strata[i]
		if s.count > 0 {
			continue
		}
		each[i] = total / seen
		if b := s.battle; weight[b] > 0 {
			each[i] = sum[b] / weight[b]
		}
		mean += s.weight * each[i]
	}
	return each, mean, true
}

// compare returns how much better a is than b, and the standard error of that. Where
// neither goes through ranks, the comparison is world by world: what one world brings both
// cancels out.
func (t *Thinker) compare(a, b *Candidate) (difference, err float64) {
	noise := t.options.Noise * t.options.Noise
	offset := a.offset - b.offset
	if len(a.strata) == 1 && len(b.strata) == 1 {
		n := min(len(a.values), len(b.values))
		if n == 0 {
			return 0, math.Inf(1)
		}
		mean, square := 0.0, 0.0
		for i := range n {
			d := a.values[i] - b.values[i]
			step := d - mean
			mean += step / float64(i+1)
			square += step * (d - mean)
		}
		return mean + offset, math.Sqrt(t.spreadOf(square, n)/float64(n) + noise)
	}
	x, vx := t.estimate(a)
	y, vy := t.estimate(b)
	return x - y + offset, math.Sqrt(vx + vy + noise)
}

// shrink takes a difference for what is left of it when the candidates' true scores lie
// Spread apart as a rule.
func (t *Thinker) shrink(difference, err float64) float64 {
	if math.IsInf(err, 1) {
		return 0
	}
	s := t.options.Spread * t.options.Spread
	return difference * s / (s + err*err)
}
