package live

import (
	"context"
	"errors"
	"time"

	"marengo/stratego"
	"marengo/web/api"
	"marengo/web/fair"
	"marengo/web/wire"
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
func (r *room) hint(seat stratego.Color, c wire.Command) error {
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
	if err := r.hall.Adviser.Check(name, r.referee.State().Rules().Variant); err != nil {
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
	ctx, cancel := context.WithCancel(r.hall.ctx)
	v := new(stratego.View)
	r.referee.View(seat, v)
	change := r.change
	tell := func(m wire.Mind) {
		r.tellSeat(seat, change, wire.Encode(wire.MindMessage{Type: "mind", Game: r.id, Hint: hint, Mind: m}))
	}
	r.hall.wait.Add(1)
	go func() {
		defer r.hall.wait.Done()
		defer cancel()
		show, who := tell, fair.Asker{Visitor: r.profile, Urgency: fair.Soon}
		if hint {
			show, who = nil, fair.Asker{Visitor: r.profile, Urgency: fair.AtOnce}
		}
		mind, err := r.hall.Adviser.Consult(ctx, who, name, v, mindTime, show)
		switch {
		case ctx.Err() != nil:
		case err != nil:
			r.hall.note("look into "+name, err)
			r.tellSeat(seat, change, wire.Encode(wire.ErrorMessage{Type: "error", Code: "mind", Text: helpFailed(name, err)}))
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
	var told *api.Error
	if errors.Is(err, fair.ErrCrowded) || errors.As(err, &told) {
		return err.Error()
	}
	return name + " could not think about this"
}
