package search

import "marengo/game"

// etcDepth is the least depth at which looking all events up is worth doing and
// undoing them: below it the subtrees are hardly larger than the look.
const etcDepth = 2

// starETC looks each event's position up in the table before anything is searched
// (Veness and Blair 2007; Arts 4.8.2, algorithm 8). It says whether the node
// was cut.
func (s *Searcher[S]) starETC(f *frame, pov game.Player, alpha, beta game.Score, depth int) bool {
	b := &f.bounds
	for i, e := range f.events {
		s.do(e.Move)
		p := s.state.ToMove()
		if p <= game.Second {
			if found := s.table.find(s.state.Key(depth)); found != nil && s.table.good(found, depth) {
				s.provenByTable(b, i, e.P, found, p == pov)
			}
		}
		s.state.Undo()
		if s.stop.stopped {
			return false
		}
		if b.outside(alpha, beta) {
			return true
		}
	}
	return false
}

// provenByTable turns an entry, which speaks for the player to move, into bounds
// for the point of view.
func (s *Searcher[S]) provenByTable(b *bounds, i int, chance float64, e *entry, same bool) {
	lo, hi := s.lo, s.hi
	if e.bound != upper {
		lo = e.score
	}
	if e.bound != lower {
		hi = e.score
	}
	if !same {
		lo, hi = -hi, -lo
		if e.bound == exact {
			lo, hi = -e.score, -e.score
		}
	}
	b.prove(i, chance, lo, hi)
}
