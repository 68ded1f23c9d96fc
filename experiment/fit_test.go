package experiment

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestFitPair(t *testing.T) {
	p, err := fitPair(4, 2, []float64{0, 1, 2, 3}, []float64{1, 3, 5, 7})
	if err != nil || math.Abs(p.A-2) > 1e-12 || math.Abs(p.B-1) > 1e-12 || p.Sigma > 1e-9 {
		t.Errorf("fit %+v, error %v", p, err)
	}
	if _, err := fitPair(4, 2, []float64{0, 1, 2}, []float64{3, 2, 1}); err == nil {
		t.Error("a falling line was accepted")
	}
}

// TestFitRobust: one value that turned over sets the plain deviation, not the robust
// one.
func TestFitRobust(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var x, y []float64
	for range 900 {
		v := 200 * rng.NormFloat64()
		x, y = append(x, v), append(y, 0.9*v+5+10*rng.NormFloat64())
	}
	clean, err := fitRobust(5, 2, x, y)
	if err != nil || math.Abs(clean.A-0.9) > 0.01 || math.Abs(clean.B-5) > 1.5 || math.Abs(clean.Sigma-10) > 1 {
		t.Errorf("without outliers %+v, error %v", clean, err)
	}
	x, y = append(x, 0), append(y, 1900)
	plain, err := fitPair(5, 2, x, y)
	if err != nil || plain.Sigma < 50 {
		t.Errorf("the plain fit is %+v, error %v", plain, err)
	}
	robust, err := fitRobust(5, 2, x, y)
	if err != nil || math.Abs(robust.Sigma-clean.Sigma) > 0.2 || math.Abs(robust.A-clean.A) > 0.002 {
		t.Errorf("the robust fit is %+v, without the outlier %+v, error %v", robust, clean, err)
	}
	if _, err := fitRobust(5, 2, []float64{1, 1, 1}, []float64{1, 2, 3}); err == nil {
		t.Error("a line through one shallow value was fitted")
	}
}
