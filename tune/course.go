package tune

import (
	"cmp"
	"math"
	"slices"

	"marengo/figure"
	"marengo/plot"
)

// Course is where a run went: the values after each generation, and what its points scored
// on average.
type Course struct {
	Figures figure.Vector
	From    []float64
	Values  [][]float64
	Scores  []float64
}

// Best returns the last values of the course: the mean that the run ended at.
func (c *Course) Best() ([]float64, bool) {
	if len(c.Values) == 0 {
		return nil, false
	}
	return c.Values[len(c.Values)-1], true
}

// shownFigures is how many figures a plot shows, those that went furthest.
const shownFigures = 8

// Plot draws the course as SVG: what each generation scored, and how far the figures went.
func (c *Course) Plot(path string) error {
	scores := plot.Figure{Title: "Score of each generation's points", XLabel: "generation", YLabel: "score"}
	for g, s := range c.Scores {
		scores.Points = append(scores.Points, [2]float64{float64(g + 1), s})
	}
	scores.Lines = []plot.Line{{Name: "mean of ten generations", Points: smooth(c.Scores, 10)}}
	ways := plot.Figure{Title: "The figures that went furthest", XLabel: "generation", YLabel: "steps from the start"}
	for _, i := range c.furthest() {
		line := plot.Line{Name: c.Figures[i].Name, Points: [][2]float64{{0, 0}}}
		for g := range c.Values {
			line.Points = append(line.Points, [2]float64{float64(g + 1), c.steps(g, i)})
		}
		ways.Lines = append(ways.Lines, line)
	}
	return plot.Write(path, []plot.Figure{scores, ways})
}

// steps returns how far a figure is from its start after a generation.
func (c *Course) steps(generation, i int) float64 {
	return (c.Values[generation][i] - c.From[i]) / c.Figures[i].Step
}

// furthest returns the figures that went furthest.
func (c *Course) furthest() []int {
	if len(c.Values) == 0 {
		return nil
	}
	order := make([]int, len(c.Figures))
	for i := range order {
		order[i] = i
	}
	last := len(c.Values) - 1
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(math.Abs(c.steps(last, b)), math.Abs(c.steps(last, a))) })
	return order[:min(shownFigures, len(order))]
}

// smooth returns the mean of the last n scores after each generation.
func smooth(scores []float64, n int) (points [][2]float64) {
	sum := 0.0
	for g, s := range scores {
		sum += s
		if g >= n {
			sum -= scores[g-n]
		}
		points = append(points, [2]float64{float64(g + 1), sum / float64(min(g+1, n))})
	}
	return points
}
