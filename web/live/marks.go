package live

import (
	"fmt"
	"slices"

	"marengo/store"
	"marengo/stratego"
	"marengo/web/wire"
)

// tones are the colours of marks.
var tones = []string{"", "a", "b", "c"}

// mark notes something on an enemy piece, for the one who sits at the seat alone. A
// mark that says nothing is taken off.
func (r *room) mark(seat stratego.Color, m *wire.Mark) error {
	if m == nil || !slices.Contains(tones, m.Tone) || len(m.Rank) > 1 {
		return commandError{"mark", "a mark has a rank and a tone"}
	}
	if m.Rank != "" {
		if _, ok := stratego.ParseRank(m.Rank[0]); !ok {
			return commandError{"mark", "there is no rank " + m.Rank}
		}
	}
	if r.over() {
		return errStale
	}
	id := m.Piece - stratego.SetupSquares*int(seat.Other())
	if id < 0 || id >= stratego.SetupSquares || !r.referee.State().Piece(seat.Other(), id).Alive() {
		return commandError{"mark", "there is no such enemy piece on the board"}
	}
	before := r.status.Marks[seat]
	marks := slices.DeleteFunc(slices.Clone(before), func(x wire.Mark) bool { return x.Piece == m.Piece })
	if m.Rank != "" || m.Tone != "" {
		marks = append(marks, *m)
	}
	r.status.Marks[seat] = marks
	if err := r.keep(); err != nil {
		r.status.Marks[seat] = before
		return commandError{"store", err.Error()}
	}
	for l := range r.lines {
		if l.seat == seat {
			l.sendState(r)
		}
	}
	return nil
}

// Marks returns what was noted at one seat of a game that is or was live.
func Marks(l store.Live, seat stratego.Color) ([]wire.Mark, error) {
	status, err := parseJSON[gameStatus](l.Status)
	return status.Marks[seat], err
}

// Guess is a rank that a person noted on an enemy piece, and what that was.
type Guess struct{ Guessed, Was stratego.Rank }

// Guesses compares what was noted at a seat of a finished game with the truth.
func Guesses(l store.Live, seat stratego.Color) (list []Guess, err error) {
	marks, err := Marks(l, seat)
	if err != nil || len(marks) == 0 {
		return nil, err
	}
	spec, err := parseJSON[gameSpec](l.Spec)
	if err != nil {
		return nil, err
	}
	referee, err := spec.begin()
	if err != nil {
		return nil, fmt.Errorf("live game %s: %w", l.ID, err)
	}
	enemy := seat.Other()
	for _, m := range marks {
		if m.Rank == "" {
			continue
		}
		rank, _ := stratego.ParseRank(m.Rank[0])
		list = append(list, Guess{rank, referee.State().Piece(enemy, m.Piece-stratego.SetupSquares*int(enemy)).Rank})
	}
	return list, nil
}
