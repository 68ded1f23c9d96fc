package plan

import "marengo/stratego"

// stepBetween steps beside two weaker enemies at once: one of them can be saved,
// the other is taken (appendix C, game 2, where Invincible let such chances pass
// three times). The stepping piece must beat both for sure and fear nothing there.
//
// The chance comes once in a hundred moves and the plan decides it every fifth
// time, the others being TacticalAttack's choice too; it stays for those, each
// of which wins a piece.
type stepBetween struct{}

// betweenShare is the part of the lesser prey's profit that the step is worth.
const betweenShare = 0.6

// Name implements Plan.
func (stepBetween) Name() string { return "Betw" }

// Score implements Plan.
func (stepBetween) Score(s *Situation, scores []float64) {
	for i := range s.Moves {
		b := s.after(i)
		if b.target >= 0 || b.own[b.mover] == stratego.NoSquare {
			continue
		}
		if now := s.second(b.mover, b); now > 0 {
			scores[i] += betweenShare * max(0, now-s.second(b.mover, &s.Board))
		}
	}
}

// second is the second best profit among the enemies beside a piece that it surely
// beats, 0 if there are not two or an enemy there may beat it.
func (s *Situation) second(own int, b *board) float64 {
	first, second := 0.0, 0.0
	r := s.Own[own].Rank
	for _, n := range b.own[own].Neighbours() {
		f := b.enemyAt(n)
		if f < 0 {
			continue
		}
		if s.Enemy[f].Moved && s.beats[f][r] > 1-sureToWin {
			return 0
		}
		if !s.isPrey(f) || s.win[f][r] < sureToWin {
			continue
		}
		if x := s.profit(own, f); x > first {
			first, second = x, first
		} else if x > second {
			second = x
		}
	}
	return second
}
