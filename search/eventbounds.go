package search

import "marengo/game"

// EventBounder is an Evaluator that can bound chance events before they are done:
// what a search of depth plies after each can return, for First. A search that
// goes on after its depth, or counts chance nodes as plies, does not ask for them.
type EventBounder[S game.State] interface {
	BoundEvents(s S, events []game.Outcome, depth int, lo, hi []game.Score)
}

// boundEvents takes in what the evaluator knows of each event beforehand. It says
// whether that cuts the node.
func (s *Searcher[S]) boundEvents(f *frame, pov game.Player, alpha, beta game.Score, depth int) bool {
	if s.bounder == nil || len(f.events) > len(s.eventLo) {
		return false
	}
	s.bounder.BoundEvents(s.state, f.events, depth, s.eventLo, s.eventHi)
	b := &f.bounds
	for i, e := range f.events {
		lo, hi := s.eventLo[i], s.eventHi[i]
		if pov == game.Second {
			lo, hi = -hi, -lo
		}
		b.prove(i, e.P, lo, hi)
	}
	return b.outside(alpha, beta)
}
