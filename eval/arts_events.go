package eval

import (
	"marengo/game"
	"marengo/hidden"
	"marengo/stratego"
)

// Material changes slowly: a side captures at most one piece a move. So the outcome
// of a battle says more about a search after it than the evaluation's bounds do, and
// Star1 can start from that. A side gains no more than it would if the other only
// stepped about quietly, so that bounds the value from above, and for the other side
// from below. The first move of a side is bounded by the attacks at hand
// (arts_strikes.go), later ones by what can come about (arts_reach.go). Three things
// make this false, and each is looked at: a flag that falls, a side without quiet
// moves, and a game that ends as a draw.

// outlook is what bounds a side's gains after the pending battle.
type outlook struct {
	free   bool  // nothing does: the other side may lack quiet moves
	strike bool  // the first move is among the strikes at hand, or quiet
	steps  int   // unmoved pieces of the enemy that may have stepped before it
	later  reach // the gain of the other moves

	found   [4]bool // by the outcome of the battle
	strikes [4]strikes
}

// boundedDepth is how deep a search the bounds are good for: in so few plies a side that
// steps to and fro does not bring an earlier position back any other way than straight.
const boundedDepth = 8

// BoundEvents implements search.EventBounder.
func (e *Arts) BoundEvents(s *hidden.State, events []game.Outcome, depth int, lo, hi []game.Score) {
	f := s.Field()
	b := pendingBattle(s)
	known := e.Features == 0 && depth <= boundedDepth && f.PliesLeft() > depth+1 && f.QuietLeft() > depth+1
	var looks [2]outlook
	if known {
		e.look(s, &b, &looks, depth)
	}
	last := stratego.NoColor // whose strikes at hand are the end of the game tree
	if n := b.mover.Other(); depth == 1 && b.counted && !looks[0].free && !looks[1].free && !f.Bound() {
		last = n
	}
	for i, event := range events {
		a := b.after(hidden.Event(event.Move))
		switch {
		case a.outcome == stratego.Win && a.gain == ArtsFlag:
			lo[i] = sign(b.mover) * ArtsFlag
			hi[i] = lo[i]
			continue
		case !known:
			lo[i], hi[i] = e.Bounds()
			continue
		}
		v := s.Material() + sign(b.mover)*a.gain
		hi[i] = e.most(s, &a, &looks[stratego.Red], stratego.Red, v)
		lo[i] = -e.most(s, &a, &looks[stratego.Blue], stratego.Blue, -v)
		switch {
		case last == stratego.NoColor || looks[last].strikes[a.outcome].vague:
		case last == stratego.Red:
			lo[i] = hi[i]
		default:
			hi[i] = lo[i]
		}
	}
}

// look finds what bounds each side.
func (e *Arts) look(s *hidden.State, b *battle, looks *[2]outlook, depth int) {
	f := s.Field()
	next := b.mover.Other()
	still := b.movable-b.moved > depth+1 // hidden pieces that have yet to move
	for c := range looks {
		o := &looks[c]
		p := prospect{c: stratego.Color(c), moves: depth / 2, depth: depth}
		if p.c == next {
			p.moves = (depth + 1) / 2
		}
		other := p.c.Other()
		quiet := f.Steppers(other, b.attack, still)
		if other == next {
			// Its step before the first move should leave the strikes as they are.
			need := 1
			if f.Bound() {
				need = 2
			}
			o.strike = p.moves > 0 && f.SafeSteppers(other, b.attack, still, sliders(s, p.c, b.attacker)) >= need
			if o.strike {
				quiet-- // it may end on another's square
			}
			if other != s.Color() {
				o.steps = 1
			}
		} else {
			o.strike = p.moves > 0
		}
		if depth == 0 && other != next {
			o.free = quiet == 0 // for the game is drawn if neither can move
		} else {
			o.free = quiet < p.moves+2
		}
		p.captures = p.moves
		if o.strike {
			p.captures--
		}
		if !o.free && p.captures > 0 {
			o.later = e.reach(s, b, p)
		}
	}
}

// most bounds the value from above for a side that has v after the battle.
func (e *Arts) most(s *hidden.State, a *aftermath, o *outlook, c stratego.Color, v game.Score) game.Score {
	switch {
	case o.free || o.later.flag >= 1:
		return ArtsFlag
	case o.strike:
		st := &o.strikes[a.outcome]
		if !o.found[a.outcome] {
			*st, o.found[a.outcome] = e.strikes(s, a, c), true
		}
		v = max(v, a.value(st, c == s.Color(), v, o.steps))
	}
	if c == s.Color() {
		return o.later.after(v + o.later.extra(a))
	}
	return o.later.after(v)
}
