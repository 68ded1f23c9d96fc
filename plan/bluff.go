package plan

import "marengo/stratego"

// Bluff uses cheap hidden pieces as if they were strong (5.1.2): moving one beside
// a known enemy drives that away, if the enemy may believe that the piece beats it. What he may believe comes from
// the guesser run on the own pieces. The bluff is worth a part of the piece it
// drives off, by its credit, less the risk of being called.
type Bluff struct{}

// What a believed bluff is worth of the enemy's piece, what a called one costs of
// the own, the least credit it needs, and the dearest piece it is played with.
const (
	bluffShare = 0.15
	calledCost = 0.5
	bluffTrust = 0.25
	bluffPrice = 0.3 // of the enemy's piece
)

// Name implements Plan.
func (Bluff) Name() string { return "Bluff" }

// Score implements Plan.
func (Bluff) Score(s *Situation, scores []float64) {
	for i := range s.Moves {
		b := s.After(i)
		p := &s.Own[b.mover]
		if b.target >= 0 || p.Known || !p.Moved || p.Rank == stratego.Miner ||
			stratego.Distance(p.Square, b.own[b.mover]) > 1 {
			continue
		}
		for _, n := range b.own[b.mover].Neighbours() {
			f := b.enemyAt(n)
			if f < 0 || !s.Enemy[f].Known || !s.Enemy[f].Rank.Movable() || s.win[f][p.Rank] > 0 ||
				s.price(b.mover) > bluffPrice*s.worth[f] {
				continue
			}
			if credit := s.credit(b.mover, s.Enemy[f].Rank); credit >= bluffTrust {
				scores[i] += credit*bluffShare*s.worth[f] - (1-credit)*calledCost*s.price(b.mover)
			}
		}
	}
}

// credit is the chance, to the enemy's eyes, that an own piece beats a rank.
func (s *Situation) credit(own int, r stratego.Rank) (p float64) {
	for q := stratego.Spy; q <= stratego.Marshal; q++ {
		if stratego.Fight(q, r) == stratego.Win {
			p += s.Exposed[own][q]
		}
	}
	return p
}
