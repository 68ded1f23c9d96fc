package search

import "marengo/game"

// The tiers of move ordering (Arts 4.9): the table's move, then classes that
// outrank what was learned, then killers, then quiet moves by history and class,
// then the classes behind them.
const (
	tableTier   = 1 << 30
	classTier   = 1 << 28
	killerTier  = 1 << 27
	historyUnit = 8 // above the number of quiet classes
	historyMax  = killerTier/historyUnit - 1
	classStep   = 1 << 16
)

// order scores the frame's moves; pick then takes them from best to worst.
func (s *Searcher[S]) order(f *frame, p game.Player, tableMove game.Move) {
	if !s.ordering {
		f.scores = f.scores[:0]
		return
	}
	f.scores = f.scores[:0]
	for _, m := range f.moves {
		f.scores = append(f.scores, s.moveScore(f, p, m, tableMove))
	}
}

func (s *Searcher[S]) moveScore(f *frame, p game.Player, m, tableMove game.Move) int32 {
	if m == tableMove {
		return tableTier
	}
	var score int32
	if s.orderer != nil {
		class := s.orderer.Class(m)
		switch {
		case class < s.firstQuiet:
			return classTier + int32(s.firstQuiet-class)*classStep + s.learned(p, m)
		case class > s.lastQuiet:
			return -classTier - int32(class)*classStep + s.learned(p, m)
		}
		score = int32(s.lastQuiet - class)
	}
	if s.opts.Killers {
		switch m {
		case f.killers[0]:
			return killerTier + 1
		case f.killers[1]:
			return killerTier
		}
	}
	if s.opts.History {
		score += historyUnit * min(s.history[p][historyIndex(m)], historyMax)
	}
	return score
}

// learned is the history of a move whose class outranks it: it orders moves
// within the class.
func (s *Searcher[S]) learned(p game.Player, m game.Move) int32 {
	if !s.opts.History {
		return 0
	}
	return min(s.history[p][historyIndex(m)], classStep-1)
}

// pick brings the best of the moves from i on to place i. Among equals the one
// generated first wins.
func (f *frame) pick(i int) game.Move {
	if len(f.scores) == 0 {
		return f.moves[i]
	}
	best := i
	for j := i + 1; j < len(f.scores); j++ {
		if f.scores[j] > f.scores[best] {
			best = j
		}
	}
	if best != i {
		// Shifting, not swapping, keeps the order of equals.
		m, x := f.moves[best], f.scores[best]
		copy(f.moves[i+1:best+1], f.moves[i:best])
		copy(f.scores[i+1:best+1], f.scores[i:best])
		f.moves[i], f.scores[i] = m, x
	}
	return f.moves[i]
}
