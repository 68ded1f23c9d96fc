package eval

import (
	"math/bits"

	"marengo/game"
	"marengo/hidden"
	"marengo/stratego"
)

// ebqs estimates what a quiescence search would add (Schadd & Winands 5.3,
// algorithm 1): for each piece the best attack on a neighbour, if it gains
// anything; red's gains count for red, blue's against it. Whose turn it is does not
// matter below level 3, as in the paper.
//
// The printed algorithm subtracts the minimum over blue's attacks, which would credit red
// with what blue's attacks lose. That is a slip of sign: if values are the
// attacker's, blue's maximum is meant, and if they are red's, the minimum is to be added.
func (e *Schadd) ebqs(s *hidden.State) (sum game.Score) {
	e.attacks = e.attacks[:0]
	for c := stratego.Red; c <= stratego.Blue; c++ {
		lo, hi := s.Field().Contacts(c)
		e.bestAttacks(s, c, lo, 0)
		e.bestAttacks(s, c, hi, 64)
	}
	if e.EBQS >= EBQSLevel3 {
		return e.inTurn(s.Field().Turn())
	}
	for _, a := range e.attacks {
		sum += sign(a.by) * a.gain
	}
	return sum
}

// attack is the best attack of one piece.
type attack struct {
	gain game.Score // for its side, above 0
	by   stratego.Color
}

// inTurn settles the attacks one after the other, the greatest first, by moves of both
// sides in turn: a side carries its own out in full, and parries the other's.
func (e *Schadd) inTurn(turn stratego.Color) (sum game.Score) {
	for i, a := range e.attacks {
		j := i
		for ; j > 0 && e.attacks[j-1].gain < a.gain; j-- {
			e.attacks[j] = e.attacks[j-1]
		}
		e.attacks[j] = a
	}
	for _, a := range e.attacks {
		if a.by == turn {
			sum += sign(a.by) * a.gain
		} else {
			sum += e.parried * sign(a.by) * a.gain
		}
		turn = turn.Other()
	}
	return sum
}

// bestAttacks finds the best attack of each of a side's pieces in half a board.
func (e *Schadd) bestAttacks(s *hidden.State, c stratego.Color, pieces uint64, base stratego.Square) {
	f := s.Field()
	for ; pieces != 0; pieces &= pieces - 1 {
		from := base + stratego.Square(bits.TrailingZeros64(pieces))
		p := f.PieceOn(from)
		if r := f.Rank(p); r == stratego.Bomb || r == stratego.Flag {
			continue
		}
		best := game.Score(0)
		for _, to := range from.Neighbours() {
			d := f.PieceOn(to)
			if d == stratego.NoID || stratego.ColorOf(d) == stratego.ColorOf(p) {
				continue
			}
			best = max(best, e.gain(s, p, d, to))
		}
		if best > 0 {
			e.attacks = append(e.attacks, attack{best, c})
		}
	}
}

// gain returns what piece p's side gains by attacking piece d, which stands on a
// square. With an unknown piece it is the expectation.
func (e *Schadd) gain(s *hidden.State, p, d uint8, at stratego.Square) game.Score {
	f := s.Field()
	a, b := f.Rank(p), f.Rank(d)
	var x exchange
	switch {
	case a != stratego.NoRank && b != stratego.NoRank:
		x = e.exchangeOf(s, stratego.ColorOf(p), a, b, !f.Known(p), !f.Known(d))
	case e.EBQS < EBQSLevel1:
		return 0
	case b == stratego.NoRank:
		x = e.expected(s, d, false, stratego.ColorOf(p), a, !f.Known(p))
	default:
		x = e.expected(s, p, true, stratego.ColorOf(d), b, !f.Known(d))
	}
	if e.EBQS < EBQSLevel2 || x.gain <= 0 || x.win == 0 || a == stratego.NoRank {
		return x.gain
	}
	return x.gain - x.win*e.recapture(s, p, d, at)
}

