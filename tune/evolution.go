package tune

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/optimize"
)

// Evolution is CMA-ES, the evolution strategy that adapts the covariance of its samples: each
// generation draws points around the mean, and moves the mean to the better half of them,
// weighed by their order.
type Evolution struct{}

// evolutionWidth is the deviation of the first generation's points, in steps of the figures.
const evolutionWidth = 2.0

// Name implements Method.
func (Evolution) Name() string { return "evolution" }

// noisy is how many times the usual number of points a generation has: games are noisy, and
// over sixty runs on a noisy hill three times as many points in a third of the generations
// came nearest to its top.
const noisy = 3

// Points implements Method: the usual number is four and three times the logarithm of the
// figures'.
func (Evolution) Points(dim int) int { return noisy * (4 + int(3*math.Log(float64(dim)))) }

// Search implements Method.
func (e Evolution) Search(ctx context.Context, dim, generations int, seed uint64, m Measure, stand func(int, []float64) error) error {
	c := &samples{ctx: ctx, generations: generations, points: e.Points(dim), m: m, stand: stand}
	settings := &optimize.Settings{Converger: optimize.NeverTerminate{}}
	method := &optimize.CmaEsChol{Population: c.points, StopLogDet: math.NaN(), ForgetBest: true, Src: rand.NewPCG(seed, 0x434d41)}
	if _, err := optimize.Minimize(optimize.Problem{Func: c.measure, Status: c.status}, make([]float64, dim), settings, method); c.err == nil {
		return err
	}
	return c.err
}

// samples are the points of a generation, as they are drawn and measured one after the other.
type samples struct {
	ctx                 context.Context
	generations, points int
	m                   Measure
	stand               func(int, []float64) error

	generation int
	drawn      []sample
	err        error
}

type sample struct {
	x     []float64
	score float64
}

// measure measures one point for gonum, which looks for the least.
func (c *samples) measure(x []float64) float64 {
	if c.err != nil || c.generation == c.generations {
		return 0
	}
	wide := make([]float64, len(x))
	for i := range x {
		wide[i] = evolutionWidth * x[i]
	}
	score, err := c.m(c.ctx, c.generation, wide)
	if err != nil {
		c.err = err
		return 0
	}
	if c.drawn = append(c.drawn, sample{wide, score}); len(c.drawn) == c.points {
		c.err = c.stand(c.generation, c.mean())
		c.generation++
		c.drawn = c.drawn[:0]
	}
	return -score
}

// mean returns where CMA-ES moves its mean: to the better half of the samples, with weights
// that fall by the logarithm of their place.
func (c *samples) mean() []float64 {
	slices.SortStableFunc(c.drawn, func(a, b sample) int { return cmp.Compare(b.score, a.score) })
	half := c.points / 2
	mean := make([]float64, len(c.drawn[0].x))
	total := 0.0
	for k, s := range c.drawn[:half] {
		w := math.Log(float64(half)+0.5) - math.Log(float64(k)+1)
		total += w
		for i := range mean {
			mean[i] += w * s.x[i]
		}
	}
	for i := range mean {
		mean[i] /= total
	}
	return mean
}

// status ends the search once it has had its generations or something has failed.
func (c *samples) status() (optimize.Status, error) {
	switch {
	case c.err != nil:
		return optimize.Failure, c.err
	case c.generation == c.generations:
		return optimize.Success, nil
	}
	return optimize.NotTerminated, nil
}
