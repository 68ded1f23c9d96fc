package experiment

import (
	"fmt"
	"math"
	"os"
	"strings"

	"marengo/search"
)

// figure is a plot of points, lines or both with labelled axes.
type figure struct {
	title, xLabel, yLabel string
	points                [][2]float64
	lines                 []polyline
}

// polyline is a named line through points.
type polyline struct {
	name   string
	points [][2]float64
}

// pairFigure is a figure such as Schadd's 5.9 to 5.15: shallow against deep values
// with the regression line.
func pairFigure(game string, p search.Pair, x, y []float64) figure {
	f := figure{
		title:  fmt.Sprintf("%s: evaluation pairs at depths %d and %d", game, max(0, p.Depth-p.R), p.Depth),
		xLabel: fmt.Sprintf("value at depth %d", max(0, p.Depth-p.R)), yLabel: fmt.Sprintf("value at depth %d", p.Depth),
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for i := range x {
		f.points = append(f.points, [2]float64{x[i], y[i]})
		lo, hi = min(lo, x[i]), max(hi, x[i])
	}
	f.lines = []polyline{{fmt.Sprintf("%.3f v %+.3f, sigma %.3f", p.A, p.B, p.Sigma), [][2]float64{{lo, p.A*lo + p.B}, {hi, p.A*hi + p.B}}}}
	return f
}

// The geometry of a plot, in pixels.
const (
	plotWidth, plotHeight = 640, 480
	plotMargin            = 60
	plotTicks             = 5
)

// lineColors tell series apart.
var lineColors = [...]string{"#c0392b", "#2c3e50", "#27ae60", "#8e44ad"}

// writePlot writes figures below each other into one SVG file.
func writePlot(path string, figures []figure) error {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="12">`+"\n",
		plotWidth, plotHeight*len(figures))
	for i, f := range figures {
		fmt.Fprintf(&b, `<g transform="translate(0,%d)">`+"\n", i*plotHeight)
		f.draw(&b)
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	return nil
}

// draw writes one figure.
func (f *figure) draw(b *strings.Builder) {
	x0, x1, y0, y1 := f.extent()
	px := func(x float64) float64 { return plotMargin + (x-x0)/(x1-x0)*(plotWidth-2*plotMargin) }
	py := func(y float64) float64 { return plotHeight - plotMargin - (y-y0)/(y1-y0)*(plotHeight-2*plotMargin) }
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="none" stroke="#888"/>`+"\n",
		plotMargin, plotMargin, plotWidth-2*plotMargin, plotHeight-2*plotMargin)
	fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="middle" font-size="14">%s</text>`+"\n", plotWidth/2, plotMargin/2, f.title)
	fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="middle">%s</text>`+"\n", plotWidth/2, plotHeight-plotMargin/4, f.xLabel)
	fmt.Fprintf(b, `<text transform="translate(%d,%d) rotate(-90)" text-anchor="middle">%s</text>`+"\n", plotMargin/4, plotHeight/2, f.yLabel)
	for i := range plotTicks + 1 {
		x := x0 + (x1-x0)*float64(i)/plotTicks
		y := y0 + (y1-y0)*float64(i)/plotTicks
		fmt.Fprintf(b, `<text x="%.1f" y="%d" text-anchor="middle" fill="#555">%.4g</text>`+"\n", px(x), plotHeight-plotMargin+16, x)
		fmt.Fprintf(b, `<text x="%d" y="%.1f" text-anchor="end" fill="#555">%.4g</text>`+"\n", plotMargin-6, py(y)+4, y)
	}
	for _, p := range f.points {
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="2" fill="#2c3e50" fill-opacity="0.5"/>`+"\n", px(p[0]), py(p[1]))
	}
	for i, s := range f.lines {
		color := lineColors[i%len(lineColors)]
		var path strings.Builder
		for _, p := range s.points {
			fmt.Fprintf(&path, "%.1f,%.1f ", px(p[0]), py(p[1]))
		}
		fmt.Fprintf(b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="1.5"/>`+"\n", strings.TrimSpace(path.String()), color)
		fmt.Fprintf(b, `<text x="%d" y="%d" fill="%s">%s</text>`+"\n", plotMargin+8, plotMargin+16*(i+1), color, s.name)
	}
}

// extent returns the range of a figure's axes.
func (f *figure) extent() (x0, x1, y0, y1 float64) {
	x0, y0, x1, y1 = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	take := func(p [2]float64) {
		x0, x1, y0, y1 = min(x0, p[0]), max(x1, p[0]), min(y0, p[1]), max(y1, p[1])
	}
	for _, p := range f.points {
		take(p)
	}
	for _, s := range f.lines {
		for _, p := range s.points {
			take(p)
		}
	}
	if !(x1 > x0) {
		x0, x1 = x0-1, x0+1
	}
	if !(y1 > y0) {
		y0, y1 = y0-1, y0+1
	}
	return x0, x1, y0, y1
}
