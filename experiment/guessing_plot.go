package experiment

import "marengo/plot"

// enoughGuesses is how many pieces must have been guessed at for a point to be drawn.
const enoughGuesses = 1000

// plotGuesses draws the log-loss by captured pieces; no path, no drawing.
func plotGuesses(path string, list []*guessScore) error {
	if path == "" {
		return nil
	}
	f := plot.Figure{Title: "Guessing ranks over a game", XLabel: "pieces captured", YLabel: "log-loss for each hidden piece"}
	for _, g := range list {
		line := plot.Line{Name: g.name}
		for captured, x := range g.byDead {
			if x[1] >= enoughGuesses {
				line.Points = append(line.Points, [2]float64{float64(captured), x[0] / x[1]})
			}
		}
		f.Lines = append(f.Lines, line)
	}
	return plot.Write(path, []plot.Figure{f})
}
