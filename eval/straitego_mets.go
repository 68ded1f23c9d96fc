package eval

import (
	"marengo/game"
	"marengo/stratego"
)

// Mets is J. Mets's evaluation as Schoenmakers repeats it (8.1.3): a side has
// points for each enemy piece that has moved, was discovered or was captured.
//
// Table 8.1 gives 100 points for a discovered bomb. The paper's greatest sum of 11087 has
// 200: without the flag, and with the one point that each side begins with, the
// table then adds up to it exactly.
type Mets struct {
	AsSummed bool // a discovered bomb is worth 200
}

// metsMoved is what a move of any piece that can move gives away (table 8.1).
const metsMoved = 100

// What discovering and capturing a piece is worth (table 8.1).
var metsDiscovered = [stratego.Ranks]float64{
	stratego.Bomb: 100, stratego.Marshal: 100, stratego.General: 50, stratego.Colonel: 25, stratego.Major: 20,
	stratego.Captain: 15, stratego.Lieutenant: 10, stratego.Sergeant: 5, stratego.Miner: 20,
}
var metsCaptured = [stratego.Ranks]float64{
	stratego.Bomb: 750, stratego.Marshal: 500, stratego.General: 250, stratego.Colonel: 100, stratego.Major: 50,
	stratego.Captain: 20, stratego.Lieutenant: 10, stratego.Sergeant: 5, stratego.Miner: 50, stratego.Scout: 2,
	stratego.Spy: 100, stratego.Flag: 1000,
}

// metsMost is the paper's greatest number of points. With the flag there can be
// more, which the bound of ratio takes care of.
const metsMost = 11087

// metsBombSummed is what a discovered bomb adds in the paper's sum, beyond the table.
const metsBombSummed = 100

// Evaluate implements mcts.Evaluator (formula 8.2). Both sides have one point to
// begin with, so that the quotient exists.
func (e Mets) Evaluate(s *stratego.State, me game.Player) float64 {
	if v, over := ended(s, me, 1.0/metsMost, false); over {
		return v
	}
	c := stratego.Color(me)
	return ratio(1+e.points(s, c.Other()), 1+e.points(s, c), metsMost)
}

// points returns what the opponent of a side has from its pieces.
func (e Mets) points(s *stratego.State, c stratego.Color) (sum float64) {
	for id := range stratego.SetupSquares {
		p := s.Piece(c, id)
		if p.Start == stratego.NoSquare {
			continue
		}
		if p.Moved {
			sum += metsMoved
		}
		if p.Known {
			sum += metsDiscovered[p.Rank]
			if e.AsSummed && p.Rank == stratego.Bomb {
				sum += metsBombSummed
			}
		}
		if p.Dead() {
			sum += metsCaptured[p.Rank]
		}
	}
	return sum
}
