package eval

import (
	"marengo/game"
	"marengo/stratego"
)

// ValueCount is the naive unit value count (Schoenmakers 8.1.6): the count with a
// value for each rank, some of which depend on what the enemy has left.
type ValueCount struct{}

// The values that depend on nothing (8.1.6). Spy, miner and marshal stand at their
// lower ones.
var unitValues = [stratego.Ranks]float64{
	stratego.Flag: 0, stratego.Spy: 1, stratego.Scout: 1, stratego.Miner: 3, stratego.Sergeant: 4, stratego.Lieutenant: 5,
	stratego.Captain: 12, stratego.Major: 14, stratego.Colonel: 16, stratego.General: 18, stratego.Marshal: 20, stratego.Bomb: 10,
}

// What the three are worth otherwise, and the bombs that make miners dear.
const (
	spyWithMarshal    = 10 // the enemy has a marshal
	minerWithBombs    = 6  // the enemy has many bombs
	manyBombs         = 2
	marshalWithoutSpy = 40 // the enemy has no spy
	armyValue         = 324
)

// Evaluate implements mcts.Evaluator (formula 8.4).
func (ValueCount) Evaluate(s *stratego.State, me game.Player) float64 {
	if v, over := ended(s, me, 1.0/armyValue, false); over {
		return v
	}
	c := stratego.Color(me)
	mine, theirs := s.Living(c), s.Living(c.Other())
	return ratio(valueOf(&mine, &theirs), valueOf(&theirs, &mine), armyValue)
}

func valueOf(own, enemy *stratego.Counts) (sum float64) {
	for r, n := range own {
		sum += float64(n) * unitValues[r]
	}
	if enemy[stratego.Marshal] > 0 {
		sum += float64(own[stratego.Spy]) * (spyWithMarshal - unitValues[stratego.Spy])
	}
	if enemy[stratego.Bomb] >= manyBombs {
		sum += float64(own[stratego.Miner]) * (minerWithBombs - unitValues[stratego.Miner])
	}
	if enemy[stratego.Spy] == 0 {
		sum += float64(own[stratego.Marshal]) * (marshalWithoutSpy - unitValues[stratego.Marshal])
	}
	return sum
}

// ratio is mine/theirs over a scale that makes it a number up to 1, which it does not
// exceed even where theirs is nothing.
func ratio(mine, theirs, scale float64) float64 {
	if mine >= theirs*scale {
		return 1
	}
	return mine / theirs / scale
}
