package value

import (
	"marengo/figure"
	"marengo/stratego"
)

// The constants of De Boer 3.1.2. His values have the highest piece at 1; ours
// are on the scale of his plans (5.2.2), where pieces are worth 10 to 100.
const (
	Scale = 100.0 // the value of the highest piece on the board

	rareFrom     = 3   // with fewer miners or scouts than this each is worth more
	flagBehind   = 1.0 // the flag of the side that is not ahead
	flagAhead    = 3.0 // the flag of the side that is barely ahead
	flagFarAhead = 5.0 // and of one that is far ahead
	farAhead     = 2.0 // the game state from which on a side is far ahead
	revealPieces = 15  // moving pieces of the opponent from which on the opening's reveal penalty holds
)

// Figures are the numbers of 3.1.2 and 3.2.2 that measurement can set; the tags hold De
// Boer's.
type Figures struct {
	Rank   float64 `figure:"1.45 1.1 2 0.05"`   // a rank over the one below, where both sides can tell them apart
	Fewer  float64 `figure:"1.15 1 1.4 0.05"`   // of equal ranks, the side with fewer lower pieces
	Spied  float64 `figure:"0.8 0.3 1 0.05"`    // the marshal while the enemy's spy lives
	Spy    float64 `figure:"0.5 0.05 1 0.05"`   // the spy, of the enemy's marshal
	Bomb   float64 `figure:"0.5 0 1 0.05"`      // a bomb, of the highest piece
	Added  float64 `figure:"1 0 3 0.2"`         // what all of a side's pieces share, in highest pieces
	Reveal float64 `figure:"0.33 0 1 0.04"`     // reveal penalty in the opening
	Each   float64 `figure:"0.02 0 0.06 0.004"` // reveal penalty for each of the opponent's moving pieces, in the endgame
}

// paper are De Boer's figures.
var paper = func() *Figures {
	f := new(Figures)
	figure.Reset(f)
	return f
}()

// Values are the worth of pieces and information for both sides.
type Values struct {
	// Piece is the value of a piece by colour and rank, Scale being the highest
	// piece on the board.
	Piece [2][stratego.Ranks]float64
	// Reveal is the reveal penalty of a colour: the share of a hidden piece's
	// value that it costs its owner to show its rank (3.2).
	Reveal [2]float64
	// State is the game state of a colour: above 1 it is ahead (3.3).
	State [2]float64
	// Living is the number of pieces left.
	Living [2]stratego.Counts
}

// Living counts a side's pieces on the board by rank. Captured pieces were shown
// in the battle that took them, so both players know these numbers.
func Living(v *stratego.View, c stratego.Color) stratego.Counts {
	n := v.Army(c)
	for id := range stratego.SetupSquares {
		if p := v.Piece(c, id); p.Dead() {
			n[p.Rank]--
		}
	}
	return n
}

// Of returns the values in the position that a View shows, by De Boer's figures.
func Of(v *stratego.View) Values { return paper.Of(v) }

// OfCounts returns the values for the pieces left of red and blue, by De Boer's figures.
func OfCounts(living [2]stratego.Counts) Values { return paper.ofCounts(living) }

// Of returns the values in the position that a View shows.
func (f *Figures) Of(v *stratego.View) Values {
	return f.ofCounts([2]stratego.Counts{Living(v, stratego.Red), Living(v, stratego.Blue)})
}

func (f *Figures) ofCounts(living [2]stratego.Counts) Values {
	v := Values{Living: living}
	for c := range v.Piece {
		v.pieces(stratego.Color(c), f)
	}
	v.scale()
	plain := v.Piece
	for c := range v.Piece {
		v.special(stratego.Color(c), plain[c^1][stratego.Marshal], f)
	}
	for c := range v.Piece {
		v.Reveal[c] = f.revealPenalty(living[c^1].Movable())
		v.State[c] = v.weigh(stratego.Color(c)) / max(v.weigh(stratego.Color(c^1)), 1)
	}
	for c := range v.Piece {
		v.Piece[c][stratego.Flag] = Scale * flagValue(v.State[c])
	}
	return v
}

