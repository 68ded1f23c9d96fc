package experiment

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"marengo/search"
)

// fitPair returns the regression line of deep values y on shallow values x.
func fitPair(depth, r int, x, y []float64) (search.Pair, error) {
	if len(x) != len(y) || len(x) < 3 {
		return search.Pair{}, fmt.Errorf("a regression needs at least three pairs of values, got %d and %d", len(x), len(y))
	}
	if slices.Min(x) == slices.Max(x) {
		return search.Pair{}, fmt.Errorf("depth %d: all shallow values are equal", depth)
	}
	b, a := stat.LinearRegression(x, y, nil, false)
	var rss float64
	for _, d := range residuals(a, b, x, y) {
		rss += d * d
	}
	p := search.Pair{Depth: depth, R: r, A: a, B: b, Sigma: math.Sqrt(rss / float64(len(x)-2)), N: len(x)}
	return p, p.Check()
}

// residuals returns how far each deep value is from a line.
func residuals(a, b float64, x, y []float64) []float64 {
	d := make([]float64, len(x))
	for i := range x {
		d[i] = math.Abs(y[i] - a*x[i] - b)
	}
	return d
}

// Huber's regression: residuals beyond huberWidth deviations pull no harder than
// one at that distance. The deviation is the median of the residuals, scaled to
// what it would be for a normal distribution.
const (
	huberWidth   = 1.345
	normalMedian = 1.4826
	huberRounds  = 50
)

// fitRobust is fitPair for values with outliers: a few positions whose value turns
// over set neither the line nor the deviation.
func fitRobust(depth, r int, x, y []float64) (search.Pair, error) {
	p, err := fitPair(depth, r, x, y)
	if err != nil {
		return p, err
	}
	weights := make([]float64, len(x))
	for range huberRounds {
		before := p
		off := residuals(p.A, p.B, x, y)
		if p.Sigma = normalMedian * median(off); p.Sigma == 0 {
			break // half of the pairs lie on the line: there is nothing to weigh by
		}
		for i, d := range off {
			weights[i] = min(1, huberWidth*p.Sigma/d)
		}
		p.B, p.A = stat.LinearRegression(x, y, weights, false)
		if math.Abs(p.A-before.A) < 1e-12 && math.Abs(p.B-before.B) < 1e-9 {
			break
		}
	}
	return p, p.Check()
}
