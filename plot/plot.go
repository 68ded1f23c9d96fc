// Package plot draws points and lines with labelled axes as SVG.
//
// There are two types: a Figure is a plot, a Line is one of its lines.
package plot

import (
	"fmt"
	"math"
	"os"
	"strings"
)

// Figure is a plot of points, lines or both with labelled axes.
type Figure struct {
	Title, XLabel, YLabel string
	Points                [][2]float64
	Lines                 []Line
}

// Line is a named line through points.
type Line struct {
	Name   string
	Points [][2]float64
}

// The geometry of a plot, in pixels.
const (
	plotWidth, plotHeight = 640, 480
	plotMargin            = 60
	plotTicks             = 5
)

// lineColors tell series apart.
var lineColors = [...]string{"#c0392b", "#2c3e50", "#27ae60", "#8e44ad"}

// Write writes figures below each other into one SVG file.
func Write(path string, figures []Figure) error {
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
func (f *Figure) draw(b *strings.Builder) {
	x0, x1, y0, y1 := f.extent()
	px := func(x float64) float64 { return plotMargin + (x-x0)/(x1-x0)*(plotWidth-2*plotMargin) }
	py := func(y float64) float64 { return plotHeight - plotMargin - (y-y0)/(y1-y0)*(plotHeight-2*plotMargin) }
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="none" stroke="#888"/>`+"\n",
		plotMargin, plotMargin, plotWidth-2*plotMargin, plotHeight-2*plotMargin)
	fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="middle" font-size="14">%s</text>`+"\n", plotWidth/2, plotMargin/2, f.Title)
	fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="middle">%s</text>`+"\n", plotWidth/2, plotHeight-plotMargin/4, f.XLabel)
	fmt.Fprintf(b, `<text transform="translate(%d,%d) rotate(-90)" text-anchor="middle">%s</text>`+"\n", plotMargin/4, plotHeight/2, f.YLabel)
	for i := range plotTicks + 1 {
		x := x0 + (x1-x0)*float64(i)/plotTicks
		y := y0 + (y1-y0)*float64(i)/plotTicks
		fmt.Fprintf(b, `<text x="%.1f" y="%d" text-anchor="middle" fill="#555">%.4g</text>`+"\n", px(x), plotHeight-plotMargin+16, x)
		fmt.Fprintf(b, `<text x="%d" y="%.1f" text-anchor="end" fill="#555">%.4g</text>`+"\n", plotMargin-6, py(y)+4, y)
	}
	for _, p := range f.Points {
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="2" fill="#2c3e50" fill-opacity="0.5"/>`+"\n", px(p[0]), py(p[1]))
	}
	for i, s := range f.Lines {
		color := lineColors[i%len(lineColors)]
		var path strings.Builder
		for _, p := range s.Points {
			fmt.Fprintf(&path, "%.1f,%.1f ", px(p[0]), py(p[1]))
		}
		fmt.Fprintf(b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="1.5"/>`+"\n", strings.TrimSpace(path.String()), color)
		fmt.Fprintf(b, `<text x="%d" y="%d" fill="%s">%s</text>`+"\n", plotMargin+8, plotMargin+16*(i+1), color, s.Name)
	}
}

// extent returns the range of a figure's axes.
func (f *Figure) extent() (x0, x1, y0, y1 float64) {
	x0, y0, x1, y1 = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	take := func(p [2]float64) {
		x0, x1, y0, y1 = min(x0, p[0]), max(x1, p[0]), min(y0, p[1]), max(y1, p[1])
	}
	for _, p := range f.Points {
		take(p)
	}
	for _, s := range f.Lines {
		for _, p := range s.Points {
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
