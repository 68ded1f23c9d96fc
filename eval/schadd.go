package eval

import (
	"marengo/game"
	"marengo/hidden"
	"marengo/stratego"
)

// SchaddWin is the value of a won game (Schadd 5.5.4).
const SchaddWin game.Score = 1000

// schaddRandom is the width of the random factor: half a scout.
const schaddRandom = 5

// schaddMax bounds an unfinished game: it stays short of a win.
const schaddMax = SchaddWin - 1

// placeUnit is the resolution of square importance: sums of whole units are exact.
const placeUnit = 16

// EBQSLevel says how much of evaluation-based quiescence is taken in.
type EBQSLevel uint8

// The levels of Schadd & Winands 5.3. Each includes those below.
const (
	NoEBQS     EBQSLevel = iota
	EBQSLevel0           // encounters of known pieces
	EBQSLevel1           // and of one unknown piece
	EBQSLevel2           // and re-capture of the piece that won, which the paper leaves open
	EBQSLevel3           // and whose turn it is, our own: attacks are settled by moves in turn
)

// Schadd is the evaluation of Schadd's Stratego engine (5.5.4), from the
// searching player's knowledge. The zero value is material, hidden bonus and
// square importance; NewSchadd returns all of it.
type Schadd struct {
	Figures  *SchaddFigures // nil for the paper's
	EBQS     EBQSLevel
	Steep    bool    // importance falls with the square of what is left of the way, not evenly
	Relative bool    // values are relative to the root's
	Quiet    bool    // the non-capture counter; the state must be made with KeyQuiet
	Random   float64 // width of the random factor in points
	Seed     uint64

	// What follows from the figures, and at a root.
	values            [stratego.Ranks]game.Score
	miners            [2][schaddMiners + 1]game.Score // of a side, by how many there are
	useless, hidden   game.Score
	parried, informed game.Score
	squares           [2][stratego.Squares]int32
	root              game.Score
	perQuiet          game.Score

	exchanges exchangeTable
	attacks   []attack // room for a leaf's
}

// NewSchadd returns the evaluation as both Schadd papers play with it.
func NewSchadd(seed uint64) *Schadd {
	return &Schadd{EBQS: EBQSLevel1, Relative: true, Quiet: true, Random: schaddRandom, Seed: seed}
}

// SetRoot works out which squares matter and what the root is worth.
func (e *Schadd) SetRoot(s *hidden.State) {
	e.readFigures()
	e.findImportance(s)
	e.exchanges.clear()
	s.Track(hidden.Terms{Material: e.material, Squares: &e.squares})
	e.perQuiet = 0
	if e.Quiet {
		e.perQuiet = game.Score(e.Figures.Quiet) * sign(s.Color())
	}
	e.root = 0
	if e.Relative {
		e.root = e.raw(s)
	}
}

// Bounds returns the value of a game for either side.
func (e *Schadd) Bounds() (lo, hi game.Score) { return -SchaddWin, SchaddWin }

// Final returns ±1000 for a decided game; a draw is what the root is not.
func (e *Schadd) Final(s *hidden.State) game.Score {
	if v := s.Value(); v != 0 {
		return v * SchaddWin
	}
	return clampSchadd(-e.root)
}

// Evaluate returns the worth for First.
func (e *Schadd) Evaluate(s *hidden.State) game.Score {
	v := e.raw(s) - e.root
	if e.Random != 0 {
		v += game.Score(e.Random * game.Jitter(s.Key(0), e.Seed))
	}
	return clampSchadd(v)
}

func clampSchadd(v game.Score) game.Score { return max(-schaddMax, min(schaddMax, v)) }

// raw is the evaluation before it is held against the root.
func (e *Schadd) raw(s *hidden.State) game.Score {
	v := s.Material() + game.Score(s.Places(stratego.Red)-s.Places(stratego.Blue))/placeUnit
	v -= e.perQuiet * game.Score(s.Field().Quiet())
	if e.EBQS != NoEBQS {
		v += e.ebqs(s)
	}
	return v
}

// material sums piece values and hidden bonuses.
func (e *Schadd) material(s *hidden.State) game.Score {
	return e.side(s, stratego.Red) - e.side(s, stratego.Blue)
}

