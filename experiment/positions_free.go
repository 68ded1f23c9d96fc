package experiment

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"marengo/agent"
	"marengo/arena"
	"marengo/record/formats"
	"marengo/stratego"
)

// freePosition reads a position in our own form.
func freePosition(name, text string) (*stratego.State, error) {
	g, err := formats.Parse(name, []byte(text))
	if err != nil {
		return nil, err
	}
	return g.Begin()
}

// turnedRound returns the position with the colours exchanged and the board turned: the same
// game for the other side.
func turnedRound(s *stratego.State) (*stratego.State, error) {
	var list []stratego.Placement
	for c := stratego.Red; c <= stratego.Blue; c++ {
		for id := range stratego.SetupSquares {
			if p := s.Piece(c, id); p.Alive() {
				list = append(list, stratego.Placement{Color: c.Other(), Rank: p.Rank, Square: stratego.Squares - 1 - p.Square, Moved: p.Moved, Known: p.Known})
			}
		}
	}
	return stratego.NewPosition(s.Rules(), s.Turn().Other(), list)
}

// playedOut is a game that was played from a position to its end.
type playedOut struct {
	winner stratego.Color
	plies  int
	events []stratego.Event
}

// playOutFrom plays a position to its end between two players, by colour.
func playOutFrom(ctx context.Context, s *stratego.State, players [2]string, b agent.Budget, seed uint64) (p playedOut, err error) {
	var seats [2]agent.Agent
	for c, text := range players {
		f, err := findPlayer(text)
		if err != nil {
			return p, BadInput{err}
		}
		if seats[c], err = f.New(); err != nil {
			return p, err
		}
		defer func() { err = errors.Join(err, seats[c].Close()) }()
	}
	r := arena.NewRefereeAt(s)
	rng := rand.New(rand.NewPCG(seed, 0x66726565))
	var v stratego.View
	for !r.Result().Over() {
		if err := ctx.Err(); err != nil {
			return p, err
		}
		c := r.Turn()
		r.View(c, &v)
		b.Seed = rng.Uint64()
		action, err := seats[c].Move(ctx, &v, b)
		if err != nil {
			return p, fmt.Errorf("%s, ply %d: %w", players[c], s.Ply(), err)
		}
		if err := r.Apply(c, action); err != nil {
			return p, fmt.Errorf("%s: %w", players[c], err)
		}
	}
	s = r.State()
	return playedOut{winner: r.Result().Winner, plies: s.Ply(), events: s.Events(nil)}, nil
}
