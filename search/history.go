package search

import "marengo/game"

// historyTable counts for each player's moves how much search they saved
// (Schaeffer 1989; Arts 4.9.2). It is emptied before each search.
type historyTable [2][1 << (2 * historyBits)]int32

// historyBits is how much of a move's two lowest bytes tells moves apart: all
// three games keep squares there, and none has more than 128.
const historyBits = 7

func historyIndex(m game.Move) int {
	const mask = 1<<historyBits - 1
	return int(m&mask | m>>8&mask<<historyBits)
}

// reward adds the depth for a move that was best or cut, as Arts does.
func (h *historyTable) reward(p game.Player, m game.Move, depth int) {
	h[p][historyIndex(m)] += int32(depth)
}
