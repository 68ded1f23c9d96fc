package eval

import (
	"fmt"
	"strconv"

	"marengo/game"
	"marengo/hidden"
	"marengo/stratego"
)

// ArtsFlag is the value of the flag, and so of a game.
const ArtsFlag game.Score = 10000

// The features' numbers. Arts names no figure for the fifth and the sixth; these
// are De Boer's for the same ideas (3.2.2, 3.1.2).
const (
	artsSpied       = 0.8  // first feature: the marshal while the enemy's spy lives
	artsFewMiners   = 3    // second: with fewer miners than this each is worth more
	artsBombShare   = 0.5  // third: a bomb, of the enemy's most valuable piece
	artsHalfMarshal = 0.5  // fourth: the marshal while the enemy's spy lives
	artsKnownLoss   = 0.33 // fifth: what a piece loses when the enemy knows it
	artsMoreGain    = 1.15 // sixth: a rank of which the side has more than the enemy
)

// ArtsFeatures is a set of Arts's six evaluation features (5.4), the first being bit 0.
type ArtsFeatures uint8

// artsFeatureCount is how many features there are.
const artsFeatureCount = 6

// ParseArtsFeatures reads a list of digits, such as "25" for the second and fifth
// feature; "none" is no feature.
func ParseArtsFeatures(s string) (f ArtsFeatures, err error) {
	if s == "none" {
		return 0, nil
	}
	for _, c := range s {
		n, err := strconv.Atoi(string(c))
		if err != nil || n < 1 || n > artsFeatureCount {
			return 0, fmt.Errorf("features %q, expected digits from 1 to %d, or none", s, artsFeatureCount)
		}
		f |= 1 << (n - 1)
	}
	return f, nil
}

func (f ArtsFeatures) has(n int) bool { return f>>(n-1)&1 != 0 }

// Arts is the material evaluation of Starbot (Arts 5.4). What the pieces are
// worth changes only in battles, so a leaf costs one load.
type Arts struct {
	Features ArtsFeatures
	Figures  *ArtsFigures // nil for the thesis's

	table *artsTable
	flag  stratego.Square // the player's own
	moves []game.Move     // room for strikes
}

// SetRoot makes the state keep the material.
func (e *Arts) SetRoot(s *hidden.State) {
	e.readFigures()
	s.Track(hidden.Terms{Material: e.material})
	e.flag = stratego.NoSquare
	f := s.Field()
	for id := uint8(s.Color()) * stratego.SetupSquares; id < uint8(s.Color()+1)*stratego.SetupSquares; id++ {
		if f.Rank(id) == stratego.Flag {
			e.flag = f.SquareOf(id)
		}
	}
}

// readFigures works out what follows from the figures.
func (e *Arts) readFigures() {
	if e.Figures == nil {
		e.Figures = NewArtsFigures()
	}
	if e.table == nil {
		e.table = e.Figures.table()
	}
}

// Evaluate returns the material for First.
func (e *Arts) Evaluate(s *hidden.State) game.Score { return s.Material() }

// Final returns the flag's value for the winner.
func (e *Arts) Final(s *hidden.State) game.Score { return s.Value() * ArtsFlag }

// Bounds returns the flag's value for either side: no material comes near it.
func (e *Arts) Bounds() (lo, hi game.Score) { return -ArtsFlag, ArtsFlag }

// InPlay returns what the material without the flags can differ by: the flag's value is
// "larger than the bounds of the evaluation function" (Arts 5.1). It is that of
// the evaluation without features.
func (e *Arts) InPlay() (lo, hi game.Score) {
	e.readFigures()
	return -e.table.army, e.table.army
}

func (e *Arts) material(s *hidden.State) game.Score {
	return e.side(s, stratego.Red) - e.side(s, stratego.Blue)
}

// side sums the value of a side's pieces without its flag.
func (e *Arts) side(s *hidden.State, c stratego.Color) (sum game.Score) {
	own, other := s.Alive(c), s.Alive(c.Other())
	values := e.table.values
	if other[stratego.Spy] > 0 {
		if e.Features.has(1) {
			values[stratego.Marshal] *= artsSpied
		}
		if e.Features.has(4) {
			values[stratego.Marshal] *= artsHalfMarshal
		}
	}
	if n := own[stratego.Miner]; e.Features.has(2) && n < artsFewMiners {
		values[stratego.Miner] *= game.Score(4 - int(n))
	}
	if e.Features.has(3) {
		values[stratego.Bomb] = artsBombShare * e.table.highest(other)
	}
	for r := stratego.Spy; r < stratego.Ranks; r++ {
		v := values[r]
		if e.Features.has(6) && own[r] > other[r] {
			v *= artsMoreGain
		}
		n := game.Score(own[r])
		if e.Features.has(5) {
			n -= artsKnownLoss * game.Score(s.Known(c)[r])
		}
		sum += v * n
	}
	return sum
}

// highest returns the value of the most valuable movable piece.
func (t *artsTable) highest(own *stratego.Counts) (v game.Score) {
	for r := stratego.Spy; r <= stratego.Marshal; r++ {
		if own[r] > 0 {
			v = max(v, t.values[r])
		}
	}
	return v
}
