package breakthrough

import (
	"math/bits"

	"marengo/game"
)

// BoundEvents bounds what a search of depth plies after each event can return, for
// First: a move captures at most one piece, and no piece gains more than a row. A
// player with pieces always has a move that costs none, that of the most advanced
// one, so the other's moves alone say how much can be lost.
func (e *Evaluator) BoundEvents(s *State, events []game.Outcome, depth int, lo, hi []game.Score) {
	moves := [2]int{depth / 2, depth / 2}
	moves[s.mover.Other()] = (depth + 1) / 2 // the roll was s.mover's turn
	for i, event := range events {
		var p, behind [2]uint64
		hit := ^uint64(0)
		if sq := int(event.Move &^ eventBit); sq < squares {
			hit &^= 1 << sq
		}
		p[game.First], p[game.Second] = s.pieces[game.First]&hit, s.pieces[game.Second]&hit
		behind[game.First] = withoutLeaders(p[game.First], game.First, moves[game.Second])
		behind[game.Second] = withoutLeaders(p[game.Second], game.Second, moves[game.First])
		hi[i] = e.most(p, behind, game.First, moves[game.First])
		lo[i] = -e.most(p, behind, game.Second, moves[game.Second])
	}
}

// most is what a player can have at most after some moves, where behind are the
// enemies that stay if the most advanced ones are captured.
func (e *Evaluator) most(pieces, behind [2]uint64, p game.Player, moves int) game.Score {
	row := progress(pieces[p], p) + moves
	switch {
	case pieces[p] == 0:
		return -win
	case row >= size-1 || behind[p.Other()] == 0:
		return win
	}
	own := pieceValue*bits.OnesCount64(pieces[p]) + rowValue*row
	other := pieceValue*bits.OnesCount64(behind[p.Other()]) + rowValue*progress(behind[p.Other()], p.Other())
	return max(-maxEvaluation, min(maxEvaluation, game.Score(own-other)+game.Score(e.Random)))
}

// progress is how many rows the most advanced piece is away from its own edge, 0
// without pieces.
func progress(pieces uint64, p game.Player) int {
	switch {
	case pieces == 0:
		return 0
	case p == game.First:
		return (bits.Len64(pieces) - 1) / size
	}
	return size - 1 - bits.TrailingZeros64(pieces)/size
}

// withoutLeaders takes the n most advanced pieces away.
func withoutLeaders(pieces uint64, p game.Player, n int) uint64 {
	for ; n > 0 && pieces != 0; n-- {
		if p == game.First {
			pieces &^= 1 << (bits.Len64(pieces) - 1)
		} else {
			pieces &= pieces - 1
		}
	}
	return pieces
}
