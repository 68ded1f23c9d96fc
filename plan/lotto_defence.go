package plan

import "marengo/stratego"

// lottoDefence guards against gamblers (5.4.4). An enemy piece that took a hidden
// piece which had never moved will likely go on, so pieces beside it that could
// pass for bombs are in danger all the same: from it if they are lower, and of being
// found if they are too good to be found by it. Taking the gambler, or leaving, ends the danger. The penalty is smaller
// than TacticalDefence's for a piece in the open: the gambler may stop, or go on
// elsewhere.
//
// It speaks in one move of eighty, and then decides every fifth: most gamblers are
// taken by ImmediateCapture anyway. It stays for those it would be dear to show a
// piece to, where the other plans wait.
type lottoDefence struct{}

type lottoFigures struct {
	Share float64 `figure:"0.35 0 1 0.05"` // the part of a piece's value that a gambler beside it endangers
}

// Name implements Plan.
func (lottoDefence) Name() string { return "Lotto" }

// Score implements Plan.
func (lottoDefence) Score(s *Situation, scores []float64) {
	gamblers := s.gamblers()
	if gamblers == [pieces]bool{} {
		return
	}
	before := s.lottoDanger(&gamblers, &s.Board)
	for i := range s.Moves {
		b := s.after(i)
		gain := before - s.lottoDanger(&gamblers, b)
		if b.target >= 0 {
			gain *= s.win[b.target][s.Own[b.mover].Rank]
		}
		scores[i] += gain
	}
}

// lottoDanger sums what the gamblers endanger on a board.
func (s *Situation) lottoDanger(gamblers *[pieces]bool, b *board) (sum float64) {
	for f, gambles := range gamblers {
		if !gambles || b.enemy[f] == stratego.NoSquare {
			continue
		}
		for _, n := range b.enemy[f].Neighbours() {
			own := b.ownAt(n)
			if own < 0 || s.inCare(own, b) || s.Own[own].Known {
				continue
			}
			if r := s.Own[own].Rank; s.beats[f][r] > 0 && r != stratego.Flag {
				sum += s.f.Lotto.Share * s.beats[f][r] * s.price(own)
			} else if r.Movable() {
				sum += s.f.Lotto.Share * s.secret(own)
			}
		}
	}
	return sum
}

// gamblers finds the living enemy pieces that took a hidden unmoved piece.
func (s *Situation) gamblers() (found [pieces]bool) {
	var gambler, moved [stratego.Squares]bool
	events := s.View.Events(s.events[:0])
	s.events = events
	for i, e := range events {
		byEnemy := (len(events)-i)%2 == 1
		gambles := gambler[e.From]
		gambler[e.From], moved[e.From] = false, false
		switch e.Battle {
		case stratego.NoBattle, stratego.Win:
			if e.Battle == stratego.Win && byEnemy && !moved[e.To] {
				gambles = true
			}
			gambler[e.To], moved[e.To] = gambles, true
		case stratego.Tie:
			gambler[e.To], moved[e.To] = false, false
		}
	}
	for f := range found {
		if at := s.Board.enemy[f]; at != stratego.NoSquare {
			found[f] = gambler[at] && s.Enemy[f].Moved
		}
	}
	return found
}
