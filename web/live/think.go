package live

import (
	"context"
	"errors"
	"fmt"
	"time"

	"marengo/agent"
	"marengo/arena"
	"marengo/stratego"
	"marengo/web/advice"
	"marengo/web/fair"
	"marengo/web/wire"
)

// think lets the agent to move answer a standing offer, then choose, and plays
// what it chose unless the game changed meanwhile.
func (r *room) think(ctx context.Context, c stratego.Color, change int) {
	began := time.Now()
	t, err := r.takeSeat(c, change)
	if err != nil || t == nil {
		r.settle(c, change, agent.Action{}, err)
		return
	}
	release, err := r.hall.Thinkers.Acquire(ctx, fair.Asker{Visitor: r.profile, Urgency: r.urgency()})
	if err != nil {
		r.giveBack(c, change, t.seat)
		return
	}
	kept := &advice.Kept{}
	action, err := r.choose(ctx, t, change, kept)
	release()
	r.giveBack(c, change, t.seat)
	if ctx.Err() != nil || errors.Is(err, errChanged) {
		return
	}
	r.rest(ctx, began)
	if thoughts, ok := kept.Last(); ok && err == nil {
		r.keepThoughts(c, t.view, change, thoughts)
	}
	r.settle(c, change, action, err)
}

// urgency of an agent's move: a person waits for it, or somebody looks on.
func (r *room) urgency() fair.Urgency {
	if r.spec.watched() {
		return fair.Sometime
	}
	return fair.Soon
}

// answerLimit is how long an agent may take to answer a draw offer, or to hear of
// a ply.
const answerLimit = 10 * time.Second

// errChanged says that the game changed while an agent was asked.
var errChanged = errors.New("the game has changed")

// turn is what an agent is asked about.
type turn struct {
	color   stratego.Color
	seat    *arena.Seat
	view    *stratego.View
	news    []stratego.Event // plies that the seat has not been told of
	offered bool             // a draw
}

// choose puts the questions of a turn to the agent.
func (r *room) choose(ctx context.Context, t *turn, change int, kept *advice.Kept) (agent.Action, error) {
	for _, e := range t.news {
		t.seat.Played(answerLimit, e, stratego.Result{})
	}
	if t.offered {
		accept, err := t.seat.AcceptDraw(ctx, answerLimit, t.view)
		if err != nil {
			return agent.Action{}, err
		}
		if !r.answerOffer(t.color, accept, change) {
			return agent.Action{}, errChanged
		}
	}
	r.mu.Lock()
	budget := agent.Budget{Time: r.spec.Players[t.color].timeFor(r.left(t.color), r.spec.Clock != nil), Seed: arena.MoveSeed(r.spec.Seed, t.view.Ply()), Threads: r.hall.Threads}
	r.mu.Unlock()
	budget.Report = kept.Report(r.watchReport(t.color, t.view, change))
	action, _, err := t.seat.Move(ctx, arena.HardLimit(budget), t.view, budget)
	return action, err
}

// takeSeat takes the agent of a side from its place, made on first use. While it is
// away nobody else asks it: an agent's calls never overlap.
func (r *room) takeSeat(c stratego.Color, change int) (*turn, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.change != change || r.closed || r.over() {
		return nil, nil
	}
	t := &turn{color: c, seat: r.seats[c], view: new(stratego.View), offered: r.referee.DrawOffer() == c.Other()}
	r.seats[c] = nil
	if t.seat == nil {
		a, err := r.players[c].New()
		if err != nil {
			return nil, &arena.FaultError{Fault: arena.Failed, Detail: err.Error()}
		}
		t.seat = arena.Sit(a)
	}
	r.referee.View(c, t.view)
	events := t.view.Events(nil)
	t.news = events[min(r.told[c], len(events)):]
	r.told[c] = len(events)
	return t, nil
}

// giveBack seats the agent again, unless its turn was voided and another may sit
// there, or it never came back from a question.
func (r *room) giveBack(c stratego.Color, change int, seat *arena.Seat) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.change == change && !r.closed && r.seats[c] == nil && !seat.Hung() {
		r.seats[c] = seat
		return
	}
	r.dismiss(c, seat)
}

// dismiss lets an agent go, told how the game ended if it has ended.
func (r *room) dismiss(c stratego.Color, seat *arena.Seat) {
	events := r.referee.State().Events(nil)
	news, result, over := events[min(r.told[c], len(events)):], r.referee.Result(), r.over()
	r.hall.wait.Add(1)
	go func() {
		defer r.hall.wait.Done()
		if over {
			for i, e := range news {
				after := stratego.Result{}
				if i == len(news)-1 {
					after = result.Result
				}
				seat.Played(answerLimit, e, after)
			}
			seat.GameOver(result.Winner, result.Word())
		}
		r.hall.note("close an agent", seat.Leave())
	}()
}

// answerOffer tells the agent's answer to the person's draw offer; it returns
// false when that ended the game, or something else changed it.
func (r *room) answerOffer(c stratego.Color, accept bool, change int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.change != change || r.closed || r.over() {
		return false
	}
	if err := r.referee.AnswerDraw(c, accept); err != nil {
		return true
	}
	r.status.Declined = !accept
	if err := r.keep(); err != nil {
		r.hall.note("store an answer to a draw offer", err)
		return true
	}
	for l := range r.lines {
		l.sendState(r)
	}
	if accept {
		r.changed()
		return false
	}
	return true
}

// settle plays an agent's action; what it did wrong loses its game.
func (r *room) settle(c stratego.Color, change int, action agent.Action, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.change != change || r.closed || r.over() {
		return
	}
	if err != nil {
		r.hall.note(fmt.Sprintf("agent %v in game %s", r.players[c], r.id), err)
		fault := &arena.FaultError{Fault: arena.Failed, Detail: err.Error()}
		errors.As(err, &fault)
		r.forfeit(c, fault.Fault, fault.Detail)
		return
	}
	declined := r.status.Declined
	if err := r.apply(c, action); err != nil {
		r.hall.note("store an agent's move", err)
		return
	}
	r.status.Declined = declined
	r.tell()
}

// rest lets a watched game be followed by eye.
func (r *room) rest(ctx context.Context, began time.Time) {
	r.mu.Lock()
	delay := r.delay
	r.mu.Unlock()
	if !r.spec.watched() || time.Since(began) >= delay {
		return
	}
	timer := time.NewTimer(delay - time.Since(began))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// watchReport shows an agent's forming thoughts to those who look on at a game of
// two agents; a person never sees an opponent's.
func (r *room) watchReport(c stratego.Color, v *stratego.View, change int) func(agent.Thoughts) {
	if !r.spec.watched() {
		return nil
	}
	name := r.players[c].String()
	return func(t agent.Thoughts) {
		message := wire.Encode(wire.MindMessage{Type: "mind", Game: r.id, Mind: wire.MindOf(name, v, t, false)})
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.change != change {
			return
		}
		for l := range r.lines {
			l.send(message)
		}
	}
}
