package eval

import (
	"math/bits"

	"marengo/game"
	"marengo/hidden"
	"marengo/stratego"
)

// reach is what a side can gain at most in some of its moves of the next plies, if the
// other side steps quietly instead of doing better.
type reach struct {
	material game.Score
	flag     float64    // the chance of capturing the flag
	least    game.Score // what each capture counts at least, for the player whose view it is
}

// everything is a reach that bounds nothing.
var everything = reach{flag: 1}

// after bounds the value for a side that has v now.
func (r *reach) after(v game.Score, a *aftermath) game.Score {
	v += r.material + r.extra(a)
	return v + game.Score(r.flag)*(ArtsFlag-v)
}

// prospect says which moves a reach is asked of: the last captures of the moves that c
// has in the plies of the depth.
type prospect struct {
	c                      stratego.Color
	captures, moves, depth int
}

// reach bounds what a side can gain.
func (e *Arts) reach(s *hidden.State, b *battle, p prospect) reach {
	switch {
	case p.c != s.Color() && e.flagInReach(s, p.moves):
		return everything
	case p.c != s.Color():
		return reach{material: bestOwn(s, b, p)}
	case !b.counted || b.left[stratego.Flag] == 0: // or its place is known
		return everything
	}
	// Each attack meets one more piece that has not moved; the battle and the enemy's
	// steps leave fewer of them.
	still := b.total - b.moved - 1 - p.depth
	if still < p.moves {
		return everything
	}
	r := bestEnemy(s, b, p)
	r.flag = float64(p.captures) / float64(still)
	return r
}

// bestEnemy bounds what captures among the enemy's pieces are worth. A known piece counts
// its value. An unknown one counts the mean, since nobody chooses its rank, with what is
// left after other battles took the cheapest; and as much more as an earlier one of
// these battles, if it was lost, may have shown it to be worth.
func bestEnemy(s *hidden.State, b *battle, p prospect) (r reach) {
	left := max(1, game.Score(b.movable-p.moves))
	mean, shown := game.Score(0), game.Score(0)
	for rank := stratego.Spy; rank <= stratego.Marshal; rank++ {
		mean += game.Score(b.left[rank]) / left * b.values[rank]
	}
	mean = max(mean, b.values[stratego.Bomb])
	for rank := stratego.Spy; rank <= stratego.Marshal; rank++ {
		shown += game.Score(b.left[rank]) / left * max(0, b.values[rank]-mean)
	}
	r.least = mean + game.Score(p.moves-1)*shown
	alive := s.Alive(p.c.Other())
	n := p.captures
	for _, rank := range b.byValue {
		for m := int(alive[rank]) - int(b.left[rank]); m > 0 && n > 0 && b.values[rank] > r.least; m-- {
			r.material += b.values[rank]
			n--
		}
	}
	r.material += game.Score(n) * r.least
	return r
}

// extra is what the enemy's piece that fought adds if it lives: its rank is known now.
func (r *reach) extra(a *aftermath) game.Score {
	if c, _ := a.holder(); r.least == 0 || c != a.view.Other() {
		return 0
	}
	return max(0, a.values[a.shown]-r.least)
}

// bestOwn sums what the enemy's captures are worth at most: the best pieces that an
// enemy can get at.
func bestOwn(s *hidden.State, b *battle, p prospect) (sum game.Score) {
	ranks := *s.Alive(s.Color())
	if !farScouts(s, p.moves) {
		ranks = nearEnemy(s, 2*p.moves) // the enemy's steps, and the pieces' own
	}
	n := p.captures
	for _, r := range b.byValue {
		m := min(n, int(ranks[r]))
		sum += game.Score(m) * b.values[r]
		n -= m
	}
	return sum
}

// nearEnemy counts the own pieces at most k steps away from an enemy, or from where
// the pending battle can bring one.
func nearEnemy(s *hidden.State, k int) (ranks stratego.Counts) {
	f := s.Field()
	attack, _ := s.Pending()
	count := func(sq stratego.Square) {
		if id := f.PieceOn(sq); id != stratego.NoID && stratego.ColorOf(id) == s.Color() {
			ranks[f.Rank(id)]++
		}
	}
	lo, hi := f.Near(s.Color(), stratego.To(attack), k)
	for b := lo; b != 0; b &= b - 1 {
		count(stratego.Square(bits.TrailingZeros64(b)))
	}
	for b := hi; b != 0; b &= b - 1 {
		count(stratego.Square(64 + bits.TrailingZeros64(b)))
	}
	if stratego.Far(attack) {
		count(stratego.From(attack)) // an own scout, far from all before
	}
	return ranks
}

// farScouts says whether an enemy piece may go further than a step in k moves: one that
// is a scout, or that a battle can show to be one and leave alive, with the spy.
func farScouts(s *hidden.State, k int) bool {
	left, _, _ := s.Hidden()
	scouts := s.Alive(s.Color().Other())[stratego.Scout]
	switch {
	case scouts == 0:
		return false
	case scouts > left[stratego.Scout] || s.Options().LongScouts:
		return true
	}
	return nearEnemy(s, 2*k-1)[stratego.Spy] > 0
}

// flagInReach says whether the enemy may capture the flag in k moves after the pending
// battle.
func (e *Arts) flagInReach(s *hidden.State, k int) bool {
	if e.flag == stratego.NoSquare {
		return false
	}
	f := s.Field()
	attack, _ := s.Pending()
	if farScouts(s, k) {
		for _, sq := range e.flag.Neighbours() {
			id := f.PieceOn(sq)
			if k > 1 || id == stratego.NoID || stratego.ColorOf(id) != s.Color() || sq == stratego.From(attack) || sq == stratego.To(attack) {
				return true
			}
		}
	}
	enemy := s.Color().Other()
	for id := uint8(enemy) * stratego.SetupSquares; id < uint8(enemy+1)*stratego.SetupSquares; id++ {
		if sq := f.SquareOf(id); sq != stratego.NoSquare && stratego.Distance(sq, e.flag) <= k {
			return true
		}
	}
	return stratego.Distance(stratego.To(attack), e.flag) <= k
}
