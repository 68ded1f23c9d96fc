// Package advice asks agents what they think of a position, for a person to read.
//
// There are only a few types. An Adviser has a fresh agent think on a View, when its
// turn in the queue has come; Kept holds an agent's latest thoughts while it thinks.
package advice

import (
	"context"
	"time"

	"marengo/agent"
	"marengo/arena"
	"marengo/stratego"
	"marengo/web/api"
	"marengo/web/fair"
	"marengo/web/roster"
	"marengo/web/wire"
)

// Adviser asks the players on offer.
type Adviser struct {
	Catalogue roster.Catalogue
	Queue     *fair.Queue
	Threads   int                          // that an agent may think on
	Note      func(what string, err error) // takes what goes wrong where nobody waits for it

	// Barred says why a visitor gets no advice at present; nil for nobody is barred.
	Barred func(ctx context.Context, visitor string) error
}

// Check says why an agent cannot be asked about a position of a variant.
func (a *Adviser) Check(name string, v stratego.Variant) error {
	c, err := a.Catalogue.Find(name)
	switch {
	case err != nil:
		return api.Bad("%v", err)
	case !c.Plays(v):
		return api.Bad("%s does not play %v", name, v)
	case c.SetsUpItself():
		return api.Bad("%s plays whole games only", name)
	}
	return nil
}

// Consult has a fresh agent think on a View, showing thoughts as they form, and
// returns its last. Its choice is always among the candidates, and so are the moves asked
// about where the agent heeds that.
func (a *Adviser) Consult(ctx context.Context, who fair.Asker, name string, v *stratego.View, limit time.Duration, show func(wire.Mind), asked ...stratego.Move) (wire.Mind, error) {
	if a.Barred != nil {
		if err := a.Barred(ctx, who.Visitor); err != nil {
			return wire.Mind{}, err
		}
	}
	contender, err := a.Catalogue.Find(name)
	if err != nil {
		return wire.Mind{}, err
	}
	release, err := a.Queue.Acquire(ctx, who)
	if err != nil {
		return wire.Mind{}, err
	}
	defer release()
	helper, err := contender.New()
	if err != nil {
		return wire.Mind{}, err
	}
	kept := &Kept{}
	var pass func(agent.Thoughts)
	if show != nil {
		pass = func(t agent.Thoughts) { show(wire.MindOf(name, v, t, false)) }
	}
	budget := agent.Budget{Time: limit, Seed: arena.MoveSeed(1, v.Ply()), Threads: a.Threads, Asked: asked, Report: kept.Report(pass)}
	seat := arena.Sit(helper)
	action, _, err := seat.Move(ctx, arena.HardLimit(budget), v, budget)
	a.Note("close "+name, seat.Leave())
	if err != nil {
		return wire.Mind{}, err
	}
	thoughts, _ := kept.Last()
	if len(thoughts.Candidates) == 0 && !action.Resign {
		thoughts.Candidates = []agent.Candidate{{Move: stratego.FormatMove(action.Move)}}
	}
	return wire.MindOf(name, v, thoughts, true), nil
}
