package search

import "marengo/game"

// Step is a move or an event of the principal variation.
type Step struct {
	Move   game.Move
	Player game.Player
	Chance float64 // of an event; 1 for a move
	// Events are all events of a chance node with the values that were found,
	// the likeliest first; Move is the first of them.
	Events []EventValue
}

// EventValue is a chance event with its value for First, where it is known.
type EventValue struct {
	Move  game.Move
	P     float64
	Score game.Score
	Known bool
}

// follow reads the principal variation out of the table: the best move, then
// the table's moves, and at chance nodes the likeliest event.
func (s *Searcher[S]) follow(r *Result, depth int) {
	r.Line = nil
	played := 0
	add := func(st Step) {
		r.Line = append(r.Line, st)
		s.state.Do(st.Move)
		played++
	}
	add(Step{Move: r.Move, Player: s.state.ToMove(), Chance: 1})
	for left := depth - 1; s.table != nil && len(r.Line) < MaxDepth; {
		p := s.state.ToMove()
		if p == game.Nobody {
			break
		}
		if p == game.Chance {
			if s.opts.ChancePly {
				left--
			}
			add(s.chanceStep(left))
			continue
		}
		m, ok := s.tableMove(left)
		if !ok {
			break
		}
		add(Step{Move: m, Player: p, Chance: 1})
		left--
	}
	for range played {
		s.state.Undo()
	}
}

// tableMove returns the table's move for the position, if it is legal.
func (s *Searcher[S]) tableMove(depth int) (game.Move, bool) {
	if depth <= 0 {
		return 0, false
	}
	e := s.table.find(s.state.Key(depth))
	if e == nil || e.move == 0 {
		return 0, false
	}
	f := &s.frames[0]
	f.moves = s.state.Moves(f.moves[:0])
	for _, m := range f.moves {
		if m == e.move {
			return m, true
		}
	}
	return 0, false
}

// chanceStep lists a chance node's events, with what the table knows of them.
func (s *Searcher[S]) chanceStep(depth int) Step {
	events := s.state.Outcomes(nil)
	byChance(events)
	st := Step{Move: events[0].Move, Player: game.Chance, Chance: events[0].P}
	for _, e := range events {
		s.state.Do(e.Move)
		v := EventValue{Move: e.Move, P: e.P}
		switch p := s.state.ToMove(); {
		case p == game.Nobody:
			v.Score, v.Known = s.final(), true
		case p == game.Chance:
		case depth <= 0:
			v.Score, v.Known = s.eval.Evaluate(s.state), true
		default:
			if found := s.table.find(s.state.Key(depth)); found != nil {
				v.Score, v.Known = side(p)*found.score, found.bound == exact
			}
		}
		s.state.Undo()
		st.Events = append(st.Events, v)
	}
	return st
}
