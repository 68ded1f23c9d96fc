package store

import (
	"errors"
	"fmt"

	"marengo/record"
	"marengo/record/formats"
	"marengo/stratego"
)

// Record returns the game as package record writes it, without what differs from
// run to run: date, times and log. A game lost by a fault is forfeited, the fault
// standing in its note.
func (g *Game) Record() (*record.Game, error) {
	r := record.New(g.Rules, g.Setups[stratego.Red], g.Setups[stratego.Blue])
	r.Players = [2]string{g.Red.Name, g.Blue.Name}
	if g.Start != "" {
		start, err := formats.Text.Parse("stored position", []byte(g.Start))
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", g.ID, err)
		}
		if start.Position == nil {
			return nil, fmt.Errorf("game %d: %w", g.ID, errors.New("its start is no position"))
		}
		r.Position = start.Position
	}
	r.Moves = g.Moves
	r.Note = g.Detail
	reason, err := stratego.ParseReason(g.Reason)
	if err != nil {
		reason = stratego.Forfeit
		r.Note = g.Reason
		if g.Detail != "" {
			r.Note += ": " + g.Detail
		}
	}
	r.Result = stratego.Result{Winner: g.Winner, Reason: reason}
	return r, nil
}

// WithLog adds the log and the date to a record of the game.
func (g *Game) WithLog(r *record.Game) *record.Game {
	r.Date = g.Finished
	for _, l := range g.Log {
		r.Log = append(r.Log, record.LogLine{Ply: l.Ply, Text: l.Text})
	}
	return r
}

// FromRecord returns a game, read from a file or played elsewhere, ready to be
// stored.
func FromRecord(r *record.Game) (*Game, error) {
	g := &Game{Red: Player{Name: r.Players[stratego.Red]}, Blue: Player{Name: r.Players[stratego.Blue]}, Rules: r.Rules,
		Setups: r.Setups, Moves: r.Moves, Winner: r.Result.Winner, Reason: r.Result.Reason.String(), Detail: r.Note, Finished: r.Date}
	if r.Position != nil {
		start := record.Game{Rules: r.Rules, Position: r.Position, Result: record.Unfinished}
		text, err := formats.Text.Encode(&start)
		if err != nil {
			return nil, err
		}
		g.Start = string(text)
		for c := range g.Setups {
			for i := range g.Setups[c] {
				g.Setups[c][i] = stratego.NoRank
			}
		}
	}
	for _, l := range r.Log {
		g.Log = append(g.Log, LogLine{Ply: l.Ply, Text: l.Text})
	}
	return g, nil
}
