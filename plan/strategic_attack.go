package plan

import (
	"marengo/stratego"
	"marengo/value"
)

// strategicAttack brings pieces towards places from which they can attack with
// profit (5.5.1): low ones towards hidden pieces that are worth finding out, strong
// ones towards those they are likely to beat. It leads up to an attack and leaves
// the attack itself to ImmediateCapture.
type strategicAttack struct{}

type approachFigures struct {
	Share   float64 `figure:"0.25 0 1 0.03"`   // what an attack's profit counts from one step away
	Decay   float64 `figure:"0.88 0.6 1 0.03"` // its fall with each further step
	Most    float64 `figure:"5 0 20 0.5"`      // its bound: strategic plans give 2 to 5
	Advance float64 `figure:"0.3 0 3 0.1"`     // the pull of the enemy's side by itself
}

// advanceRow is the row from home beyond which advancing has no worth of its own.
const advanceRow = 6

// Name implements Plan.
func (strategicAttack) Name() string { return "SAtt" }

// Score implements Plan.
func (strategicAttack) Score(s *Situation, scores []float64) {
	var best [stratego.MaxMoves]float64
	for f := range pieces {
		at := s.Board.enemy[f]
		if at == stratego.NoSquare || s.isPrey(f) {
			continue // what is known or has moved is TacticalAttack's
		}
		field := s.field(f)
		for i, m := range s.Moves {
			b := s.after(i)
			from, to := field[stratego.From(m)], field[stratego.To(m)]
			if b.target >= 0 || to >= from || to == value.Far || to == 0 {
				continue
			}
			if x := s.profit(b.mover, f); x > 0 {
				best[i] = max(best[i], min(s.f.Approach.Most, s.f.Approach.Share*x)*pow(s.f.Approach.Decay, int(to)-1))
			}
		}
	}
	for i, m := range s.Moves {
		if s.after(i).target >= 0 {
			continue
		}
		scores[i] += best[i]
		to := forward(stratego.To(m), s.Me)
		if to > forward(stratego.From(m), s.Me) && to <= advanceRow {
			scores[i] += s.f.Approach.Advance
		}
	}
}
