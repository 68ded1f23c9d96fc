package plan

import "marengo/stratego"

// ImmediateCapture gives an attack the profit to be expected of it (5.4.1): what
// it takes less what it shows, or what it learns less what it loses. It is
// pessimistic: against a hidden piece losses count for more than gains. It gives
// nothing to other moves, and it is the only plan that values the capture
// itself; where the piece ends up is for others to judge.
type ImmediateCapture struct{}

type captureFigures struct {
	Pessimism float64 `figure:"1.15 1 3 0.1"` // how much more a loss counts against a hidden piece
}

// flagPrize is the profit of taking the flag: more than anything else.
const flagPrize = 1000.0

// Name implements Plan.
func (ImmediateCapture) Name() string { return "ICap" }

// Score implements Plan.
func (ImmediateCapture) Score(s *Situation, scores []float64) {
	for i := range s.Moves {
		if b := s.After(i); b.target >= 0 {
			scores[i] += s.profit(b.mover, b.target)
		}
	}
}

// profit is the expected gain of an own piece attacking an enemy one.
func (s *Situation) profit(own, f int) (sum float64) {
	r := s.Own[own].Rank
	price, secret := s.price(own), s.secret(own)
	info, harsh := 0.0, 1.0
	if !s.Enemy[f].Known {
		info, harsh = s.Values.Reveal[s.Foe], s.f.Capture.Pessimism
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
				worth = flagPrize
			}
			sum += p * (worth - secret)
		case stratego.Lose:
			sum += p * (info*worth - harsh*price)
		case stratego.Tie:
			sum += p * (worth - price)
		}
	}
	return sum
}
