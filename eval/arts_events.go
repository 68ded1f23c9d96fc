package eval

import (
	"marengo/game"
	"marengo/hidden"
	"marengo/stratego"
)

// BoundEvent bounds what a search of depth plies after a chance event can return,
// for First. Material is all that counts, so the battle's outcome alone says
// it: at the horizon exactly, and one ply before it from the side of the player
// to move, who can always do nothing by a quiet step.
func (e *Arts) BoundEvent(s *hidden.State, event game.Move, depth int) (lo, hi game.Score) {
	lo, hi = e.Bounds()
	attack, unknown := s.Pending()
	f := s.Field()
	p, d := f.PieceOn(stratego.From(attack)), f.PieceOn(stratego.To(attack))
	a, b := f.Rank(p), f.Rank(d)
	if p == unknown {
		a = hidden.Event(event)
	} else {
		b = hidden.Event(event)
	}
	mover := f.Turn()
	if b == stratego.Flag {
		v := sign(mover) * ArtsFlag
		return v, v
	}
	if depth > 1 || e.Features != 0 || f.PliesLeft() <= depth+1 || f.QuietLeft() <= depth+1 || !f.SureSteps(mover.Other(), attack) {
		return lo, hi
	}
	v := s.Material() + sign(mover)*artsExchange(a, b)
	switch {
	case depth == 0:
		return v, v
	case mover == stratego.Red:
		return lo, v // blue is to move and can keep v
	}
	return v, hi
}

// artsExchange is what the attacker's side gains in material.
func artsExchange(a, b stratego.Rank) game.Score {
	switch stratego.Fight(a, b) {
	case stratego.Win:
		return artsValues[b]
	case stratego.Tie:
		return artsValues[b] - artsValues[a]
	}
	return -artsValues[a]
}
