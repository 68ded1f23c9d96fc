package plan

import "marengo/stratego"

// strategicDefence keeps vulnerable pieces apart (5.5.2): two that one enemy could
// threaten at the same time cannot both be saved. It looks at pairs with a
// square between them that a stronger enemy is near.
//
// Over six hundred games against itself its absence cost nothing measurable; it
// stays for opponents that look for forks, which neither lewis nor the player
// itself does.
type strategicDefence struct{}

// What a fork costs of the lesser piece's value, how near an enemy must be, and
// the bound of a strategic plan.
const (
	forkShare = 0.15
	forkReach = 4
	forkMost  = 5.0
)

// Name implements Plan.
func (strategicDefence) Name() string { return "SDef" }

// Score implements Plan.
func (strategicDefence) Score(s *Situation, scores []float64) {
	for i := range s.Moves {
		b := s.after(i)
		if b.target < 0 {
			scores[i] += s.forks(b.mover, &s.Board) - s.forks(b.mover, b)
		}
	}
}

// forks is the cost of the forks that one own piece takes part in on a board.
func (s *Situation) forks(own int, b *board) (worst float64) {
	if !s.inCare(own, b) {
		return 0
	}
	at := b.own[own]
	for other := range pieces {
		if other == own || !s.inCare(other, b) || stratego.Distance(at, b.own[other]) != 2 {
			continue
		}
		for _, between := range at.Neighbours() {
			if stratego.Distance(between, b.own[other]) == 1 && b.free(between) && s.forker(own, other, between, b) {
				worst = max(worst, forkShare*min(s.price(own), s.price(other)))
			}
		}
	}
	return min(worst, forkMost)
}

// forker says whether an enemy that beats both pieces is near the square between them.
func (s *Situation) forker(own, other int, between stratego.Square, b *board) bool {
	r, q := s.Own[own].Rank, s.Own[other].Rank
	for f := range pieces {
		if at := b.enemy[f]; at != stratego.NoSquare && stratego.Distance(at, between) <= forkReach &&
			s.beats[f][r] > likelyHunter && s.beats[f][q] > likelyHunter {
			return true
		}
	}
	return false
}