// pieces enters the base values of one colour (figure 3.3). A rank is worth more
// than the one below only if both sides have a piece of either: else nothing can
// be captured by the one and not by the other.
func (v *Values) pieces(c stratego.Color, f *Figures) {
	own, enemy := &v.Living[c], &v.Living[c^1]
	base, ownLower, enemyLower := 1.0, 0, 0
	for r := stratego.Spy; r <= stratego.Marshal; r++ {
		if r > stratego.Spy {
			if own[r-1]+own[r] > 0 && enemy[r-1]+enemy[r] > 0 {
				base *= f.Rank
			}
			ownLower += int(own[r-1])
			enemyLower += int(enemy[r-1])
		}
		v.Piece[c][r] = base
		if ownLower < enemyLower {
			v.Piece[c][r] *= f.Fewer
		}
	}
}

// scale brings the highest piece on the board to Scale.
func (v *Values) scale() {
	highest := 0.0
	for c := range v.Piece {
		for r := stratego.Spy; r <= stratego.Marshal; r++ {
			if v.Living[c][r] > 0 {
				highest = max(highest, v.Piece[c][r])
			}
		}
	}
	if highest == 0 {
		highest = 1
	}
	for c := range v.Piece {
		for r := stratego.Spy; r <= stratego.Marshal; r++ {
			v.Piece[c][r] *= Scale / highest
		}
	}
}

// special applies the rules for single ranks (3.1.2), given the base value of the
// enemy's marshal. Once that is gone the spy is no more than the lowest piece.
func (v *Values) special(c stratego.Color, marshal float64, f *Figures) {
	own, enemy := &v.Living[c], &v.Living[c^1]
	p := &v.Piece[c]
	if enemy[stratego.Marshal] > 0 {
		p[stratego.Spy] = f.Spy * marshal
	}
	if enemy[stratego.Spy] > 0 {
		p[stratego.Marshal] *= f.Spied
	}
	for _, r := range [...]stratego.Rank{stratego.Scout, stratego.Miner} {
		if n := own[r]; n > 0 && n < rareFrom {
			p[r] *= float64(rareFrom + 1 - n)
		}
	}
	p[stratego.Bomb] = f.Bomb * Scale
	if n := own.Total(); n > 0 {
		for r := stratego.Spy; r <= stratego.Bomb; r++ {
			p[r] += f.Added * Scale / float64(n)
		}
	}
}

// revealPenalty returns the share of a piece's value that its rank is worth as a
// secret, by the opponent's moving pieces (3.2.2).
func (f *Figures) revealPenalty(opponentsMoving int) float64 {
	if opponentsMoving <= revealPieces {
		return f.Each * float64(opponentsMoving)
	}
	return f.Reveal
}

// weigh sums a side's pieces but the flag, the highest that is left after equal
// ranks are taken off counting twice (3.3).
func (v *Values) weigh(c stratego.Color) (sum float64) {
	own, enemy := &v.Living[c], &v.Living[c^1]
	for r := stratego.Spy; r <= stratego.Bomb; r++ {
		sum += float64(own[r]) * v.Piece[c][r]
	}
	for r := stratego.Marshal; r >= stratego.Spy; r-- {
		if own[r] > enemy[r] {
			return sum + v.Piece[c][r]
		}
	}
	return sum
}

// flagValue is the flag's worth in highest pieces, growing with its owner's lead
// (3.1.2: 3 to 5 for the side that is ahead and 1 for the other).
func flagValue(state float64) float64 {
	if state <= 1 {
		return flagBehind
	}
	return flagAhead + (flagFarAhead-flagAhead)*min(1, (state-1)/(farAhead-1))
}