func (e *Schadd) side(s *hidden.State, c stratego.Color) (sum game.Score) {
	alive, known := s.Alive(c), s.Known(c)
	for r := stratego.Spy; r < stratego.Ranks; r++ {
		if alive[r] > 0 {
			sum += e.value(s, c, r) * (game.Score(alive[r]) + e.hidden*game.Score(alive[r]-known[r]))
		}
	}
	return sum
}

// value is what one piece is worth at this point of the game. The spy is worth
// little once there is no marshal to catch. Miners are worth little once
// there are no bombs, and more the fewer there are.
func (e *Schadd) value(s *hidden.State, c stratego.Color, r stratego.Rank) game.Score {
	switch r {
	case stratego.Spy:
		if s.Alive(c.Other())[stratego.Marshal] == 0 {
			return e.useless
		}
	case stratego.Miner:
		if s.Alive(c.Other())[stratego.Bomb] == 0 {
			return e.useless
		}
		return e.miners[c][s.Alive(c)[stratego.Miner]]
	}
	return e.values[r]
}

// readFigures works out what follows from the figures alone.
func (e *Schadd) readFigures() {
	if e.Figures == nil {
		e.Figures = NewSchaddFigures()
	}
	f := e.Figures
	e.values = f.values()
	e.useless, e.hidden = game.Score(f.Useless), game.Score(f.Hidden)
	e.parried, e.informed = game.Score(f.Parried), game.Score(f.Informed)
}

// findImportance says what each square is worth to a piece of each side: near the
// opponent's flag up to 50 points, falling with the distance. Where
// the flag is hidden its likely places share the weight. What miners are worth rests on the
// same places.
func (e *Schadd) findImportance(s *hidden.State) {
	var flags [2][stratego.Squares]float64
	f := s.Field()
	for id := range uint8(2 * stratego.SetupSquares) {
		at := f.SquareOf(id)
		if at == stratego.NoSquare {
			continue
		}
		c := stratego.ColorOf(id)
		switch r := f.Rank(id); {
		case r == stratego.Flag:
			flags[c][at] = 1
		case r == stratego.NoRank && !f.Moved(id):
			var p [stratego.Ranks]float64
			s.Chances(id, false, &p)
			flags[c][at] = p[stratego.Flag]
		}
	}
	for c := range e.squares {
		e.miners[c] = e.Figures.miners(barred(s, &flags[c^1]))
		weight := 1.0
		if stratego.Color(c) != s.Color() {
			weight = e.Figures.Home
		}
		for sq := range e.squares[c] {
			sum := 0.0
			for at, p := range flags[c^1] {
				if p > 0 {
					d := max(1, stratego.Distance(stratego.Square(sq), stratego.Square(at)))
					sum += weight * p * e.importance(d)
				}
			}
			e.squares[c][sq] = int32(sum*placeUnit + 0.5)
		}
	}
}

// importance falls from 50 next to the flag to nothing at the far end of the board. How
// it falls the paper leaves open: evenly, or steeply, so that it is worth more to draw near
// the flag than to leave one's own side.
func (e *Schadd) importance(distance int) float64 {
	const farthest = 18
	near := float64(farthest-distance) / (farthest - 1)
	if e.Steep {
		near *= near
	}
	return e.Figures.Important * near
}

// barred is the chance that a flag stands, or may stand, behind bombs, by where it may be:
// a neighbour that is empty, known or has moved lets any piece in.
func barred(s *hidden.State, flag *[stratego.Squares]float64) (sum float64) {
	f := s.Field()
	for at, p := range flag {
		if p == 0 {
			continue
		}
		closed := true
		for _, n := range stratego.Square(at).Neighbours() {
			id := f.PieceOn(n)
			closed = closed && id != stratego.NoID && (f.Rank(id) == stratego.Bomb || f.Rank(id) == stratego.NoRank && !f.Moved(id))
		}
		if closed {
			sum += p
		}
	}
	return sum
}

func sign(c stratego.Color) game.Score {
	if c == stratego.Blue {
		return -1
	}
	return 1
}
