package eval

import (
	"math/bits"

	"marengo/game"
	"marengo/hidden"
	"marengo/stratego"
)

// Material changes slowly: a side captures at most one piece a move. So the outcome
// of a battle says more about a search after it than the evaluation's bounds do, and
// Star1 can start from that. Three things make it false, and each is looked at: a
// flag that falls, a side without moves, and a game that ends as a draw.

// reach is what a side can gain at most in its moves of the next plies, if the other
// side steps quietly instead of doing better.
type reach struct {
	material game.Score
	flag     float64 // the chance of capturing the flag or of leaving the enemy no move
}

// BoundEvents implements search.EventBounder.
func (e *Arts) BoundEvents(s *hidden.State, events []game.Outcome, depth int, lo, hi []game.Score) {
	attack, unknown := s.Pending()
	f := s.Field()
	mover := f.Turn()
	p, d := f.PieceOn(stratego.From(attack)), f.PieceOn(stratego.To(attack))
	var most [2]reach
	known := e.Features == 0 && f.PliesLeft() > depth+1 && f.QuietLeft() > depth+1
	if known {
		most[mover] = e.reach(s, mover, depth/2, depth)
		most[mover.Other()] = e.reach(s, mover.Other(), (depth+1)/2, depth)
	}
	for i, event := range events {
		a, b := f.Rank(p), f.Rank(d)
		if p == unknown {
			a = hidden.Event(event.Move)
		} else {
			b = hidden.Event(event.Move)
		}
		switch {
		case b == stratego.Flag:
			lo[i] = sign(mover) * ArtsFlag
			hi[i] = lo[i]
		case !known:
			lo[i], hi[i] = e.Bounds()
		default:
			v := s.Material() + sign(mover)*artsExchange(a, b)
			hi[i] = most[stratego.Red].after(v)
			lo[i] = -most[stratego.Blue].after(-v)
		}
	}
}

// after bounds the value for a side that has v now.
func (r reach) after(v game.Score) game.Score {
	v += r.material
	return v + game.Score(r.flag)*(ArtsFlag-v)
}

// reach bounds what c can gain in k of the depth plies after the pending battle.
func (e *Arts) reach(s *hidden.State, c stratego.Color, k, depth int) reach {
	const everything = 1
	f := s.Field()
	attack, _ := s.Pending()
	left, moved, counted := s.Hidden()
	other := c.Other()
	if other != f.Turn() || depth > 0 { // else the other side's turn does not come
		spare := left.Movable() - moved // hidden pieces that have yet to move
		if f.Steppers(other, attack, spare > depth+1) < depth+2 {
			return reach{flag: everything}
		}
	}
	switch {
	case k == 0:
		return reach{}
	case other == s.Color():
		if e.flagInReach(s, k) {
			return reach{flag: everything}
		}
		return reach{material: e.bestOwn(s, k)}
	case !counted || left[stratego.Flag] == 0:
		return reach{flag: everything}
	}
	// Each attack meets one more piece that has not moved; the battle and the enemy's
	// steps leave fewer of them.
	still := left.Total() - moved - 1 - depth
	if still < k {
		return reach{flag: everything}
	}
	return reach{material: bestEnemy(s, k), flag: float64(k) / float64(still)}
}

// byArtsValue lists the ranks from valuable to cheap.
var byArtsValue = [...]stratego.Rank{stratego.Marshal, stratego.General, stratego.Spy, stratego.Colonel, stratego.Major,
	stratego.Lieutenant, stratego.Scout, stratego.Miner, stratego.Captain, stratego.Bomb, stratego.Sergeant}

// bestEnemy sums what k captures among the enemy's pieces are worth at most: known ones
// at their value; of an unknown one the mean, since nobody chooses its rank, with
// what is left after k battles took the cheapest.
func bestEnemy(s *hidden.State, k int) (sum game.Score) {
	left, _, _ := s.Hidden()
	alive := s.Alive(s.Color().Other())
	total := game.Score(0)
	for r := stratego.Spy; r <= stratego.Marshal; r++ {
		total += game.Score(left[r]) * artsValues[r]
	}
	unknown := artsValues[stratego.Bomb]
	if n := left.Movable() - k; n > 0 {
		unknown = max(unknown, total/game.Score(n))
	} else {
		unknown = max(unknown, total)
	}
	for _, r := range byArtsValue {
		for n := int(alive[r]) - int(left[r]); n > 0 && k > 0 && artsValues[r] > unknown; n-- {
			sum += artsValues[r]
			k--
		}
	}
	return sum + game.Score(k)*unknown
}

// bestOwn sums what the enemy's k captures are worth at most: the best pieces that an
// enemy can get at in so many steps.
func (e *Arts) bestOwn(s *hidden.State, k int) (sum game.Score) {
	ranks := *s.Alive(s.Color())
	if !farScouts(s) {
		ranks = nearEnemy(s, k)
	}
	for _, r := range byArtsValue {
		n := min(k, int(ranks[r]))
		sum += game.Score(n) * artsValues[r]
		k -= n
	}
	return sum
}

// nearEnemy counts the own pieces at most k steps away from an enemy, or from where
// the pending battle can bring one.
func nearEnemy(s *hidden.State, k int) (ranks stratego.Counts) {
	f := s.Field()
	attack, _ := s.Pending()
	count := func(sq stratego.Square) {
		if id := f.PieceOn(sq); id != stratego.NoID && color(id) == s.Color() {
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

// farScouts says whether an enemy piece may go further than a step.
func farScouts(s *hidden.State) bool {
	left, _, _ := s.Hidden()
	scouts := s.Alive(s.Color().Other())[stratego.Scout]
	return scouts > left[stratego.Scout] || scouts > 0 && s.Options().LongScouts
}

// flagInReach says whether the enemy may capture the flag in k moves after the pending
// battle.
func (e *Arts) flagInReach(s *hidden.State, k int) bool {
	if e.flag == stratego.NoSquare {
		return false
	}
	f := s.Field()
	if farScouts(s) {
		for _, sq := range e.flag.Neighbours() {
			if id := f.PieceOn(sq); k > 1 || id == stratego.NoID || color(id) != s.Color() {
				return true
			}
		}
	}
	enemy := s.Color().Other()
	for id := uint8(enemy) * stratego.SetupSquares; id < uint8(enemy+1)*stratego.SetupSquares; id++ {
		if sq := f.SquareOf(id); sq != stratego.NoSquare && steps(sq, e.flag) <= k {
			return true
		}
	}
	attack, _ := s.Pending()
	return steps(stratego.To(attack), e.flag) <= k
}

// steps is the least number of moves between two squares.
func steps(a, b stratego.Square) int {
	abs := func(x int) int { return max(x, -x) }
	return abs(a.File()-b.File()) + abs(a.Row()-b.Row())
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
