package eval

import (
	"math/bits"

	"marengo/game"
	"marengo/hidden"
	"marengo/stratego"
)

// strikes are the attacks that a side can make in one move once the pending battle
// is over, by what decides their gain. The sets hold ranks of the player whose view it
// is: of attackers, or of what the enemy attacks.
type strikes struct {
	known   game.Score       // the best exchange of ranks that are known, noStrike without one
	moved   stratego.RankSet // with an unknown piece that has moved
	still   stratego.RankSet // with one that has not
	fighter stratego.RankSet // with the enemy's piece that fought, whose rank is the event
	line    stratego.RankSet // with that piece if it is a scout
	vague   bool             // some may not be possible
}

// noStrike is worse than any exchange.
const noStrike game.Score = -4 * ArtsFlag

// strikes finds the attacks of a side.
func (e *Arts) strikes(s *hidden.State, a *aftermath, c stratego.Color) strikes {
	f := s.Field()
	own := c == s.Color()
	holder, fighter := a.holder()
	e.moves = f.Strikes(c, a.attack, holder, sliders(s, c, fighter), e.moves[:0])
	st := strikes{known: noStrike}
	for _, m := range e.moves {
		p, d := f.PieceOn(stratego.From(m)), f.PieceOn(stratego.To(m))
		switch stratego.To(a.attack) {
		case stratego.From(m):
			p = fighter
		case stratego.To(m):
			d = fighter
		}
		if own {
			st.add(e.table, f, p, d, fighter)
		} else {
			st.suffer(e.table, f, p, d, fighter, stratego.Far(m))
		}
	}
	return st
}

// add enters an attack of the player whose view it is.
func (st *strikes) add(t *artsTable, f *stratego.Field, p, d, fighter uint8) {
	a, b := f.Rank(p), f.Rank(d)
	switch {
	case !a.Movable(): // the piece that was attacked, a bomb
	case b != stratego.NoRank:
		st.known = max(st.known, t.exchanges[a][b])
	case d == fighter:
		st.fighter |= 1 << a
	case f.Moved(d):
		st.moved |= 1 << a
	default:
		st.still |= 1 << a
	}
}

// suffer enters an attack of the enemy.
func (st *strikes) suffer(t *artsTable, f *stratego.Field, p, d, fighter uint8, far bool) {
	a, b := f.Rank(p), f.Rank(d)
	switch {
	case a != stratego.NoRank:
		st.known = max(st.known, t.exchanges[a][b])
	case p == fighter && far:
		st.line |= 1 << b
	case p == fighter:
		st.fighter |= 1 << b
	case far || b == stratego.Flag:
		st.known = max(st.known, t.exchanges[stratego.Scout][b])
		st.vague = true // it may be unable to move, or no scout may be left
	case f.Moved(p):
		st.moved |= 1 << b
	default:
		st.still |= 1 << b
	}
}

// sliders says which pieces of a side may go far, besides the known scouts, once the
// pending battle is over; fighter is the piece on its square.
func sliders(s *hidden.State, c stratego.Color, fighter uint8) (far stratego.Sliders) {
	far.Hidden = c != s.Color() && s.Options().LongScouts
	if fighter != stratego.NoID && stratego.ColorOf(fighter) == c {
		r := s.Field().Rank(fighter)
		far.Fighter = r == stratego.Scout || r == stratego.NoRank
	}
	return far
}

// value returns what a side that has v gets by the best of its attacks, far less than
// v without one; own says that it is the player whose view it is. Up to so many steps of
// the enemy's unmoved pieces may come before.
func (a *aftermath) value(st *strikes, own bool, v game.Score, steps int) game.Score {
	best := st.known
	fights := st.fighter
	if a.shown == stratego.Scout {
		fights |= st.line
	}
	if !own && !a.shown.Movable() {
		fights = 0
	}
	for ; fights != 0; fights &= fights - 1 {
		best = max(best, a.gainOf(lowest(fights), a.shown, own))
	}
	meets := st.moved
	if !own && a.moved < a.movable { // else those that have not moved cannot
		meets |= st.still
	}
	for ; meets != 0; meets &= meets - 1 {
		best = max(best, a.mean(lowest(meets), own))
	}
	best += v
	if own {
		for draws := st.still; draws != 0; draws &= draws - 1 {
			// The chance of each rank is a ratio of linear functions of the steps, so the
			// value is largest at an end.
			best = max(best, a.lottery(lowest(draws), v, 0))
			if steps > 0 {
				best = max(best, a.lottery(lowest(draws), v, steps))
			}
		}
	}
	return min(best, ArtsFlag)
}

// lowest returns the first rank of a set.
func lowest(s stratego.RankSet) stratego.Rank {
	return stratego.Rank(bits.TrailingZeros16(uint16(s)))
}
