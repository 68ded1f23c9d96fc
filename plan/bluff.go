package plan

import (
	"math"

	"marengo/stratego"
)

// bluff uses cheap hidden pieces as if they were strong (5.1.2): moving one towards
// a known enemy drives that away, if the enemy may believe that the piece beats it.
// What he may believe comes from the guesser run on the own pieces. The bluff is
// worth a part of the piece it drives off, by its credit and nearness. The risk of being
// called is TacticalDefence's, which asks the same guesser how willing the enemy is.
//
// Against players that do not guess at ranks it decides next to nothing; it stays
// because opponents that do, people above all, would otherwise know every approach
// for what it is (9.3.2).
type bluff struct{}

type bluffFigures struct {
	Share float64 `figure:"0.15 0 1 0.03"` // what a believed bluff beside the enemy is worth of his piece
	Trust float64 `figure:"0.15 0 1 0.05"` // the least credit it needs
	Price float64 `figure:"0.3 0 1 0.05"`  // the dearest piece it is played with, of the enemy's
	Lead  float64 `figure:"0 0 4 0.25"`    // by which power of the game state it falls: who is ahead need not bluff (3.3)
}

// How a bluff's worth falls with distance, and how far away it begins.
const (
	bluffDecay = 0.5
	bluffReach = 3
)

// Name implements Plan.
func (bluff) Name() string { return "Bluff" }

// Score implements Plan.
func (bluff) Score(s *Situation, scores []float64) {
	for i := range s.Moves {
		b := s.after(i)
		p := &s.Own[b.mover]
		if b.target >= 0 || p.Known || !p.Moved || p.Rank == stratego.Miner || stratego.Distance(p.Square, b.own[b.mover]) > 1 {
			continue
		}
		best := 0.0
		for f := range pieces {
			if at := b.enemy[f]; at != stratego.NoSquare && s.Enemy[f].Known {
				d := stratego.Distance(at, b.own[b.mover])
				if d <= bluffReach && d < stratego.Distance(at, p.Square) {
					best = max(best, s.bluff(b.mover, f)*pow(bluffDecay, d-1))
				}
			}
		}
		scores[i] += best
	}
}

// bluff is what it is worth to drive a known enemy off with a piece that does not
// beat it.
func (s *Situation) bluff(own, f int) float64 {
	r := s.Own[own].Rank
	if !s.Enemy[f].Rank.Movable() || s.win[f][r] > 0 || s.price(own) > s.f.Bluff.Price*s.worth[f] {
		return 0
	}
	credit := s.credit(own, s.Enemy[f].Rank)
	if credit < s.f.Bluff.Trust {
		return 0
	}
	return credit * s.f.Bluff.Share * s.worth[f] * math.Pow(s.Values.State[s.Me], -s.f.Bluff.Lead)
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
