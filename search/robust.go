package search

import (
	"math"
	"slices"
)

// Huber's regression: residuals beyond huberWidth deviations pull no harder than
// one at that distance. The deviation is the median of the residuals, scaled to
// what it would be for a normal distribution.
const (
	huberWidth   = 1.345
	normalMedian = 1.4826
	huberRounds  = 50
)

// FitRobust is Fit for values with outliers: a few positions whose value turns over
// set neither the line nor the deviation.
func FitRobust(depth, r int, x, y []float64) (Pair, error) {
	p, err := Fit(depth, r, x, y)
	if err != nil {
		return p, err
	}
	for range huberRounds {
		before := p
		p.Sigma = p.medianDeviation(x, y)
		if p.Sigma == 0 {
			break // half of the pairs lie on the line: there is nothing to weigh by
		}
		p.refit(x, y)
		if math.Abs(p.A-before.A) < 1e-12 && math.Abs(p.B-before.B) < 1e-9 {
			break
		}
	}
	return p, p.check()
}

// medianDeviation estimates the standard deviation of the residuals by their median.
func (p *Pair) medianDeviation(x, y []float64) float64 {
	d := make([]float64, len(x))
	for i := range x {
		d[i] = math.Abs(y[i] - p.A*x[i] - p.B)
	}
	slices.Sort(d)
	return normalMedian * (d[(len(d)-1)/2] + d[len(d)/2]) / 2
}

// refit is one round of weighted least squares.
func (p *Pair) refit(x, y []float64) {
	var sw, sx, sy, sxx, sxy float64
	for i := range x {
		w := 1.0
		if d := math.Abs(y[i] - p.A*x[i] - p.B); d > huberWidth*p.Sigma {
			w = huberWidth * p.Sigma / d
		}
		sw, sx, sy = sw+w, sx+w*x[i], sy+w*y[i]
		sxx, sxy = sxx+w*x[i]*x[i], sxy+w*x[i]*y[i]
	}
	if det := sw*sxx - sx*sx; det > 0 {
		p.A = (sw*sxy - sx*sy) / det
		p.B = (sy - p.A*sx) / sw
	}
}
