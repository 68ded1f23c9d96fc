package web

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"marengo/agent"
	"marengo/arena"
	"marengo/store"
	"marengo/stratego"
)

// reportEvery is how often a forming thought is shown.
const reportEvery = 150 * time.Millisecond

// think lets the agent to move answer a standing offer, then choose, and plays
// what it chose unless the game changed meanwhile.
func (r *room) think(ctx context.Context, c stratego.Color, change int) {
	began := time.Now()
	a, view, offered, err := r.takeAgent(c, change)
	if err != nil || a == nil {
		r.settle(c, change, agent.Action{}, err)
		return
	}
	release, err := r.server.thinkers.acquire(ctx, asker{r.profile, r.urgency()})
	if err != nil {
		r.giveBack(c, change, a)
		return
	}
	kept := &keptThoughts{}
	action, back, err := r.choose(ctx, a, c, view, offered, change, kept)
	release()
	if back {
		r.giveBack(c, change, a)
	}
	if ctx.Err() != nil || errors.Is(err, errChanged) {
		return
	}
	r.rest(ctx, began)
	if thoughts, ok := kept.last(); ok && err == nil {
		r.keepThoughts(c, view, change, thoughts)
	}
	r.settle(c, change, action, err)
}

// urgency of an agent's move: a person waits for it, or somebody looks on.
func (r *room) urgency() urgency {
	if r.spec.Watch != "" {
		return sometime
	}
	return soon
}

// answerLimit is how long an agent may take to answer a draw offer.
const answerLimit = 10 * time.Second

// errChanged says that the game changed while an agent was asked.
var errChanged = errors.New("the game has changed")

// choose puts the questions of a turn to the agent. back is false when the agent
// did not come back from one.
func (r *room) choose(ctx context.Context, a agent.Agent, c stratego.Color, v *stratego.View, offered bool, change int, kept *keptThoughts) (action agent.Action, back bool, err error) {
	if offered {
		accept := false
		if answerer, ok := a.(agent.DrawAnswerer); ok {
			back, err := call(ctx, answerLimit, a, func(ctx context.Context) error {
				accept = answerer.AcceptDraw(ctx, v)
				return nil
			})
			if !back || err != nil {
				return action, back, err
			}
		}
		if !r.answerOffer(c, accept, change) {
			return action, true, errChanged
		}
	}
	r.mu.Lock()
	budget := agent.Budget{Time: r.spec.Players[c].timeFor(r.left(c), r.spec.Clock != nil), Seed: arena.MoveSeed(r.spec.Seed, v.Ply())}
	r.mu.Unlock()
	budget.Report = kept.report(r.watchReport(c, v, change))
	back, err = call(ctx, arena.HardLimit(budget), a, func(ctx context.Context) (err error) {
		action, err = a.Move(ctx, v, budget)
		return err
	})
	if !back {
		action = agent.Action{}
	}
	return action, back, err
}

// takeAgent takes the seat's agent, made on first use, with its View. While it is
// away nobody else asks it: an agent's calls never overlap.
func (r *room) takeAgent(c stratego.Color, change int) (a agent.Agent, v *stratego.View, offered bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.change != change || r.closed || r.over() {
		return nil, nil, false, nil
	}
	a, r.agents[c] = r.agents[c], nil
	if a == nil {
		if a, err = r.players[c].New(); err != nil {
			return nil, nil, false, err
		}
	}
	v = new(stratego.View)
	r.referee.View(c, v)
	return a, v, r.referee.DrawOffer() == c.Other(), nil
}

// giveBack seats the agent again, unless its turn was voided and another may sit
// there.
func (r *room) giveBack(c stratego.Color, change int, a agent.Agent) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.change == change && !r.closed && r.agents[c] == nil {
		r.agents[c] = a
		return
	}
	r.server.note("close an agent", a.Close())
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
		r.server.note("store an answer to a draw offer", err)
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

// settle plays an agent's action; one that cannot be played loses its game.
func (r *room) settle(c stratego.Color, change int, action agent.Action, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.change != change || r.closed || r.over() {
		return
	}
	if err != nil {
		fault := arena.Failed
		if errors.Is(err, context.DeadlineExceeded) {
			fault = arena.Timeout
		}
		r.server.note(fmt.Sprintf("agent %v in game %s", r.players[c], r.id), err)
		r.forfeit(c, fault, err.Error())
		return
	}
	if !action.Resign {
		if why := r.referee.State().Why(action.Move); !why.OK() {
			r.forfeit(c, arena.IllegalMove, why.String())
			return
		}
	}
	declined := r.status.Declined
	if err := r.apply(c, action); err != nil {
		r.server.note("store an agent's move", err)
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
	if r.spec.Watch == "" || time.Since(began) >= delay {
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
	if r.spec.Watch == "" {
		return nil
	}
	name := r.players[c].String()
	return func(t agent.Thoughts) {
		message := encode(MindMessage{Type: "mind", Game: r.id, Mind: mindOf(name, v, t, false)})
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

// keepThoughts remembers what an agent thought and logged, for after the end.
func (r *room) keepThoughts(c stratego.Color, v *stratego.View, change int, t agent.Thoughts) {
	mind := mindOf(r.players[c].String(), v, t, true)
	data := encode(mind)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.change != change || r.minds.Len() > maxThoughts {
		return
	}
	w := gzip.NewWriter(&r.minds)
	if _, err := w.Write(append(data, '\n')); err != nil {
		r.server.note("compress thoughts", err)
	}
	if err := w.Close(); err != nil {
		r.server.note("compress thoughts", err)
	}
	for _, line := range t.Log {
		r.log = append(r.log, store.LogLine{Ply: v.Ply() + 1, Text: line})
	}
	if r.spec.Watch != "" {
		message := encode(MindMessage{Type: "mind", Game: r.id, Mind: mind})
		for l := range r.lines {
			l.send(message)
		}
	}
}

// maxThoughts bounds what a game remembers of its agents' thoughts, in bytes.
const maxThoughts = 2 << 20

// keptThoughts holds the latest report of an agent.
type keptThoughts struct {
	mu     sync.Mutex
	latest *agent.Thoughts
	shown  time.Time
}

// report returns a Budget's Report that keeps the latest thoughts and passes some
// on.
func (k *keptThoughts) report(show func(agent.Thoughts)) func(agent.Thoughts) {
	return func(t agent.Thoughts) {
		k.mu.Lock()
		k.latest = &t
		due := show != nil && time.Since(k.shown) >= reportEvery
		if due {
			k.shown = time.Now()
		}
		k.mu.Unlock()
		if due {
			show(t)
		}
	}
}

func (k *keptThoughts) last() (agent.Thoughts, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.latest == nil {
		return agent.Thoughts{}, false
	}
	return *k.latest, true
}

// grace is how long an agent may overrun its end before nobody waits any more.
const grace = 250 * time.Millisecond

// call asks an agent on a goroutine of its own: one that hangs or panics costs its
// game and nothing else. back is false when the call did not return in time; the
// agent is then closed whenever it does, and must not be asked again.
func call(ctx context.Context, limit time.Duration, a agent.Agent, f func(context.Context) error) (back bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	done := make(chan error, 1)
	go func() {
		var err error
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("the agent broke: %v\n%s", p, debug.Stack())
			}
			done <- err
		}()
		err = f(ctx)
	}()
	select {
	case err := <-done:
		return true, err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return true, err
	case <-time.After(grace):
	}
	go func() {
		<-done
		_ = a.Close() // nobody is left to tell
	}()
	return false, ctx.Err()
}
