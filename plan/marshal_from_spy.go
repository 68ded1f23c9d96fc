package plan

import "marengo/stratego"

// marshalFromSpy keeps the marshal from pieces that may be the enemy's spy
// (5.4.5). Only the spy takes a marshal, and only by attacking, so no zones are
// needed: it is enough not to end a move beside one. A marshal that the enemy
// does not know is less likely to be attacked.
type marshalFromSpy struct{}

type spyFigures struct {
	Hidden float64 `figure:"0.25 0 1 0.05"` // how likely the spy is to attack a marshal it does not know
}

// Name implements Plan.
func (marshalFromSpy) Name() string { return "dMfS" }

// Score implements Plan.
func (marshalFromSpy) Score(s *Situation, scores []float64) {
	marshal := -1
	for own := range pieces {
		if p := &s.Own[own]; p.Alive() && p.Rank == stratego.Marshal {
			marshal = own
		}
	}
	if marshal < 0 {
		return
	}
	before := s.spyDanger(marshal, &s.Board)
	for i := range s.Moves {
		b := s.after(i)
		scores[i] += before - s.spyDanger(marshal, b)
	}
}

// spyDanger is what the enemy's spy may cost the marshal on a board.
func (s *Situation) spyDanger(marshal int, b *board) float64 {
	worst := 0.0
	for _, n := range b.own[marshal].Neighbours() {
		if f := b.enemyAt(n); f >= 0 {
			worst = max(worst, s.Belief[f][stratego.Spy])
		}
	}
	will := s.f.Spy.Hidden
	if s.knownOn(marshal, b) {
		will = 1
	}
	return worst * will * s.price(marshal)
}
