package experiment

import (
	"context"
	"fmt"
	"io"

	"marengo/plot"
	"marengo/setup"
	"marengo/stratego"
)

// figure41 are the ranks of De Boer's figure 4.1.
var figure41 = [...]stratego.Rank{stratego.Flag, stratego.General, stratego.Bomb, stratego.Colonel}

// purple is where the figure's darkest class begins: 8% of a rank's pieces.
const purple = 0.08

// squareShares prints figure 4.1: where people put some of the ranks, a square's share of all pieces
// of the rank. The front row is on top, as in the figure.
func squareShares(_ context.Context, o *Options, w io.Writer) error {
	var figures []plot.Figure
	for _, r := range figure41 {
		cells := shares(r)
		figures = append(figures, plot.Figure{Title: fmt.Sprintf("Where the %v stands (De Boer, figure 4.1)", r), XLabel: "per cent of the rank's pieces; the front row is on top", Cells: cells})
		t := Table{Title: fmt.Sprintf("Figure 4.1: where the %v stands, in per cent", r), Columns: []string{"row", "a", "b", "c", "d", "e", "f", "g", "h", "j", "k"}}
		dark, darkShare := 0, 0.0
		for i, row := range cells {
			line := []any{len(cells) - i}
			for _, x := range row {
				line = append(line, fmt.Sprintf("%.1f", 100*x))
				if x >= purple {
					dark++
					darkShare += x
				}
			}
			t.Add(line...)
		}
		t.Note("%d squares have 8%% or more each, together %s.", dark, percent(darkShare))
		if r == stratego.Flag {
			t.Note("De Boer: the flag stands on one of 8 such squares in 66%% of the setups. Ours count %s setups, mirror images not joined.", thousands(int64(setup.HumanStatistics().Setups)))
		}
		if err := t.Write(w, o); err != nil {
			return err
		}
	}
	if o.Plot == "" {
		return nil
	}
	return plot.Write(o.Plot, figures)
}

// shares returns the part of a rank's pieces that each square has, the front row first.
func shares(r stratego.Rank) [][]float64 {
	rows := stratego.SetupSquares / stratego.Files
	cells := make([][]float64, rows)
	counts := setup.HumanStatistics()
	all := float64(counts.Setups) * float64(stratego.Classic.Counts()[r])
	for i := range stratego.SetupSquares {
		row := rows - 1 - i/stratego.Files
		cells[row] = append(cells[row], counts.Square[i][r]/all)
	}
	return cells
}
