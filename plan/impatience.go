package plan

import (
	"marengo/stratego"
	"marengo/value"
)

// impatience makes something happen when nothing does (appendix C, game 5: two
// hundred moves to and fro in a won position). As quiet plies pass, attacks on
// hidden pieces become better by and by, for cheap pieces first, and so do
// steps towards them, more so when ahead. Well before the rules call a draw it
// outweighs the reveal penalty and any caution. Going round in circles costs from
// the beginning: each return to a square since the last battle more than the one before.
//
// Against itself its absence costs no points, both sides being as patient; against
// lewis it turned more than half of the draws into decisions.
type impatience struct{}

type restFigures struct {
	Calm   float64 `figure:"20 0 100 5"`      // quiet plies after which it begins
	Full   float64 `figure:"100 20 160 10"`   // further plies until it is complete
	Hit    float64 `figure:"25 0 80 3"`       // what it then adds to an attack
	Step   float64 `figure:"8 0 30 1"`        // and at most to a step
	Decay  float64 `figure:"0.96 0.8 1 0.02"` // how that falls with distance
	Way    float64 `figure:"1.5 0 8 0.3"`     // for a step forward by any piece: it may open a way for those behind
	Behind float64 `figure:"0.5 0 1.5 0.1"`   // what is left of all that for a side that is behind
	Return float64 `figure:"0.8 0 4 0.2"`     // the cost of each time that a piece has come to the square since the last battle
	Most   float64 `figure:"15 0 40 2"`       // and at most: a circle is dull, not deadly
}

// Name implements Plan.
func (impatience) Name() string { return "Impat" }

// Score implements Plan.
func (impatience) Score(s *Situation, scores []float64) {
	s.circles(scores)
	mood := min(1, (float64(s.View.Quiet())-s.f.Rest.Calm)/s.f.Rest.Full)
	if mood <= 0 {
		return
	}
	if s.Values.State[s.Me] < 1 {
		mood *= s.f.Rest.Behind
	}
	var best [stratego.MaxMoves]float64
	for f := range pieces {
		at := s.Board.enemy[f]
		if at == stratego.NoSquare || s.Enemy[f].Known && !s.Enemy[f].Rank.Movable() {
			continue
		}
		field := s.field(f)
		for i, m := range s.Moves {
			b := s.after(i)
			want := s.eagerness(b.mover, f)
			switch from, to := field[stratego.From(m)], field[stratego.To(m)]; {
			case b.target == f:
				best[i] = max(best[i], mood*s.f.Rest.Hit*want)
			case b.target < 0 && to < from && to > 0:
				best[i] = max(best[i], mood*s.f.Rest.Step*want*pow(s.f.Rest.Decay, int(to)-1))
			}
		}
	}
	for i, m := range s.Moves {
		scores[i] += best[i]
		if s.after(i).target < 0 && forward(stratego.To(m), s.Me) > forward(stratego.From(m), s.Me) {
			scores[i] += mood * s.f.Rest.Way
		}
	}
}

// eagerness is how glad a piece would be to meet an enemy, 0 to 1: by the chance
// to win, and less for a piece that is dear.
func (s *Situation) eagerness(own, f int) float64 {
	r := s.Own[own].Rank
	p := s.win[f][r] + 0.5*s.tie[f][r]
	return p * (1 - s.lose[f][r]*s.price(own)/value.Scale)
}

// circles penalises quiet moves to squares that own pieces have come to since the
// last battle.
func (s *Situation) circles(scores []float64) {
	var visits [stratego.Squares]int
	s.events = s.View.LastEvents(s.events[:0], s.View.Quiet())
	for i := 1; i < len(s.events); i += 2 { // the latest event is the enemy's
		visits[s.events[i].To]++
	}
	for i, m := range s.Moves {
		if s.after(i).target < 0 {
			scores[i] -= min(s.f.Rest.Most, s.f.Rest.Return*float64(visits[stratego.To(m)]))
		}
	}
}
