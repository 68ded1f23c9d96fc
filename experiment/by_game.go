package experiment

import (
	"fmt"
	"math"
)

// marks are what one game says: sums of several figures over its examples. Examples of one game hang
// together, so that a game counts as one observation when an error is worked out.
type marks struct {
	Examples float64
	Sums     []float64
}

// see adds an example.
func (m *marks) see(figures []float64) { m.add(marks{1, figures}) }

// add adds what another part of the game says.
func (m *marks) add(o marks) {
	if len(m.Sums) == 0 {
		m.Sums = make([]float64, len(o.Sums))
	}
	m.Examples += o.Examples
	for i, x := range o.Sums {
		m.Sums[i] += x
	}
}

// figure takes a figure, or a difference of two, from sums.
type figure func(sums []float64) float64

// nth is the figure of a place.
func nth(i int) figure { return func(sums []float64) float64 { return sums[i] } }

// lead is how far one figure is ahead of another.
func lead(a, b int) figure { return func(sums []float64) float64 { return sums[a] - sums[b] } }

// byGame are the marks of games, those left out that have no example.
type byGame []marks

// examples returns how many there are in all games together.
func (list byGame) examples() (n float64) {
	for _, m := range list {
		n += m.Examples
	}
	return n
}

// mean returns a figure's mean over all examples, and its standard error: that of a ratio of two
// sums over games, which are independent.
func (list byGame) mean(f figure) (mean, deviation float64) {
	n := list.examples()
	for _, m := range list {
		mean += f(m.Sums) / n
	}
	games := float64(len(list))
	if games < 2 {
		return mean, math.NaN()
	}
	squares := 0.0
	for _, m := range list {
		d := f(m.Sums) - mean*m.Examples
		squares += d * d
	}
	return mean, math.Sqrt(squares*games/(games-1)) / n
}

// Forms in which figures are written with their standard errors: shares, losses, and by how much one
// is ahead of another.
var (
	asShare     = form{"%.1f%%", " ± %.1f", 100}
	asShareLead = form{"%+.1f", " ± %.1f", 100}
	asLoss      = form{"%.3f", " ± %.3f", 1}
	asLossLead  = form{"%+.3f", " ± %.3f", 1}
	asScoreLoss = form{"%.4f", " ± %.4f", 1}
)

type form struct {
	mean, deviation string
	scale           float64
}

// text writes a figure, without a standard error where there is only one game.
func (list byGame) text(how form, f figure) string {
	if len(list) == 0 {
		return "-"
	}
	mean, deviation := list.mean(f)
	text := fmt.Sprintf(how.mean, how.scale*mean)
	if !math.IsNaN(deviation) {
		text += fmt.Sprintf(how.deviation, how.scale*deviation)
	}
	return text
}
