package eval

import (
	"marengo/game"
	"marengo/hidden"
	"marengo/stratego"
)

// battle is the pending attack and what is unknown on the board.
type battle struct {
	*artsTable
	attack             game.Move
	mover              stratego.Color // the attacker's side
	attacker, defender uint8
	view               stratego.Color
	ranks              [2]stratego.Rank // of the two, NoRank for the one that is unknown
	unknownMoved       bool             // it has moved before

	left           *stratego.Counts // unknown pieces, with the one in the battle
	movable, moved int              // how many of them can move and have moved
	total          int
	counted        bool // their chances come from counting
}

func (t *artsTable) pendingBattle(s *hidden.State) (b battle) {
	b.artsTable = t
	f := s.Field()
	var unknown uint8
	b.attack, unknown = s.Pending()
	b.mover, b.view = f.Turn(), s.Color()
	b.attacker, b.defender = f.PieceOn(stratego.From(b.attack)), f.PieceOn(stratego.To(b.attack))
	b.ranks = [2]stratego.Rank{f.Rank(b.attacker), f.Rank(b.defender)}
	b.unknownMoved = f.Moved(unknown)
	b.left, b.moved, b.counted = s.Hidden()
	b.movable, b.total = b.left.Movable(), b.left.Total()
	return b
}

// aftermath is the board's state of knowledge once an event has decided the battle.
type aftermath struct {
	*battle
	shown          stratego.Rank // the event
	outcome        stratego.Battle
	gain           game.Score // of the mover, in material
	movable, moved int        // of the pieces that are still unknown
	still          int        // those that have not moved, bombs and flag among them
}

func (b *battle) after(shown stratego.Rank) aftermath {
	r := b.ranks
	if r[0] == stratego.NoRank {
		r[0] = shown
	} else {
		r[1] = shown
	}
	a := aftermath{battle: b, shown: shown, outcome: stratego.Fight(r[0], r[1]), gain: b.exchange(r[0], r[1]),
		movable: b.movable, moved: b.moved, still: b.total - b.moved}
	if shown.Movable() {
		a.movable--
	}
	if b.unknownMoved {
		a.moved--
	} else {
		a.still--
	}
	return a
}

// holder returns whose piece stands on the battle's square, NoColor if both died.
func (a *aftermath) holder() (c stratego.Color, id uint8) {
	switch a.outcome {
	case stratego.Win:
		return a.mover, a.attacker
	case stratego.Lose:
		return a.mover.Other(), a.defender
	}
	return stratego.NoColor, stratego.NoID
}

// leftOf counts the pieces of a rank that are still unknown.
func (a *aftermath) leftOf(r stratego.Rank) int {
	n := int(a.left[r])
	if r == a.shown {
		n--
	}
	return n
}

// gainOf returns what an own piece gains against an enemy's rank if it attacks, or
// what the enemy gains by attacking it.
func (t *artsTable) gainOf(own, enemy stratego.Rank, attacks bool) game.Score {
	if attacks {
		return t.exchanges[own][enemy]
	}
	return t.exchanges[enemy][own]
}

// mean returns the expected exchange of an own piece with an unknown one that is no
// bomb or flag, or the best one where chances are more than counting.
func (a *aftermath) mean(own stratego.Rank, attacks bool) game.Score {
	sum, best := game.Score(0), noStrike
	for r := stratego.Spy; r <= stratego.Marshal; r++ {
		if n := a.leftOf(r); n > 0 {
			x := a.gainOf(own, r, attacks)
			sum += game.Score(n) * x
			best = max(best, x)
		}
	}
	if !a.counted || a.movable == 0 {
		return best
	}
	return sum / game.Score(a.movable)
}

// lottery returns the expected value for a side that has v if one of its pieces attacks
// one that has not moved, the flag perhaps, after so many others have; or a bound of it
// where chances are more than counting.
func (a *aftermath) lottery(own stratego.Rank, v game.Score, steps int) game.Score {
	flags, bomb := game.Score(a.leftOf(stratego.Flag)), a.exchanges[own][stratego.Bomb]
	if !a.counted {
		if flags > 0 {
			return ArtsFlag
		}
		return v + max(bomb, a.mean(own, true))
	}
	steps = min(steps, a.movable-a.moved, a.still-1)
	gain := game.Score(a.leftOf(stratego.Bomb)) * bomb
	if n := a.movable - a.moved - steps; n > 0 {
		gain += game.Score(n) * a.mean(own, true)
	}
	return v + (gain+flags*(ArtsFlag-v))/game.Score(a.still-steps)
}
