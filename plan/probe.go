package plan

import (
	"marengo/stratego"
	"marengo/value"
)

// probe tests a partly unknown defence early in the game, which De Boer names as a thing his
// player can do but does not do well (9.3.1). It leads pieces towards hidden enemy
// pieces that they may expect to take with profit, where a neighbour of the target is known,
// so that the answer to the attack can be judged: what may retake counts against
// it. The attack itself is for ImmediateCapture to value.
type probe struct{}

// The figures of a probe.
const (
	probeEarly = 25   // so many enemy pieces are hidden while it is early
	probeShare = 0.15 // what the place one step from the target is worth of the attack's profit
	probeDecay = 0.85 // how it falls with each further step
)

// Name implements Plan.
func (probe) Name() string { return "Probe" }

// Score implements Plan. Each move counts for its best target only.
func (probe) Score(s *Situation, scores []float64) {
	if s.hiddenEnemies() < probeEarly {
		return
	}
	best := make([]float64, len(s.Moves))
	for f := range pieces {
		at := s.Board.enemy[f]
		if at == stratego.NoSquare || s.Enemy[f].Known || !s.partlyKnown(f) {
			continue
		}
		field := s.field(f)
		for i, m := range s.Moves {
			b := s.after(i)
			if b.target >= 0 {
				continue
			}
			if gain := s.probe(b.mover, f); gain > 0 {
				x := probeShare * gain * (closeness(field[stratego.To(m)]) - closeness(field[stratego.From(m)]))
				if x > 0 && x > best[i] || x < 0 && best[i] == 0 {
					best[i] = x
				}
			}
		}
	}
	for i, x := range best {
		scores[i] += x
	}
}

// closeness is what a distance leaves of the place one step from a target.
func closeness(d uint8) float64 {
	if d == value.Far || d == 0 {
		return 0
	}
	return pow(probeDecay, int(d)-1)
}

func (s *Situation) hiddenEnemies() (n int) {
	for f := range pieces {
		if s.Board.enemy[f] != stratego.NoSquare && !s.Enemy[f].Known {
			n++
		}
	}
	return n
}

// partlyKnown says whether a neighbour of an enemy piece is an enemy piece that is known.
func (s *Situation) partlyKnown(f int) bool {
	for _, n := range s.Board.enemy[f].Neighbours() {
		if g := s.Board.enemyAt(n); g >= 0 && s.Enemy[g].Known {
			return true
		}
	}
	return false
}

// probe is what an own piece may expect of attacking a hidden one: the profit, less what
// its neighbours may retake if it wins.
func (s *Situation) probe(own, f int) float64 {
	r := s.Own[own].Rank
	if !r.Movable() || r == stratego.Miner || r == stratego.Spy {
		return 0 // they are needed elsewhere
	}
	gain := s.profit(own, f)
	retake := 0.0
	for _, n := range s.Board.enemy[f].Neighbours() {
		if g := s.Board.enemyAt(n); g >= 0 {
			retake = max(retake, s.beats[g][r])
		}
	}
	return gain - s.win[f][r]*retake*s.price(own)
}
