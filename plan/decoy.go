package plan

import "marengo/stratego"

// decoy tries to trick an aggressive attacker into a wrong guess, which De Boer misses in his
// own player (9.3.1). An enemy piece that took a hidden unmoved piece will likely
// go on (LottoDefence), and it will go for what looks most profitable to its owner. So it is worth
// having beside it hidden pieces that look like prey and are not, bombs and stronger
// pieces, and nothing that looks like prey and is. What the enemy may think of a piece
// comes from the guesser run on the own pieces.
type decoy struct{}

// decoyShare is what a lure is worth of the piece that may fall for it.
const decoyShare = 0.25

// Name implements Plan.
func (decoy) Name() string { return "Decoy" }

// Score implements Plan. Captures are left to the plans that value them.
func (decoy) Score(s *Situation, scores []float64) {
	gamblers := s.gamblers()
	if gamblers == [pieces]bool{} {
		return
	}
	before := s.lures(&gamblers, &s.Board)
	for i := range s.Moves {
		if b := s.after(i); b.target < 0 {
			scores[i] += decoyShare * (s.lures(&gamblers, b) - before)
		}
	}
}

// lures sums what the gamblers' next guesses would bring.
func (s *Situation) lures(gamblers *[pieces]bool, b *board) (sum float64) {
	for f, gambles := range gamblers {
		if !gambles || b.enemy[f] == stratego.NoSquare || !s.Enemy[f].Known {
			continue
		}
		best, bait := 0.0, -1
		for _, n := range b.enemy[f].Neighbours() {
			if own := b.ownAt(n); own >= 0 && !s.Own[own].Known {
				if x := s.temptation(f, own); x > best {
					best, bait = x, own
				}
			}
		}
		if bait >= 0 {
			sum += s.fate(f, bait)
		}
	}
	return sum
}

// temptation is what attacking an own piece promises an enemy piece, to its owner's eyes.
func (s *Situation) temptation(f, own int) (sum float64) {
	for q := stratego.Flag; q < stratego.Ranks; q++ {
		p := s.Exposed[own][q]
		switch stratego.Fight(s.Enemy[f].Rank, q) {
		case stratego.Win:
			sum += p * s.Values.Piece[s.Me][q]
		case stratego.Lose:
			sum -= p * s.worth[f]
		case stratego.Tie:
			sum += p * (s.Values.Piece[s.Me][q] - s.worth[f])
		}
	}
	return sum
}

// fate is what the attack on an own piece brings in truth.
func (s *Situation) fate(f, own int) float64 {
	switch stratego.Fight(s.Enemy[f].Rank, s.Own[own].Rank) {
	case stratego.Win:
		return -s.price(own)
	case stratego.Lose:
		return s.worth[f]
	}
	return s.worth[f] - s.price(own)
}
