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

// BoundEvents implements search.EventBounder, for searches that end with the last ply,
// without quiescence, and in which chance nodes are no plies.
func (e *Arts) BoundEvents(s *hidden.State, events []game.Outcome, depth int, lo, hi []game.Score) {
	f := s.Field()
	b := e.table.pendingBattle(s)
	known := e.Features == 0 && depth <= boundedDepth && f.PliesLeft() > depth+1 && f.QuietLeft() > depth+1
	var looks [2]outlook
	if known {
		e.look(s, &b, stratego.Red, depth, &looks[stratego.Red])
		e.look(s, &b, stratego.Blue, depth, &looks[stratego.Blue])
	}
	last := stratego.NoColor // whose best strike is the value, if the rules permit it
	if depth == 1 && b.counted && !looks[0].free && !looks[1].free && !f.Bound() {
		last = b.mover.Other()
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

// look finds what bounds a side.
func (e *Arts) look(s *hidden.State, b *battle, c stratego.Color, depth int, o *outlook) {
	f := s.Field()
	other, next := c.Other(), b.mover.Other()
	p := prospect{c: c, moves: depth / 2, depth: depth}
	if c == next {
		p.moves = (depth + 1) / 2
	}
	still := b.movable-b.moved > depth+1 // pieces that have not moved are not all bombs
	quiet := f.Steppers(other, b.attack, still)
	o.strike = p.moves > 0
	if o.strike && other == next {
		// Its step before the first move has to leave the strikes as they are.
		need := 1
		if f.Bound() {
			need = 2
		}
		o.strike = f.SafeSteppers(other, b.attack, still, sliders(s, c, b.attacker)) >= need
		if o.strike {
			quiet-- // it may end on another's square
		}
		if other != s.Color() {
			o.steps = 1
		}
	}
	if depth == 0 && c == next {
		o.free = quiet == 0 // the game is drawn if neither side can move
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

// most bounds the value from above for a side that has v after the battle.
func (e *Arts) most(s *hidden.State, a *aftermath, o *outlook, c stratego.Color, v game.Score) game.Score {
	switch {
	case o.free || o.later.flag >= 1:
		return ArtsFlag
	case o.strike: // once for each outcome
		st := &o.strikes[a.outcome]
		if !o.found[a.outcome] {
			*st, o.found[a.outcome] = e.strikes(s, a, c), true
		}
		v = max(v, a.value(st, c == s.Color(), v, o.steps))
	}
	return o.later.after(v, a)
}
