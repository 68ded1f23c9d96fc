package search

import "marengo/game"

// star1 is the full search of a chance node's events. Each event gets the window
// outside of which its value decides the node, given the bounds of all others
// (Ballard 1983; Arts 4.7.1, formulas 4.15 and 4.16 for chances that differ).
// With Star1 off every event is searched, within its proven bounds. It says
// whether the node was cut.
func (s *Searcher[S]) star1(f *frame, pov game.Player, alpha, beta game.Score, depth, ply int, kind nodeKind) bool {
	b := &f.bounds
	for i, e := range f.events {
		if b.lower[i] >= b.upper[i] {
			continue // known exactly
		}
		p := game.Score(e.P)
		lo, hi := b.estLower[i], b.estUpper[i]
		least, most := infinities()
		if s.opts.Star1 {
			least = (alpha - (b.sumUpper - p*hi)) / p
			most = (beta - (b.sumLower - p*lo)) / p
		}
		a, z := max(least, lo), min(most, hi)
		s.do(e.Move)
		v := s.value(pov, a, z, depth, ply+1, kind)
		s.state.Undo()
		if s.stop.stopped {
			return false
		}
		switch {
		case v <= least:
			b.set(i, e.P, lo, min(v, hi))
			b.sumUpper = min(b.sumUpper, alpha)
			return true
		case v >= most:
			b.set(i, e.P, max(v, lo), hi)
			b.sumLower = max(b.sumLower, beta)
			return true
		}
		b.lower[i], b.upper[i] = v, v
		b.set(i, e.P, v, v)
	}
	// All events are known; with equal bounds the two sums differ by rounding.
	b.sumLower = 0
	for i, e := range f.events {
		b.sumLower += game.Score(e.P) * b.estLower[i]
	}
	b.sumUpper = b.sumLower
	return false
}
