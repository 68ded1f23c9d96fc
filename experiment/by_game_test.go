package experiment

import (
	"math"
	"testing"
)

// TestByGame: games of one example each give the usual standard error, and copies of an example within
// a game tell nothing more.
func TestByGame(t *testing.T) {
	x := []float64{1, 0, 0, 1, 1, 0, 1, 1}
	wantMean, deviation := meanDeviation(x)
	want := deviation / math.Sqrt(float64(len(x)))
	for _, copies := range []int{1, 5} {
		var list byGame
		for _, v := range x {
			var m marks
			m.add(marks{})
			for range copies {
				m.see([]float64{v, 1 - v})
			}
			list = append(list, m)
		}
		if got := list.examples(); got != float64(copies*len(x)) {
			t.Errorf("%v examples", got)
		}
		if mean, se := list.mean(nth(0)); math.Abs(mean-wantMean) > 1e-12 || math.Abs(se-want) > 1e-12 {
			t.Errorf("%d copies: %v ± %v, want %v ± %v", copies, mean, se, wantMean, want)
		}
		// The second figure is the first turned round, so that they part twice as fast.
		if mean, se := list.mean(lead(0, 1)); math.Abs(mean-(2*wantMean-1)) > 1e-12 || math.Abs(se-2*want) > 1e-12 {
			t.Errorf("the lead is %v ± %v, want %v ± %v", mean, se, 2*wantMean-1, 2*want)
		}
	}
}

func TestByGameText(t *testing.T) {
	one := marks{4, []float64{1}}
	for _, c := range []struct {
		list byGame
		want string
	}{
		{nil, "-"},
		{byGame{one}, "25.0%"},
		{byGame{one, one}, "25.0% ± 0.0"},
	} {
		if got := c.list.text(asShare, nth(0)); got != c.want {
			t.Errorf("%v is written %q, want %q", c.list, got, c.want)
		}
	}
}
