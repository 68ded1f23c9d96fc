package features

import (
	"fmt"
	"slices"

	"marengo/stratego"
)

// follower brings Deeds to one position after another. What it holds is only a
// cache: the deeds follow from a position's path.
type follower struct {
	deeds  Deeds
	starts [2 * army]stratego.Square
	path   []stratego.Event // that the deeds have seen, from the first ply
}

// goOn leads on to a position, given the plies of its path, if it lies ahead: the game
// began on the same squares and had the same plies. Otherwise it is false.
func (f *follower) goOn(p position, events []stratego.Event) bool {
	n, first := len(f.path), p.Ply()-len(events)
	if n < first || n > p.Ply() || !slices.Equal(f.path[first:], events[:n-first]) {
		return false
	}
	for i, s := range f.starts {
		if p.Piece(stratego.Color(i/army), i%army).Start != s {
			return false
		}
	}
	f.step(events[n-first:])
	return f.agrees(p)
}

// begin starts at the first ply and leads to a position whose whole path is given. What
// is known although no ply showed it was known from the outset.
func (f *follower) begin(p position, events []stratego.Event) bool {
	for i := range f.starts {
		f.starts[i] = p.Piece(stratego.Color(i/army), i%army).Start
	}
	f.path = f.path[:0]
	f.deeds.start(p, hiddenAll)
	f.step(events)
	if f.agrees(p) {
		return true
	}
	shown := f.deeds.rank
	f.path = f.path[:0]
	f.deeds.start(p, func(c stratego.Color, id int) stratego.Rank {
		if q := p.Piece(c, id); q.Known && shown[int(c)*army+id] == stratego.NoRank {
			return q.Rank
		}
		return stratego.NoRank
	})
	f.step(events)
	return f.agrees(p)
}

func (f *follower) step(events []stratego.Event) {
	for _, e := range events {
		f.deeds.Step(e)
	}
	f.path = append(f.path, events...)
}

// agrees says whether the deeds stand where the position stands.
func (f *follower) agrees(p position) bool {
	for i, s := range f.deeds.square {
		q := p.Piece(stratego.Color(i/army), i%army)
		if q.Square != s || q.Known != (f.deeds.rank[i] != stratego.NoRank) {
			return false
		}
	}
	return true
}

// copyTo makes into follow the same game, keeping its memory.
func (f *follower) copyTo(into *follower) {
	into.deeds, into.starts = f.deeds, f.starts
	into.path = append(into.path[:0], f.path...)
}

// follow brings the writer to a position that was played: f goes on, or begins anew.
func (w *Writer) follow(p position, f *follower) error {
	w.events = p.Events(w.events[:0])
	if f.goOn(p, w.events) {
		return nil
	}
	if len(w.events) < p.Ply() {
		return fmt.Errorf("the position's path begins at ply %d, so what its pieces did before is not known", p.Ply()-len(w.events))
	}
	if !f.begin(p, w.events) {
		return fmt.Errorf("the plies of the position at ply %d do not lead to it", p.Ply())
	}
	return nil
}

// imagine brings the writer to a position in a world that was guessed, which keeps the
// last plies of its path only: it goes on from the world before, if that was one of the
// same point of the game, or from the game that the writer followed.
func (w *Writer) imagine(p position) error {
	w.events = p.Events(w.events[:0])
	if w.imagines && w.world.goOn(p, w.events) {
		return nil
	}
	w.game.copyTo(&w.world)
	w.imagines = true
	return w.follow(p, &w.world)
}
