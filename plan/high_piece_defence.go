package plan

import (
	"marengo/stratego"
	"marengo/value"
)

// highPieceDefence keeps a high piece before the flag (3.4.2, figure 3.5): a miner
// and one stronger piece are enough to open a bombed-in flag unless something
// stands near that both must fear. It counts in even games too, more when ahead.
//
// Over six hundred games against itself its absence cost nothing measurable:
// FlagDefence calls guards too, once a raider is near. It stays for attacks by two
// pieces at once, for which that is too late.
type highPieceDefence struct{}

type guardFigures struct {
	Step float64 `figure:"0.8 0 4 0.2"` // what a step of the guard towards its post is worth in an even game
	Most float64 `figure:"3 0 10 0.5"`  // and at most, however good the game state is
}

// guardNear is how near its post is near enough.
const guardNear = 2

// Name implements Plan.
func (highPieceDefence) Name() string { return "HDef" }

// Score implements Plan.
func (highPieceDefence) Score(s *Situation, scores []float64) {
	if s.flag == stratego.NoSquare || s.Values.State[s.Me] < 0.8 {
		return
	}
	posts := value.GuardPosts(s.flag, s.Me)
	guard, d := s.guard(posts)
	if guard < 0 {
		return
	}
	worth := min(s.f.Guard.Most, s.f.Guard.Step*s.Values.State[s.Me])
	for i, m := range s.Moves {
		b := s.after(i)
		if b.mover != guard || b.target >= 0 {
			continue
		}
		switch to := distanceTo(posts, stratego.To(m)); {
		case to > d && to > guardNear:
			scores[i] -= worth
		case to < d && d > guardNear:
			scores[i] += worth
		}
	}
}

// guard returns the own piece that guards the flag or can best come to, and its distance
// from the nearest post: of the pieces in the open that few enemies beat, the
// nearest, and among those as near the lower, to keep the higher free.
func (s *Situation) guard(posts []stratego.Square) (guard, distance int) {
	guard, distance = -1, value.Far
	for own := range pieces {
		p := &s.Own[own]
		if !s.inCare(own, &s.Board) || s.riskOf(p.Rank) > holderRisk {
			continue
		}
		if d := distanceTo(posts, p.Square); d < distance || d == distance && p.Rank < s.Own[guard].Rank {
			guard, distance = own, d
		}
	}
	return guard, distance
}

// distanceTo is the distance from the nearest of some squares.
func distanceTo(squares []stratego.Square, at stratego.Square) int {
	d := value.Far
	for _, s := range squares {
		d = min(d, stratego.Distance(s, at))
	}
	return d
}
