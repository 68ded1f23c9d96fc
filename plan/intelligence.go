package plan

import (
	"marengo/stratego"
	"marengo/value"
)

// intelligence looks for the highest enemy piece that is still hidden and for the
// spy (appendix C, game 1: not to know them kept Invincible from attacking at
// all). It sends cheap pieces at those that are likeliest to be one, and adds to
// the attack itself what the secret is worth beyond ImmediateCapture's share.
//
// It decides one move in forty. Over a hundred games its absence cost 3 points in a
// hundred against itself and 2 against lewis, within chance. It stays because
// the other plans value what an attack finds out by the mean piece, not by the two
// whose hiding holds up everything else.
type intelligence struct{}

type findFigures struct {
	Share     float64 `figure:"0.25 0 1 0.05"`   // what finding the highest piece or the spy is worth, of its value, beyond the reveal penalty
	Decay     float64 `figure:"0.85 0.5 1 0.03"` // how it falls with each step
	Close     float64 `figure:"0.5 0 1 0.05"`    // one step away, of the find's worth
	Messenger float64 `figure:"0.3 0 1 0.05"`    // how dear a messenger may be, of the value of what is looked for
}

// Name implements Plan.
func (intelligence) Name() string { return "Intel" }

// Score implements Plan.
func (intelligence) Score(s *Situation, scores []float64) {
	highest := s.highestHidden()
	if highest == stratego.NoRank {
		return
	}
	for f := range pieces {
		at := s.Board.enemy[f]
		if at == stratego.NoSquare || s.Enemy[f].Known {
			continue
		}
		find := s.findWorth(f, highest)
		if find < 1 {
			continue
		}
		field := s.field(f)
		for i, m := range s.Moves {
			b := s.after(i)
			if !s.isMessenger(b.mover, highest) {
				continue
			}
			if b.target == f {
				scores[i] += find
			} else if b.target < 0 {
				scores[i] += find * s.f.Find.Close * (s.near(field[stratego.To(m)]) - s.near(field[stratego.From(m)]))
			}
		}
	}
}

// near is how much a distance leaves of a find one step away.
func (s *Situation) near(d uint8) float64 {
	if d == value.Far || d == 0 {
		return 0
	}
	return pow(s.f.Find.Decay, int(d)-1)
}

// highestHidden returns the enemy's highest rank of which a piece is hidden.
func (s *Situation) highestHidden() stratego.Rank {
	left := s.View.Hidden(s.Foe)
	for r := stratego.Marshal; r > stratego.Captain; r-- {
		if left[r] > 0 {
			return r
		}
	}
	return stratego.NoRank
}

// findWorth is what it is worth to find an enemy piece out, by the chance that it
// is the highest or the spy. The spy matters while the own marshal lives.
func (s *Situation) findWorth(f int, highest stratego.Rank) float64 {
	x := s.Belief[f][highest] * s.Values.Piece[s.Foe][highest]
	if s.Values.Living[s.Me][stratego.Marshal] > 0 {
		x += s.Belief[f][stratego.Spy] * s.Values.Piece[s.Foe][stratego.Spy]
	}
	return s.f.Find.Share * x
}

// isMessenger says whether an own piece is cheap enough to be spent on finding a
// rank: no miner, and the spy only once it has nothing to take.
func (s *Situation) isMessenger(own int, highest stratego.Rank) bool {
	switch s.Own[own].Rank {
	case stratego.Miner:
		return false
	case stratego.Spy:
		return s.Values.Living[s.Foe][stratego.Marshal] == 0
	}
	return s.price(own) <= s.f.Find.Messenger*s.Values.Piece[s.Foe][highest]
}
