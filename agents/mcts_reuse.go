package agents

import (
	"marengo/belief"
	"marengo/mcts"
	"marengo/stratego"
)

// mctsMemory is what reuse of the tree must know of the move before.
type mctsMemory struct {
	valid bool
	ply   int
	move  stratego.Move
	view  stratego.View
	world [belief.Pieces]stratego.Rank // what was guessed; unused with many worlds
}

// keep remembers a move that was chosen.
func (m *mctsMemory) keep(v *stratego.View, world []stratego.Rank, move stratego.Move) {
	m.valid, m.ply, m.move = true, v.Ply(), move
	v.CopyTo(&m.view)
	copy(m.world[:], world)
}

// recall moves the trees on by the two plies since the last move, if they were
// those and the guess is still the same: then the tree is about this position.
func (a *mctsAgent) recall(v *stratego.View, world []stratego.Rank) {
	last := &a.last
	ok := last.valid && v.Ply() == last.ply+2 && v.Color() == last.view.Color() && v.Rules() == last.view.Rules()
	last.valid = false
	if !ok {
		return
	}
	events := v.LastEvents(nil, 2)
	if len(events) < 2 || events[1].Move() != last.move || !sameGame(v, &last.view, events) {
		return
	}
	if world != nil && !a.guessHolds(v, world) {
		return
	}
	mine, theirs := mcts.Step{Move: events[1].Move()}, mcts.Step{Move: events[0].Move()}
	if world == nil {
		mine.Seen, theirs.Seen = seenEvent(events[1]), seenEvent(events[0])
	}
	a.pool.Advance(mine, theirs)
}

// sameGame says whether a View follows from an earlier one by two plies.
func sameGame(v, before *stratego.View, events []stratego.Event) bool {
	then := before.Clone()
	if then.Apply(events[1]) != nil || then.Apply(events[0]) != nil {
		return false
	}
	for _, c := range [...]stratego.Color{stratego.Red, stratego.Blue} {
		for id := range belief.Pieces {
			if then.Piece(c, id) != v.Piece(c, id) {
				return false
			}
		}
	}
	return true
}

// guessHolds says whether what was guessed before agrees with what was shown since
// and with the guess that is made now.
func (a *mctsAgent) guessHolds(v *stratego.View, world []stratego.Rank) bool {
	enemy := v.Color().Other()
	for id, was := range a.last.world {
		if !a.last.view.Piece(enemy, id).Alive() {
			continue
		}
		p := v.Piece(enemy, id)
		is := p.Rank
		if !p.Known {
			is = world[id]
		}
		if is != was {
			return false
		}
	}
	return true
}
