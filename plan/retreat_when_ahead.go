package plan

import "marengo/stratego"

// retreatWhenAhead calls strong pieces home that have nothing left to take where they
// are (9.1.4; appendix C, game 2, where two high pieces stayed on an empty wing and the
// flag was nearly lost). It speaks only when clearly ahead, for pieces known to
// the enemy beyond the lakes with no prey near.
//
// Such positions are rare, about one move in thirty, and it decides one in three
// hundred; it stays because nothing else brings an idle piece home.
type retreatWhenAhead struct{}

// The plan's constants: the game state from which on it speaks, a step's worth,
// how near a prey keeps a piece out, and the row from home that is far enough back.
const (
	clearlyAhead = 1.15
	retreatStep  = 1.0
	preyNear     = 4
	retreatRow   = 4
)

// Name implements Plan.
func (retreatWhenAhead) Name() string { return "Retr" }

// Score implements Plan.
func (retreatWhenAhead) Score(s *Situation, scores []float64) {
	if s.Values.State[s.Me] < clearlyAhead {
		return
	}
	for i, m := range s.Moves {
		b := s.after(i)
		p := &s.Own[b.mover]
		if b.target >= 0 || !p.Known || p.Rank < stratego.Major || forward(p.Square, s.Me) <= retreatRow || s.preyNear(b.mover) {
			continue
		}
		if forward(stratego.To(m), s.Me) < forward(p.Square, s.Me) {
			scores[i] += retreatStep
		}
	}
}

// preyNear says whether an enemy that an own piece hunts is near.
func (s *Situation) preyNear(own int) bool {
	for f := range pieces {
		if at := s.Board.enemy[f]; at != stratego.NoSquare && s.isPrey(f) && s.hunts(own, f) &&
			stratego.Distance(at, s.Own[own].Square) <= preyNear {
			return true
		}
	}
	return false
}
