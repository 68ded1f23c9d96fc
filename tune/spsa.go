package tune

import (
	"context"
	"math"
	"math/rand/v2"
)

// SPSA is simultaneous perturbation stochastic approximation (Spall 1992), as chess engines
// are tuned by it: each generation moves all figures at once to one side and to the other,
// by the throw of a coin each, and then a little way towards the side that scored better. What
// a figure has no part in averages out.
type SPSA struct{}

const (
	// spsaWidth is how far the first generation moves each figure, in steps.
	spsaWidth = 2.0
	// spsaRate is how far the mean follows in the first generation, in widths, if one side scores
	// ten points in a hundred more.
	spsaRate = 0.5
	// How width and rate fall (Spall's exponents), and the part of the run over which the
	// rate is kept from falling fast.
	spsaGamma     = 0.101
	spsaAlpha     = 0.602
	spsaStability = 0.1
)

// Name implements Method.
func (SPSA) Name() string { return "spsa" }

// Points implements Method.
func (SPSA) Points(int) int { return 2 }

// Search implements Method.
func (SPSA) Search(ctx context.Context, dim, generations int, seed uint64, m Measure, stand func(int, []float64) error) error {
	rng := rand.New(rand.NewPCG(seed, 0x53505341))
	mean := make([]float64, dim)
	side := make([]float64, dim)
	point := make([]float64, dim)
	steady := spsaStability * float64(generations)
	for g := range generations {
		k := float64(g)
		width := spsaWidth / math.Pow(k+1, spsaGamma)
		rate := spsaRate * 10 * spsaWidth * math.Pow((steady+1)/(steady+1+k), spsaAlpha)
		for i := range side {
			side[i] = float64(2*rng.IntN(2) - 1)
		}
		var scores [2]float64
		for s := range scores {
			for i := range point {
				point[i] = mean[i] + float64(1-2*s)*width*side[i]
			}
			var err error
			if scores[s], err = m(ctx, g, point); err != nil {
				return err
			}
		}
		for i := range mean {
			mean[i] += rate * (scores[0] - scores[1]) * side[i]
		}
		if err := stand(g, mean); err != nil {
			return err
		}
	}
	return nil
}
