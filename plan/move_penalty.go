package plan

import "marengo/stratego"

// movePenalty counts what a quiet move gives away (5.6.2): a first move shows that the
// piece is no bomb, a far move that it is a scout. The more own pieces have moved
// already, the more another one costs, since each must be looked after from then
// on. Attacks show the rank anyway and are ImmediateCapture's.
type movePenalty struct{}

type penaltyFigures struct {
	First float64 `figure:"1 0 8 0.2"`    // the penalty for the first piece that moves
	Each  float64 `figure:"0.35 0 2 0.1"` // what each moved one adds
}

// freelyMoving is how many moved pieces add nothing: one cannot play with fewer.
const freelyMoving = 2

// Name implements Plan.
func (movePenalty) Name() string { return "MPen" }

// Score implements Plan.
func (movePenalty) Score(s *Situation, scores []float64) {
	moved := 0
	for own := range pieces {
		if s.inCare(own, &s.Board) {
			moved++
		}
	}
	penalty := s.f.Penalty.First + s.f.Penalty.Each*float64(max(0, moved-freelyMoving))
	for i, m := range s.Moves {
		b := s.after(i)
		if b.target >= 0 {
			continue
		}
		p := &s.Own[b.mover]
		if !p.Moved && !p.Known {
			scores[i] -= penalty
		}
		if stratego.Distance(stratego.From(m), stratego.To(m)) > 1 {
			scores[i] -= s.secret(b.mover)
		}
	}
}
