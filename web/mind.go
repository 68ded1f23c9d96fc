package web

import (
	"context"
	"errors"
	"time"

	"marengo/agent"
	"marengo/arena"
	"marengo/stratego"
)

// mindTime is how long an agent thinks for a mind window or a hint.
const mindTime = 1500 * time.Millisecond

// setMind opens or closes a person's window into an agent's mind. The agent looks
// at the person's own View.
func (r *room) setMind(seat stratego.Color, name string) error {
	if name != "" {
		if err := r.checkHelper(name); err != nil {
			return err
		}
	}
	r.asked[seat] = name
	if r.mindStop != nil {
		r.mindStop()
		r.mindStop = nil
	}
	if !r.over() && r.referee.Turn() == seat {
		r.startMind(seat)
	}
	return nil
}

// hint asks an agent once.
func (r *room) hint(seat stratego.Color, c Command) error {
	if c.Ply != r.ply() || r.over() || r.referee.Turn() != seat {
		return errStale
	}
	if err := r.checkHelper(c.Agent); err != nil {
		return err
	}
	r.lookInto(seat, c.Agent, true)
	return nil
}

// checkHelper says whether an agent may help here.
func (r *room) checkHelper(name string) error {
	if r.status.Counts {
		return errCounts
	}
	if err := r.server.checkHelper(name, r.referee.State().Rules().Variant); err != nil {
		return commandError{"agent", err.Error()}
	}
	return nil
}

// startMind runs the agent that a person on turn looks into.
func (r *room) startMind(seat stratego.Color) {
	if name := r.asked[seat]; name != "" && r.mindStop == nil {
		r.mindStop = r.lookInto(seat, name, false)
	}
}

// lookInto has an agent think on a person's View and tells that seat's lines.
func (r *room) lookInto(seat stratego.Color, name string, hint bool) context.CancelFunc {
	ctx, cancel := context.WithCancel(r.server.ctx)
	v := new(stratego.View)
	r.referee.View(seat, v)
	change := r.change
	tell := func(m Mind) {
		r.tellSeat(seat, change, encode(MindMessage{Type: "mind", Game: r.id, Hint: hint, Mind: m}))
	}
	r.server.wait.Add(1)
	go func() {
		defer r.server.wait.Done()
		defer cancel()
		show, who := tell, asker{r.profile, soon}
		if hint {
			show, who = nil, asker{r.profile, atOnce}
		}
		mind, err := r.server.consult(ctx, who, name, v, mindTime, show)
		switch {
		case ctx.Err() != nil:
		case err != nil:
			r.server.note("look into "+name, err)
			r.tellSeat(seat, change, encode(ErrorMessage{Type: "error", Code: "mind", Text: helpFailed(name, err)}))
		default:
			tell(mind)
		}
	}()
	return cancel
}

// tellSeat sends a message to a seat's lines, unless the game has changed since.
func (r *room) tellSeat(seat stratego.Color, change int, message []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.change != change {
		return
	}
	for l := range r.lines {
		if l.seat == seat {
			l.send(message)
		}
	}
}

// helpFailed says why an agent's thoughts do not come, without its inner life.
func helpFailed(name string, err error) string {
	var h httpError
	if errors.As(err, &h) {
		return h.text
	}
	return name + " could not think about this"
}

// consult has a fresh agent think on a View, showing thoughts as they form, and
// returns its last. Its choice is always among the candidates.
func (s *Server) consult(ctx context.Context, who asker, name string, v *stratego.View, limit time.Duration, show func(Mind)) (Mind, error) {
	contender, err := s.catalogue.Find(name)
	if err != nil {
		return Mind{}, err
	}
	release, err := s.helpers.acquire(ctx, who)
	if err != nil {
		return Mind{}, err
	}
	defer release()
	a, err := contender.New()
	if err != nil {
		return Mind{}, err
	}
	kept := &keptThoughts{}
	var pass func(agent.Thoughts)
	if show != nil {
		pass = func(t agent.Thoughts) { show(mindOf(name, v, t, false)) }
	}
	budget := agent.Budget{Time: limit, Seed: arena.MoveSeed(1, v.Ply()), Report: kept.report(pass)}
	seat := arena.Sit(a)
	action, _, err := seat.Move(ctx, arena.HardLimit(budget), v, budget)
	s.note("close "+name, seat.Leave())
	if err != nil {
		return Mind{}, err
	}
	thoughts, _ := kept.last()
	if len(thoughts.Candidates) == 0 && !action.Resign {
		thoughts.Candidates = []agent.Candidate{{Move: stratego.FormatMove(action.Move)}}
	}
	return mindOf(name, v, thoughts, true), nil
}