// recapture returns the most that the other side gains by attacking the piece
// that won on a square, with any of its neighbours there.
func (e *Schadd) recapture(s *hidden.State, p, d uint8, at stratego.Square) (best game.Score) {
	f := s.Field()
	a := f.Rank(p)
	for _, n := range at.Neighbours() {
		q := f.PieceOn(n)
		if q == stratego.NoID || q == p || stratego.ColorOf(q) != stratego.ColorOf(d) {
			continue
		}
		r := f.Rank(q)
		switch {
		case r == stratego.NoRank:
			best = max(best, e.expected(s, q, true, stratego.ColorOf(p), a, false).gain)
		case r.Movable():
			best = max(best, e.exchangeOf(s, stratego.ColorOf(q), r, a, !f.Known(q), false).gain)
		}
	}
	return best
}

// exchange is the result of one attack for the attacker.
type exchange struct {
	gain game.Score
	win  game.Score // the chance that the attacker wins and stays
}

// exchangeOf is the attack of a rank of side c on a rank of the other side. A
// piece that was not known loses its hidden bonus by fighting.
func (e *Schadd) exchangeOf(s *hidden.State, c stratego.Color, attacker, defender stratego.Rank, attackerHidden, defenderHidden bool) exchange {
	mine, theirs := e.value(s, c, attacker), e.value(s, c.Other(), defender)
	var myBonus, theirBonus game.Score
	if attackerHidden {
		myBonus = e.hidden * mine
	}
	if defenderHidden {
		theirBonus = e.hidden * theirs
	}
	switch stratego.Fight(attacker, defender) {
	case stratego.Win:
		return exchange{theirs + theirBonus - myBonus, 1}
	case stratego.Tie:
		return exchange{theirs + theirBonus - mine - myBonus, 0}
	}
	return exchange{theirBonus - mine - myBonus, 0}
}

// exchangeTable remembers expectations: the paper's hash table for qsEval.
type exchangeTable struct {
	entries [1 << exchangeBits]struct {
		key uint64
		exchange
	}
}

const exchangeBits = 12

func (t *exchangeTable) clear() { clear(t.entries[:]) }

// expected averages the attack of or on an unknown enemy piece over the ranks it
// can have. own is the other piece's side.
func (e *Schadd) expected(s *hidden.State, unknown uint8, attacks bool, own stratego.Color, rank stratego.Rank, ownHidden bool) exchange {
	key := expectedKey(s, unknown, attacks, own, rank, ownHidden)
	entry := &e.exchanges.entries[key>>(64-exchangeBits)]
	if entry.key == key {
		return entry.exchange
	}
	var p [stratego.Ranks]float64
	s.Chances(unknown, attacks, &p)
	var x exchange
	for r, chance := range p {
		if chance == 0 {
			continue
		}
		var one exchange
		if attacks {
			one = e.exchangeOf(s, own.Other(), stratego.Rank(r), rank, true, ownHidden)
			if one.gain < 0 {
				one.gain *= 1 - e.informed
			}
		} else {
			one = e.exchangeOf(s, own, rank, stratego.Rank(r), ownHidden, true)
		}
		x.gain += game.Score(chance) * one.gain
		x.win += game.Score(chance) * one.win
	}
	entry.key, entry.exchange = key, x
	return x
}

// expectedKey identifies all that expected depends on: the facts about unknown
// pieces, the piece and whether it has moved, and the values that change
// during a game.
func expectedKey(s *hidden.State, unknown uint8, attacks bool, own stratego.Color, rank stratego.Rank, ownHidden bool) uint64 {
	k := uint64(unknown)<<8 | uint64(rank)<<4 | 1<<20
	if attacks || s.Field().Moved(unknown) {
		k |= 1
	}
	if ownHidden {
		k |= 2
	}
	if attacks {
		k |= 4
	}
	enemy := own.Other()
	k |= uint64(s.Alive(own)[stratego.Marshal]) << 24
	k |= uint64(s.Alive(enemy)[stratego.Marshal]) << 28
	k |= uint64(s.Alive(own)[stratego.Bomb]) << 32
	k |= uint64(s.Alive(enemy)[stratego.Bomb]) << 36
	k |= uint64(s.Alive(own)[stratego.Miner]) << 40
	k |= uint64(s.Alive(enemy)[stratego.Miner]) << 44
	k = (k ^ s.Facts()) * 0x9e3779b97f4a7c15
	return (k ^ k>>32) * 0xff51afd7ed558ccd
}
