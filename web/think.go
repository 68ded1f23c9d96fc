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

// mixSeed gives each ply of a game a seed of its own (SplitMix64's finaliser).
func mixSeed(seed uint64, ply int) uint64 {
	z := seed + (uint64(ply)+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// think lets the agent to move answer a standing offer, then choose, and plays
// what it chose unless the game changed meanwhile.
func (r *room) think(ctx context.Context, c stratego.Color, change int) {
	began := time.Now()
	a, view, offered, err := r.seatAgent(c, change)
	if err != nil || a == nil {
		r.settle(c, change, agent.Action{}, err)
		return
	}
	release, err := r.server.acquire(ctx, r.server.thinkers)
	if err != nil {
		return
	}
	if offered && !r.answerOffer(ctx, a, c, view, change) {
		release()
		return
	}
	r.mu.Lock()
	budget := agent.Budget{Time: r.spec.Players[c].timeFor(r.left(c), r.spec.Clock != nil), Seed: mixSeed(r.spec.Seed, view.Ply())}
	r.mu.Unlock()
	kept := &keptThoughts{}
	budget.Report = kept.report(r.watchReport(c, view, change))
	action, err := ask(ctx, a, view, budget)
	release()
	if ctx.Err() != nil {
		return
	}
	r.rest(ctx, began)
	if thoughts, ok := kept.last(); ok && err == nil {
		r.keepThoughts(c, view, change, thoughts)
	}
	r.settle(c, change, action, err)
}

// seatAgent returns the seat's agent, made on first use, and its View.
func (r *room) seatAgent(c stratego.Color, change int) (a agent.Agent, v *stratego.View, offered bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.change != change || r.closed || r.over() {
		return nil, nil, false, nil
	}
	if r.agents[c] == nil {
		if r.agents[c], err = r.players[c].New(); err != nil {
			return nil, nil, false, err
		}
	}
	v = new(stratego.View)
	r.referee.View(c, v)
	return r.agents[c], v, r.referee.DrawOffer() == c.Other(), nil
}

// answerOffer puts the person's draw offer to the agent; it returns false when
// that ended or changed the game.
func (r *room) answerOffer(ctx context.Context, a agent.Agent, c stratego.Color, v *stratego.View, change int) bool {
	accept := false
	if answerer, ok := a.(agent.DrawAnswerer); ok {
		accept = answerer.AcceptDraw(ctx, v)
	}
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

// ask has an agent choose on a goroutine of its own: one that hangs or panics
// costs its game and nothing else.
func ask(ctx context.Context, a agent.Agent, v *stratego.View, b agent.Budget) (agent.Action, error) {
	ctx, cancel := context.WithTimeout(ctx, arena.HardLimit(b))
	defer cancel()
	type answer struct {
		action agent.Action
		err    error
	}
	done := make(chan answer, 1)
	go func() {
		var x answer
		defer func() {
			if p := recover(); p != nil {
				x.err = fmt.Errorf("the agent broke: %v\n%s", p, debug.Stack())
			}
			done <- x
		}()
		x.action, x.err = a.Move(ctx, v, b)
	}()
	select {
	case x := <-done:
		return x.action, x.err
	case <-ctx.Done():
	}
	select {
	case x := <-done:
		return x.action, x.err
	case <-time.After(grace):
		return agent.Action{}, ctx.Err()
	}
}
