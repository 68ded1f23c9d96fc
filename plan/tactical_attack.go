package plan

import (
	"marengo/stratego"
	"marengo/value"
)

// tacticalAttack is the reverse of TacticalDefence (5.4.3): it leads pieces that
// surely beat an enemy towards it, the nearer the better, along lines on which
// the two-squares rule favours the hunter. For each prey only its best hunter
// counts. The capture itself is for ImmediateCapture to value.
type tacticalAttack struct{}

type huntFigures struct {
	Still    float64 `figure:"0.45 0 1.5 0.05"` // what a hunt counts of its profit, one step away from a prey that cannot escape
	Moving   float64 `figure:"0.22 0 1 0.03"`   // and from one that can
	Decay    float64 `figure:"0.85 0.6 1 0.03"` // how it falls with each further step
	Line     float64 `figure:"0.15 0 1 0.05"`   // what an open line adds (zone D)
	Step     float64 `figure:"0 0 1 0.05"`      // what a place one step from a line adds that the prey cannot leave (zone d)
	Trapped  float64 `figure:"0 0 1 0.05"`      // what a place near the only way out of the prey's adds (zone L)
	Sure     float64 `figure:"0.85 0.4 1 0.05"` // how likely a hunter must win
	Fade     float64 `figure:"0 0 0.02 0.001"`  // what each quiet ply takes off the hunt for a prey that can escape
	Intruder float64 `figure:"2 1 5 0.25"`      // how much more a prey among the own home rows counts, where it may stumble on the flag
	Profit   float64 `figure:"2 0 10 0.5"`      // hunts for less are left alone
}

const (
	sureToWin = 0.85
	huntReach = 20
	homeRows  = 4
)

// Name implements Plan.
func (tacticalAttack) Name() string { return "TAtt" }

// Score implements Plan.
func (tacticalAttack) Score(s *Situation, scores []float64) {
	for f := range pieces {
		at := s.Board.enemy[f]
		if at == stratego.NoSquare || !s.isPrey(f) {
			continue
		}
		field := s.field(f)
		best := 0.0
		for own := range pieces {
			if s.hunts(own, f) {
				best = max(best, s.hunt(own, f, &s.Board, field))
			}
		}
		for i := range s.Moves {
			b := s.after(i)
			if b.target >= 0 || !s.hunts(b.mover, f) {
				continue
			}
			if x := s.hunt(b.mover, f, b, field); x > best || s.hunt(b.mover, f, &s.Board, field) == best {
				scores[i] += x - best
			}
		}
	}
}

// isPrey says whether an enemy piece is worth hunting: its rank is known, or it
// has moved and so is no bomb.
func (s *Situation) isPrey(f int) bool { return s.Enemy[f].Known || s.Enemy[f].Moved }

// hunts says whether an own piece surely beats an enemy piece with profit.
func (s *Situation) hunts(own, f int) bool {
	p := &s.Own[own]
	return p.Alive() && p.Rank.Movable() && s.win[f][p.Rank] >= s.f.Hunt.Sure && s.profit(own, f) >= s.f.Hunt.Profit
}

// hunt is what a hunter's place is worth with regard to one prey.
func (s *Situation) hunt(own, f int, b *board, field *value.Field) float64 {
	at := b.own[own]
	d := int(field[at])
	if d == 0 || d > huntReach {
		return 0
	}
	share := s.f.Hunt.Moving * s.chase()
	if s.mobile[f] < 1-sureToWin || s.cornered(f, b) {
		share = s.f.Hunt.Still
	}
	if forward(b.enemy[f], s.Me) < homeRows {
		share *= s.f.Hunt.Intruder
	}
	x := s.profit(own, f) * share * pow(s.f.Hunt.Decay, d-1)
	return x * (1 + zoneOf(b, b.enemy[f], at).weigh(s.f.Hunt.Line, s.f.Hunt.Step, s.f.Hunt.Trapped))
}

// chase is what is left of the hunt for a prey that can escape, after a game has been quiet
// for long: it has escaped so far.
func (s *Situation) chase() float64 {
	return max(0, 1-s.f.Hunt.Fade*max(0, float64(s.View.Quiet())-s.f.Rest.Calm))
}

// cornered says whether an enemy piece has no free square to go to.
func (s *Situation) cornered(f int, b *board) bool {
	for _, n := range b.enemy[f].Neighbours() {
		if b.free(n) {
			return false
		}
	}
	return true
}
