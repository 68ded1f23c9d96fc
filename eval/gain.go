package eval

import (
	"math"

	"marengo/game"
	"marengo/stratego"
)

// Gain judges a position by what has changed since the root: what both armies have lost and
// shown, in the worths of Worth, how far the own pieces have come and how near the own flag
// the enemy's are, and the best that the side to move can take of what both players know. It
// is our own, for the search of many worlds, all of which have the same root to it.
//
// A tree search explores by how far values lie apart: on the scale of a whole game a piece is
// some hundredths, and drowns in what UCB adds to a move that it neglected; here a captain is most
// of the way from an even chance to a sure one. An enemy's loss counts by the ratio of the
// armies, so that exchanges suit the side that is ahead.
type Gain struct {
	Figures *WorthFigures

	worth [2][2][stratego.Ranks]float64 // of a piece by its colour, whether it is known, and its rank
	place [2][stratego.Squares]float64  // of a moving piece by its colour and place
	ratio float64                       // of the armies, within bounds
	sign  [2]float64                    // what a loss of either colour counts
	lead  float64                       // how far the side is ahead
	root  float64                       // the sum of all that at the root
}

// gainRatio bounds the ratio by which the losses of the two sides differ.
const gainRatio = 2.0

// farthest is the longest way on the board.
const farthest = 18

// SetRoot implements mcts.Rooted.
func (g *Gain) SetRoot(s *stratego.State, player game.Player) {
	f, me := g.Figures, stratego.Color(player)
	var armies [2]float64
	alive := [2]stratego.Counts{s.Living(stratego.Red), s.Living(stratego.Blue)}
	for c := range g.worth {
		hidden := f.values(&alive[1-c])
		for r, x := range hidden {
			g.worth[c][0][r], g.worth[c][1][r] = x, f.Known*x
		}
	}
	home := stratego.NoSquare
	for c := range armies {
		for id := range stratego.SetupSquares {
			if p := s.Piece(stratego.Color(c), id); p.Alive() {
				armies[c] += g.worthOf(p)
				if p.Rank == stratego.Flag && p.Color == me {
					home = p.Square
				}
			}
		}
	}
	for at := range stratego.Square(stratego.Squares) {
		g.place[me][at] = f.Ahead * float64(at.From(me).Row()) / (stratego.Files - 1)
		near := float64(farthest-stratego.Distance(at, home)) / farthest
		g.place[me.Other()][at] = -f.Home * near * near * near // the last steps count most
	}
	g.lead = armies[me] - armies[me.Other()]
	g.ratio = max(1/gainRatio, min(gainRatio, armies[me]/armies[me.Other()]))
	g.sign[me], g.sign[me.Other()] = 1, -g.ratio
	g.root, _ = g.sum(s)
}

// Evaluate implements mcts.Evaluator. A draw gives up what the side is ahead.
func (g *Gain) Evaluate(s *stratego.State, me game.Player) float64 {
	if v, over := ended(s, me, g.chance(-g.lead), false); over {
		return v
	}
	gain, strike := g.sum(s)
	return g.chance(gain - g.root + strike)
}

// chance turns a gain into a value from 0 to 1.
func (g *Gain) chance(gain float64) float64 { return 1 / (1 + math.Exp(-gain/g.Figures.Scale)) }

func (g *Gain) worthOf(p stratego.Piece) float64 {
	if p.Known {
		return g.worth[p.Color][1][p.Rank]
	}
	return g.worth[p.Color][0][p.Rank]
}

// sum is the worth of both armies and their places, and what the best capture of a known piece by
// the side to move would add to it.
func (g *Gain) sum(s *stratego.State) (sum, strike float64) {
	turn := s.Turn()
	for c := range stratego.Color(2) {
		for id := range stratego.SetupSquares {
			p := s.Piece(c, id)
			if !p.Alive() {
				continue
			}
			sum += g.sign[c] * g.worthOf(p)
			if p.Rank.Movable() {
				sum += g.place[c][p.Square]
			}
			if p.Known && c != turn {
				if x := g.capture(s, p); x*g.sign[turn] > strike*g.sign[turn] {
					strike = x
				}
			}
		}
	}
	return sum, strike
}

// capture is what the best capture of a known piece brings, 0 where there is none: the
// attacker shows itself, and is lost where it is taken back.
func (g *Gain) capture(s *stratego.State, prey stratego.Piece) (best float64) {
	for _, n := range prey.Square.Neighbours() {
		p, ok := s.At(n)
		if !ok || p.Color == prey.Color || !p.Rank.Movable() {
			continue
		}
		lost := g.worthOf(p)
		switch stratego.Fight(p.Rank, prey.Rank) {
		case stratego.Lose:
			continue
		case stratego.Win:
			if !takenBack(s, p.Rank, prey) {
				lost -= g.worth[p.Color][1][p.Rank]
			}
		}
		if x := -g.sign[prey.Color]*g.worthOf(prey) - g.sign[p.Color]*lost; x*g.sign[p.Color] > best*g.sign[p.Color] {
			best = x
		}
	}
	return best
}

// takenBack says whether a friend of the prey stands beside it that beats a rank.
func takenBack(s *stratego.State, r stratego.Rank, prey stratego.Piece) bool {
	for _, n := range prey.Square.Neighbours() {
		if p, ok := s.At(n); ok && p.Color == prey.Color && p.Rank.Movable() && stratego.Fight(p.Rank, r) == stratego.Win {
			return true
		}
	}
	return false
}
