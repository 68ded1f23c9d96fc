package live

import (
	"errors"
	"fmt"
	"time"

	"marengo/agent"
	"marengo/stratego"
	"marengo/web/wire"
)

// commandError is a refusal that the client shows; code is for programs.
type commandError struct{ code, text string }

func (e commandError) Error() string { return e.text }

// errStale answers a command for a ply that is gone.
var errStale = commandError{"stale", "the game has moved on"}

// command carries out what a line asks. An error is told to that line alone.
func (r *room) command(l *line, c wire.Command) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return commandError{"closed", "the server is closing"}
	}
	r.touched = time.Now()
	if c.Type == "speed" {
		return r.setSpeed(l, c.Delay)
	}
	if l.seat == watching {
		return commandError{"seat", "those who look on cannot act"}
	}
	if r.spec.People != nil {
		if do, ok := peopleCommands[c.Type]; ok {
			return do(r, l, c)
		}
	}
	switch c.Type {
	case "move":
		return r.move(l, c)
	case "resign":
		return r.resign(l.seat)
	case "answer":
		return r.answer(l.seat, c)
	case "takeback":
		return r.takeBack(l, c)
	case "practice":
		return r.practise()
	case "hint":
		return r.hint(l.seat, c)
	case "mind":
		return r.setMind(l.seat, c.Agent)
	case "mark":
		return r.mark(l.seat, c.Mark)
	}
	return commandError{"shape", fmt.Sprintf("unknown command %q", c.Type)}
}

// move plays a person's move. The same move sent twice is answered with the state.
func (r *room) move(l *line, c wire.Command) error {
	m, err := stratego.ParseMove(c.Move)
	if err != nil {
		return commandError{"move", err.Error()}
	}
	moves := r.referee.Moves()
	if c.Ply != len(moves) || r.over() {
		l.resend(r)
		if c.Ply >= 0 && c.Ply < len(moves) && moves[c.Ply] == m {
			return nil
		}
		return errStale
	}
	if r.referee.Turn() != l.seat {
		return commandError{"turn", "it is not your turn"}
	}
	if why := r.referee.State().Why(m); !why.OK() {
		return commandError{"illegal", fmt.Sprintf("%s cannot be played: %v", stratego.FormatMove(m), why)}
	}
	if err := r.apply(l.seat, agent.Action{Move: m, OfferDraw: c.Draw}); err != nil {
		return storeError(err)
	}
	r.tell()
	return nil
}

// resign ends the game; resigning twice does nothing.
func (r *room) resign(seat stratego.Color) error {
	if r.over() {
		return nil
	}
	if err := r.apply(seat, agent.Action{Resign: true}); err != nil {
		return storeError(err)
	}
	r.tell()
	return nil
}

// answer accepts or declines the opponent's draw offer.
func (r *room) answer(seat stratego.Color, c wire.Command) error {
	if c.Ply != r.ply() || r.referee.DrawOffer() != seat.Other() {
		return errStale
	}
	if err := r.referee.AnswerDraw(seat, c.Accept); err != nil {
		return commandError{"offer", err.Error()}
	}
	r.status.Declined = !c.Accept
	if err := r.keep(); err != nil {
		return commandError{"store", errors.Join(err, r.referee.TakeBack(0)).Error()}
	}
	r.changed()
	r.tell()
	return nil
}

// takeBack takes a person's last move back, with the agent's answer to it.
func (r *room) takeBack(l *line, c wire.Command) error {
	const plies = 2
	switch {
	case c.Ply != r.ply() || r.over():
		l.resend(r)
		return errStale
	case r.status.Counts:
		return errCounts
	case !r.takebacks():
		return commandError{"takeback", "two people take nothing back from each other"}
	case r.referee.Turn() != l.seat || r.ply() < plies:
		return commandError{"turn", "there is no move of yours to take back"}
	}
	moves := append([]stratego.Move(nil), r.referee.Moves()...)
	if err := r.referee.TakeBack(plies); err != nil {
		return commandError{"takeback", err.Error()}
	}
	before := r.status
	r.status.Times = r.status.Times[:max(0, len(r.status.Times)-plies)]
	if err := r.keep(); err != nil {
		r.status = before
		for _, m := range moves[len(moves)-plies:] {
			err = errors.Join(err, r.referee.Apply(r.referee.Turn(), agent.Action{Move: m}))
		}
		return commandError{"store", err.Error()}
	}
	r.changed()
	r.tell()
	return nil
}

// errCounts answers who asks for help in a game that counts.
var errCounts = commandError{"counts", "this game counts, so there is no help in it; make it practice first"}

// practise makes the game one that does not count, in which there is help.
func (r *room) practise() error {
	if !r.status.Counts || r.over() {
		return nil
	}
	if r.contest != 0 {
		return commandError{"counts", "this game belongs to a counted match, so there is no help in it"}
	}
	r.status.Counts = false
	if err := r.keep(); err != nil {
		r.status.Counts = true
		return commandError{"store", err.Error()}
	}
	for l := range r.lines {
		l.sendState(r)
	}
	return nil
}

// maxDelay bounds the pause between the moves of a watched game.
const maxDelay = 10 * time.Second

func (r *room) setSpeed(l *line, delay int) error {
	if l.seat != watching {
		return commandError{"seat", "only a watched game has a speed"}
	}
	r.delay = min(max(0, time.Duration(delay)*time.Millisecond), maxDelay)
	return nil
}
