package search

import "marengo/game"

// bounds holds what is known about the events of a chance node, for the point
// of view. estimates are as good as ChanceProbCut's predictions; without it
// they equal the proven bounds.
type bounds struct {
	lower, upper       []game.Score // proven
	estLower, estUpper []game.Score // estimated, within the proven ones
	sumLower, sumUpper game.Score   // weighted sums of the estimates
}

func (b *bounds) make(room int) {
	b.lower, b.upper = make([]game.Score, room), make([]game.Score, room)
	b.estLower, b.estUpper = make([]game.Score, room), make([]game.Score, room)
}

func (b *bounds) reset(n int, lo, hi game.Score) {
	if n > len(b.lower) {
		b.make(n)
	}
	for i := range n {
		b.lower[i], b.upper[i], b.estLower[i], b.estUpper[i] = lo, hi, lo, hi
	}
	b.sumLower, b.sumUpper = lo, hi
}

// set changes the estimates of event i, which has the given chance.
func (b *bounds) set(i int, chance float64, lo, hi game.Score) {
	b.sumLower += game.Score(chance) * (lo - b.estLower[i])
	b.sumUpper += game.Score(chance) * (hi - b.estUpper[i])
	b.estLower[i], b.estUpper[i] = lo, hi
}

// prove takes a proven value or bound of event i in. Where it contradicts an
// estimate, the estimate goes (Schadd, algorithm 5.2, line 28).
func (b *bounds) prove(i int, chance float64, lo, hi game.Score) {
	b.lower[i], b.upper[i] = max(b.lower[i], lo), min(b.upper[i], hi)
	el, eu := max(b.estLower[i], b.lower[i]), min(b.estUpper[i], b.upper[i])
	if el > b.upper[i] {
		el = b.lower[i]
	}
	if eu < b.lower[i] {
		eu = b.upper[i]
	}
	b.set(i, chance, el, eu)
}

// outside says whether the weighted sum of the bounds has left the window.
func (b *bounds) outside(alpha, beta game.Score) bool {
	return b.sumLower >= beta || b.sumUpper <= alpha
}

// chanceNode searches a position in which chance is to move, for the player pov
// (Arts 4.6, 4.7 and 4.8.2; Schadd, algorithm 5.2).
func (s *Searcher[S]) chanceNode(pov game.Player, alpha, beta game.Score, depth, ply int, kind nodeKind) game.Score {
	// 1. Chance nodes are plies only where the options say so.
	if s.opts.ChancePly {
		if depth <= 0 {
			return s.evaluate(pov)
		}
		depth--
	}
	f := &s.frames[ply]
	f.events = s.state.Outcomes(f.events[:0])
	if !s.boundsChance() {
		return s.average(f, pov, depth, ply, kind)
	}
	// 2. The table knows chance nodes as well when StarETC is on.
	var key uint64
	keep := s.opts.StarETC && depth > 0
	if keep {
		key = s.state.Key(depth)
		if e := s.table.find(key); e != nil {
			if v, done := s.narrow(e, depth, &alpha, &beta); done {
				return v
			}
		}
	}
	// 3. Bounds from cheap sources, then from full searches.
	byChance(f.events)
	f.bounds.reset(len(f.events), s.startLo, s.startHi)
	before := s.nodes
	v, b := s.searchEvents(f, pov, alpha, beta, depth, ply, kind)
	if keep && !s.stop.stopped {
		s.table.store(key, v, 0, depth, b, s.nodes-before)
	}
	return v
}

// boundsChance says whether any technique can cut a chance node.
func (s *Searcher[S]) boundsChance() bool {
	return s.opts.Star1 || s.opts.Star2 > 0 || s.opts.StarETC || len(s.opts.ChanceProbCut.Depths) > 0
}

// average is plain expectimax at a chance node: the weighted sum of all events,
// each searched with an open window (Schadd 5.1).
func (s *Searcher[S]) average(f *frame, pov game.Player, depth, ply int, kind nodeKind) (sum game.Score) {
	alpha, beta := infinities()
	for _, e := range f.events {
		s.do(e.Move)
		v := s.value(pov, alpha, beta, depth, ply+1, kind)
		s.state.Undo()
		if s.stop.stopped {
			return 0
		}
		sum += game.Score(e.P) * v
	}
	return sum
}

// searchEvents runs the phases of a chance node until one cuts.
func (s *Searcher[S]) searchEvents(f *frame, pov game.Player, alpha, beta game.Score, depth, ply int, kind nodeKind) (game.Score, bound) {
	switch b := &f.bounds; {
	case s.boundEvents(f, pov, alpha, beta, depth):
		return s.cutChance(b, alpha, beta, CutStar1)
	case s.opts.StarETC && depth >= etcDepth && s.starETC(f, pov, alpha, beta, depth):
		return s.cutChance(b, alpha, beta, CutStarETC)
	case len(s.cpc[depth]) > 0 && !s.auditing && s.chanceProbCut(f, pov, alpha, beta, depth, ply, kind):
		v, cut := s.cutChance(b, alpha, beta, CutChanceProbCut)
		if s.opts.Audit {
			s.audit(f, pov, alpha, beta, depth, ply, kind, cut)
		}
		return v, cut
	case s.opts.Star2 > 0 && depth > 0 && s.star2(f, pov, alpha, beta, depth, ply, kind):
		return s.cutChance(b, alpha, beta, CutStar2)
	case s.star1(f, pov, alpha, beta, depth, ply, kind):
		return s.cutChance(b, alpha, beta, CutStar1)
	default:
		return b.sumLower, exact
	}
}

// cutChance returns the bound that ended the search of a chance node.
func (s *Searcher[S]) cutChance(b *bounds, alpha, beta game.Score, kind Cut) (game.Score, bound) {
	s.cutoffs[kind]++
	if b.sumLower >= beta {
		return b.sumLower, lower
	}
	return min(b.sumUpper, alpha), upper
}

// byChance sorts events from likely to unlikely, keeping the order of equals:
// the bounds of a chance node tighten soonest so.
func byChance(events []game.Outcome) {
	for i := 1; i < len(events); i++ {
		e := events[i]
		j := i
		for ; j > 0 && events[j-1].P < e.P; j-- {
			events[j] = events[j-1]
		}
		events[j] = e
	}
}
