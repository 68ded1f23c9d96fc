package tune

import "marengo/figure"

// Space is the figures that a run moves, each measured in units of its step from where it
// began.
type Space struct {
	figures figure.Vector
	origin  []float64
}

// NewSpace returns the space around the figures' present values.
func NewSpace(v figure.Vector) Space { return Space{figures: v, origin: v.Values()} }

// Dim returns the number of figures.
func (s Space) Dim() int { return len(s.figures) }

// At returns the values at a point of the space; what would lie beyond a bound lies on it.
func (s Space) At(x []float64) []float64 {
	values := make([]float64, len(x))
	for i, f := range s.figures {
		values[i] = min(f.High, max(f.Low, s.origin[i]+x[i]*f.Step))
	}
	return values
}
