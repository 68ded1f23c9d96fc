package plan

import (
	"math"

	"marengo/stratego"
)

// immediateCapture gives an attack the profit to be expected of it (5.4.1): what
// it takes less what it shows, or what it learns less what it loses. It is
// pessimistic: against a hidden piece losses count for more than gains. It gives
// nothing to other moves, and it is the only plan that values the capture
// itself; where the piece ends up is for others to judge.
type immediateCapture struct{}

type captureFigures struct {
	Pessimism float64 `figure:"1.15 1 3 0.1"` // how much more a loss counts against a hidden piece
	Caution   float64 `figure:"0 0 4 0.25"`   // by which power of the game state a loss against an unmoved one does (3.3)
	Duty      float64 `figure:"0 0 0.5 0.03"` // how much of what a piece still had to do is lost with it there
	Flag      float64 `figure:"0 0 1 0.1"`    // how far the flag's worth is that of 3.1.2, and not flagPrize, while it is a guess
}

// flagPrize is the profit of taking the flag: more than anything else.
const flagPrize = 1000.0

// Name implements Plan.
func (immediateCapture) Name() string { return "ICap" }

// Score implements Plan.
func (immediateCapture) Score(s *Situation, scores []float64) {
	for i := range s.Moves {
		if b := s.after(i); b.target >= 0 {
			scores[i] += s.profit(b.mover, b.target)
		}
	}
}

// profit is the expected gain of an own piece attacking an enemy one.
func (s *Situation) profit(own, f int) (sum float64) {
	r := s.Own[own].Rank
	price, secret := s.price(own), s.secret(own)
	info, loss := 0.0, price
	if !s.Enemy[f].Known {
		info, loss = s.Values.Reveal[s.Foe], s.f.Capture.Pessimism*price
		if !s.Enemy[f].Moved {
			loss = s.f.Capture.Pessimism * s.care * (price + s.f.Capture.Duty*s.duty[r])
		}
	}
	for q := stratego.Flag; q < stratego.Ranks; q++ {
		p := s.Belief[f][q]
		if p == 0 {
			continue
		}
		worth := s.Values.Piece[s.Foe][q]
		switch stratego.Fight(r, q) {
		case stratego.Win:
			if q == stratego.Flag {
				worth = s.flagWorth(p)
			}
			sum += p * (worth - secret)
		case stratego.Lose:
			sum += p * (info*worth - loss)
		case stratego.Tie:
			sum += p * (worth - price)
		}
	}
	return sum
}

// flagWorth is what the enemy's flag is worth to an attack that finds it with chance p. One
// that is known ends the game, and so counts for more than anything; one that is guessed at
// is worth the more, the more its owner is ahead (3.1.2).
func (s *Situation) flagWorth(p float64) float64 {
	if p > certainty {
		return flagPrize
	}
	return flagPrize + s.f.Capture.Flag*(s.Values.Piece[s.Foe][stratego.Flag]-flagPrize)
}

// weighRisks works out what a loss against an unmoved piece means: care is how much more it
// counts by the game state, duty what a piece of each rank still has to do. An enemy
// piece is a duty of all own pieces that beat it, in equal shares.
func (s *Situation) weighRisks() {
	s.care = math.Pow(s.Values.State[s.Me], s.f.Capture.Caution)
	clear(s.duty[:])
	for q := stratego.Spy; q <= stratego.Marshal; q++ {
		takers := 0
		for r := stratego.Spy; r <= stratego.Marshal; r++ {
			if stratego.Fight(r, q) == stratego.Win {
				takers += int(s.Values.Living[s.Me][r])
			}
		}
		if takers == 0 {
			continue
		}
		share := float64(s.Values.Living[s.Foe][q]) * s.Values.Piece[s.Foe][q] / float64(takers)
		for r := stratego.Spy; r <= stratego.Marshal; r++ {
			if stratego.Fight(r, q) == stratego.Win {
				s.duty[r] += share
			}
		}
	}
}
