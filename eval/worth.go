package eval

import (
	"math"

	"marengo/figure"
	"marengo/game"
	"marengo/stratego"
)

// Worth judges a position by what both armies are worth: each rank has a value, of which a
// piece keeps a part once the enemy knows it, and the result to be expected follows the
// ratio of the sums, as De Boer's game state does (3.3). It is our own; the unit counts of
// Schoenmakers 8.1 give a marshal for a scout.
type Worth struct{ Figures *WorthFigures }

// WorthFigures are its numbers. The values are Schadd's (table 5.1), of the marshal's.
type WorthFigures struct {
	Spy        float64 `figure:"25 2 100 3"`
	Scout      float64 `figure:"3 1 20 1"`
	Miner      float64 `figure:"25 3 80 3"`
	Sergeant   float64 `figure:"5 1 30 1"`
	Lieutenant float64 `figure:"12 2 50 2"`
	Captain    float64 `figure:"25 3 70 3"`
	Major      float64 `figure:"35 5 90 3"`
	Colonel    float64 `figure:"44 8 120 4"`
	General    float64 `figure:"75 15 180 6"`
	Marshal    float64 `figure:"100 20 250 8"`
	Bomb       float64 `figure:"19 0 60 3"`
	Useless    float64 `figure:"3 0 20 1"`        // the spy without a marshal to catch, miners without bombs
	Known      float64 `figure:"0.77 0.4 1 0.03"` // what is left of a piece that the enemy knows
	Steep      float64 `figure:"3 0.5 8 0.3"`     // how steeply the result follows the ratio

	// What only Gain asks.
	Scale float64 `figure:"20 3 200 4"` // the gain that makes nearly three chances in four of an even one
	Ahead float64 `figure:"2 0 30 1"`   // an own piece at the far end of the board
	Home  float64 `figure:"15 0 100 3"` // an enemy's piece at the own flag
}

// Vector names the figures.
func (f *WorthFigures) Vector() figure.Vector { return figure.Of("worth", f) }

// Evaluate implements mcts.Evaluator.
func (w Worth) Evaluate(s *stratego.State, me game.Player) float64 {
	if v, over := ended(s, me, half, false); over {
		return v
	}
	var alive, known [2]stratego.Counts
	for c := range alive {
		for id := range stratego.SetupSquares {
			if p := s.Piece(stratego.Color(c), id); p.Alive() {
				alive[c][p.Rank]++
				if p.Known {
					known[c][p.Rank]++
				}
			}
		}
	}
	mine, theirs := w.army(&alive[me], &alive[1-me], &known[me]), w.army(&alive[1-me], &alive[me], &known[1-me])
	return 1 / (1 + math.Exp(w.Figures.Steep*math.Log(theirs/mine)))
}

// army is what a side's pieces are worth. The flag counts a little, so that no army is worth
// nothing.
func (w Worth) army(own, enemy, known *stratego.Counts) (sum float64) {
	values := w.Figures.values(enemy)
	for r, n := range own {
		if n > 0 {
			sum += values[r] * (float64(n) - (1-w.Figures.Known)*float64(known[r]))
		}
	}
	return sum
}

// values returns what a hidden piece of each rank is worth against the enemy's pieces.
func (f *WorthFigures) values(enemy *stratego.Counts) [stratego.Ranks]float64 {
	values := [stratego.Ranks]float64{
		stratego.Flag: 1, stratego.Spy: f.Spy, stratego.Scout: f.Scout, stratego.Miner: f.Miner, stratego.Sergeant: f.Sergeant,
		stratego.Lieutenant: f.Lieutenant, stratego.Captain: f.Captain, stratego.Major: f.Major, stratego.Colonel: f.Colonel,
		stratego.General: f.General, stratego.Marshal: f.Marshal, stratego.Bomb: f.Bomb,
	}
	if enemy[stratego.Marshal] == 0 {
		values[stratego.Spy] = f.Useless
	}
	if enemy[stratego.Bomb] == 0 {
		values[stratego.Miner] = f.Useless
	}
	return values
}
