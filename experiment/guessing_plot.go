package experiment

import (
	"fmt"
	"os"
	"strings"
)

// plotGuesses writes the log-loss by captured pieces as an SVG drawing; no path,
// no drawing.
func plotGuesses(path string, list []*guessScore) error {
	if path == "" {
		return nil
	}
	const width, height, margin = 720, 420, 50
	const enough = 1000 // pieces guessed at for a point to be drawn
	top := 0.0
	last := 1
	for _, g := range list {
		for dead, x := range g.byDead {
			if x[1] >= enough {
				top, last = max(top, x[0]/x[1]), max(last, dead)
			}
		}
	}
	x := func(dead int) float64 { return margin + float64(dead)/float64(last)*(width-2*margin) }
	y := func(loss float64) float64 { return height - margin - loss/top*(height-2*margin) }
	colours := []string{"#888888", "#56b4e9", "#009e73", "#e69f00", "#0072b2", "#d55e00", "#cc79a7", "#000000"}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="white"/>`+"\n", width, height)
	fmt.Fprintf(&b, `<path d="M%d %dV%dH%d" fill="none" stroke="black"/>`+"\n", margin, margin, height-margin, width-margin)
	for dead := 0; dead <= last; dead += 10 {
		fmt.Fprintf(&b, `<text x="%.0f" y="%d" text-anchor="middle">%d</text>`+"\n", x(dead), height-margin+18, dead)
	}
	for loss := 0.0; loss <= top; loss += 0.5 {
		fmt.Fprintf(&b, `<text x="%d" y="%.0f" text-anchor="end">%.1f</text>`+"\n", margin-6, y(loss)+4, loss)
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">pieces captured</text>`+"\n", width/2, height-10)
	fmt.Fprintf(&b, `<text x="14" y="%d" transform="rotate(-90 14 %d)" text-anchor="middle">log-loss for each hidden piece</text>`+"\n", height/2, height/2)
	for i, g := range list {
		var line []string
		for dead, p := range g.byDead {
			if p[1] >= enough {
				line = append(line, fmt.Sprintf("%.1f,%.1f", x(dead), y(p[0]/p[1])))
			}
		}
		colour := colours[i%len(colours)]
		fmt.Fprintf(&b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/>`+"\n", strings.Join(line, " "), colour)
		fmt.Fprintf(&b, `<text x="%d" y="%d" fill="%s">%s</text>`+"\n", margin+20, height-margin-20-16*(len(list)-1-i), colour, g.name)
	}
	b.WriteString("</svg>\n")
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	return nil
}
