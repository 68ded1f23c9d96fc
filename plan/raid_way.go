package plan

import (
	"marengo/stratego"
	"marengo/value"
)

// longestRaid is the most moves that raid.reach allows a raider.
const longestRaid = 12

// raidWay is the squares that a raider comes to on its shortest ways to the flag, with the moves
// it needs to each. A guard that is there no later than the raider stops it, and need not
// reach the last square before the flag, which may lie behind own pieces.
type raidWay struct {
	n       int
	squares [stratego.Squares]stratego.Square
	moves   [stratego.Squares]uint8
}

// findWay fills in the way of a raider that walks, from the flag backwards. It is false for one
// that has none but by running.
func (s *Situation) findWay(f int, w *ways, b *board, way *raidWay) bool {
	var seen [stratego.Squares]bool
	way.n = 0
	add := func(at stratego.Square) {
		if !seen[at] {
			seen[at] = true
			way.squares[way.n], way.moves[way.n] = at, w[at]
			way.n++
		}
	}
	add(s.flag)
	for i := 0; i < way.n; i++ {
		at := way.squares[i]
		step, ok := s.raidStep(f, at, b)
		if !ok {
			continue
		}
		for _, n := range at.Neighbours() {
			if w[n] != value.Far && int(w[n])+step == int(w[at]) {
				add(n)
			}
		}
	}
	return seen[b.enemy[f]]
}

// delay is how many moves a guard comes too late to cut the raider off: to all the squares that
// it may stand on after some number of its moves, for the best such number.
func (way *raidWay) delay(guard stratego.Square, b *board) int {
	var steps value.Field
	blocked := b.blocked()
	steps.Distances([]stratego.Square{guard}, &blocked)
	var worst [longestRaid + 1]int // and one, 0 where the raider stands nowhere
	for i := 1; i < way.n; i++ {   // the first is the flag
		if k := way.moves[i]; k > 0 {
			worst[k] = max(worst[k], 1+max(0, int(steps[way.squares[i]])-int(k)))
		}
	}
	best := value.Far
	for _, x := range worst {
		if x > 0 {
			best = min(best, x-1)
		}
	}
	return best
}
