package belief

import (
	"math"

	"marengo/setup"
	"marengo/stratego"
)

// readSetup asks the model of setups what every square's rank may be, given what
// the game has shown of the others, captured pieces too.
func (g *Guesser) readSetup(v *stratego.View) {
	var signs [stratego.SetupSquares]setup.Sign
	for i := range signs {
		signs[i] = setup.Unknown
	}
	for id := range Pieces {
		at := g.startIndex(id)
		if at < 0 {
			continue
		}
		switch p := v.Piece(g.color, id); {
		case p.Known:
			signs[at] = setup.Sign(p.Rank)
		case p.Moved:
			signs[at] = setup.Moves
		}
	}
	g.options.Setups.Weights(&signs, &g.logs)
}

// spread multiplies a row by weights given as logarithms, none of them below
// leastShare of the largest.
func spread(row *[stratego.Ranks]float64, logs *[stratego.Ranks]float32) {
	top := logs[0]
	for _, x := range logs {
		top = max(top, x)
	}
	for r := range row {
		row[r] *= max(math.Exp(float64(logs[r]-top)), leastShare)
	}
}
