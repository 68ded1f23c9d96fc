// Package plot draws points, lines and grids of shares as SVG.
//
// There are two types: a Figure is a plot, a Line is one of its lines.
package plot

import (
	"fmt"
	"math"
	"os"
	"strings"
)

// Figure is a plot of points, lines or both with labelled axes; or a grid.
type Figure struct {
	Title, XLabel, YLabel string
	Points                [][2]float64
	Bars                  [][3]float64 // error bars: x, from, to
	Lines                 []Line
	Cells                 [][]float64 // a grid of shares in place of all these, the top row first
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
	plotTicks             = 8 // at most so many steps on an axis
)

// lineColors tell series apart.
var lineColors = [...]string{"#c0392b", "#2c3e50", "#27ae60", "#8e44ad", "#d35400", "#2980b9", "#7f8c8d", "#16a085", "#c2185b"}

// Write writes figures below each other into one SVG file.
func Write(path string, figures []Figure) error {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="12">`+"\n",
		plotWidth, plotHeight*len(figures))
	for i, f := range figures {
		fmt.Fprintf(&b, `<g transform="translate(0,%d)">`+"\n", i*plotHeight)
		if len(f.Cells) > 0 {
			f.drawCells(&b)
		} else {
			f.draw(&b)
		}
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
	xs, ys := ticks(x0, x1), ticks(y0, y1)
	x0, x1, y0, y1 = xs[0], xs[len(xs)-1], ys[0], ys[len(ys)-1]
	px := func(x float64) float64 { return plotMargin + (x-x0)/(x1-x0)*(plotWidth-2*plotMargin) }
	py := func(y float64) float64 { return plotHeight - plotMargin - (y-y0)/(y1-y0)*(plotHeight-2*plotMargin) }
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="none" stroke="#888"/>`+"\n",
		plotMargin, plotMargin, plotWidth-2*plotMargin, plotHeight-2*plotMargin)
	fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="middle" font-size="14">%s</text>`+"\n", plotWidth/2, plotMargin/2, f.Title)
	fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="middle">%s</text>`+"\n", plotWidth/2, plotHeight-plotMargin/4, f.XLabel)
	fmt.Fprintf(b, `<text transform="translate(%d,%d) rotate(-90)" text-anchor="middle">%s</text>`+"\n", plotMargin/4, plotHeight/2, f.YLabel)
	for _, x := range xs {
		fmt.Fprintf(b, `<text x="%.1f" y="%d" text-anchor="middle" fill="#555">%.4g</text>`+"\n", px(x), plotHeight-plotMargin+16, x)
	}
	for _, y := range ys {
		fmt.Fprintf(b, `<text x="%d" y="%.1f" text-anchor="end" fill="#555">%.4g</text>`+"\n", plotMargin-6, py(y)+4, y)
	}
	for _, p := range f.Points {
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="2" fill="#2c3e50" fill-opacity="0.5"/>`+"\n", px(p[0]), py(p[1]))
	}
	for _, x := range f.Bars {
		fmt.Fprintf(b, `<path d="M%.1f %.1fV%.1fm-3 0h6m-3 0V%.1fm-3 0h6" fill="none" stroke="#2c3e50" stroke-opacity="0.6"/>`+"\n",
			px(x[0]), py(x[1]), py(x[2]), py(x[1]))
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
	for _, x := range f.Bars {
		take([2]float64{x[0], x[1]})
		take([2]float64{x[0], x[2]})
	}
	for _, s := range f.Lines {
		for _, p := range s.Points {
			take(p)
		}
	}
	if x0 > x1 { // nothing to draw
		return 0, 1, 0, 1
	}
	if !(x1 > x0) {
		x0, x1 = x0-1, x0+1
	}
	if !(y1 > y0) {
		y0, y1 = y0-1, y0+1
	}
	return x0, x1, y0, y1
}

// ticks returns round numbers at equal steps, the first not above lo and the last not below hi.
func ticks(lo, hi float64) []float64 {
	unit := math.Pow(10, math.Floor(math.Log10((hi-lo)/plotTicks)))
	for _, step := range [...]float64{unit, 2 * unit, 5 * unit, 10 * unit, 20 * unit} {
		first, last := math.Floor(lo/step+1e-9), math.Ceil(hi/step-1e-9)
		if last-first > plotTicks {
			continue
		}
		var at []float64
		for k := first; k <= last; k++ {
			at = append(at, k*step)
		}
		return at
	}
	return []float64{lo, hi}
}

// drawCells writes a grid, a cell the darker the larger its share.
func (f *Figure) drawCells(b *strings.Builder) {
	fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="middle" font-size="14">%s</text>`+"\n", plotWidth/2, plotMargin/2, f.Title)
	most := 0.0
	for _, row := range f.Cells {
		for _, x := range row {
			most = max(most, x)
		}
	}
	side := min((plotWidth-2*plotMargin)/len(f.Cells[0]), (plotHeight-2*plotMargin)/len(f.Cells))
	for r, row := range f.Cells {
		for c, x := range row {
			shade := 0.0
			if most > 0 {
				shade = x / most
			}
			color := "#000"
			if shade > 0.6 {
				color = "#fff"
			}
			left, top := plotMargin+c*side, plotMargin+r*side
			fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="#6c3483" fill-opacity="%.3f" stroke="#888"/>`+"\n", left, top, side, side, shade)
			fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="middle" fill="%s">%.1f</text>`+"\n", left+side/2, top+side/2+4, color, 100*x)
		}
	}
	fmt.Fprintf(b, `<text x="%d" y="%d">%s</text>`+"\n", plotMargin, plotMargin+side*len(f.Cells)+20, f.XLabel)
}
