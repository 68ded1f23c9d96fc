package arena

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"marengo/agent"
	"marengo/stratego"
)

// Seat is an agent at the board: whoever plays a game asks its agents through it,
// under guard. Its calls run on a goroutine of their own, so that an agent that
// hangs or panics costs its game and nothing else. The methods never overlap, as an
// agent's calls do not.
//
// Whatever an agent does wrong is a *FaultError, in the same word everywhere: hand it
// to Referee.Forfeit. Any other error is that of the context: the asker no longer
// wants to know, and the agent may be asked again unless it has Hung.
type Seat struct {
	agent agent.Agent
	calls chan func()
	done  chan struct{}
	hung  bool
}

// Sit takes an agent in. Leave closes it.
func Sit(a agent.Agent) *Seat {
	s := &Seat{agent: a, calls: make(chan func()), done: make(chan struct{}, 1)}
	go func() {
		for call := range s.calls {
			call()
			s.done <- struct{}{}
		}
	}()
	return s
}

// Agent returns who sits there, to be looked at between the calls.
func (s *Seat) Agent() agent.Agent { return s.agent }

// Hung says whether a call never came back: the agent gets no further one.
func (s *Seat) Hung() bool { return s.hung }

// FaultError is what an agent did wrong.
type FaultError struct {
	Fault  Fault
	Detail string // what exactly, in words
}

func (e *FaultError) Error() string { return string(e.Fault) + ": " + e.Detail }

// HardLimit returns the time after which an answer is no longer awaited, for a
// budget that names none: generous, since a busy machine is no agent's fault.
func HardLimit(b agent.Budget) time.Duration {
	if b.Time > 0 {
		return 2*b.Time + 10*time.Second
	}
	return 2 * time.Minute
}

// Setup asks for a setup that the rules allow.
func (s *Seat) Setup(ctx context.Context, limit time.Duration, g agent.Game) (stratego.Setup, error) {
	var setup stratego.Setup
	_, err := s.call(ctx, limit, func(ctx context.Context) (err error) {
		if setup, err = s.agent.Setup(ctx, g); err != nil {
			return asFault(err, BadSetup)
		}
		if err := setup.Check(g.Rules.Variant); err != nil {
			return &FaultError{BadSetup, err.Error()}
		}
		return nil
	})
	if err != nil {
		return stratego.Setup{}, err
	}
	return setup, nil
}

// Move asks for an action that the rules allow, and says how long it took. The
// View is the agent's for good if it hangs.
func (s *Seat) Move(ctx context.Context, limit time.Duration, v *stratego.View, b agent.Budget) (agent.Action, time.Duration, error) {
	var action agent.Action
	b.Hard = limit
	took, err := s.call(ctx, limit, func(ctx context.Context) (err error) {
		if action, err = s.agent.Move(ctx, v, b); err != nil {
			return asFault(err, IllegalMove)
		}
		if why := v.Why(action.Move); !action.Resign && !why.OK() {
			return &FaultError{IllegalMove, fmt.Sprintf("%v cannot play %s: %v", v.Color(), stratego.FormatMove(action.Move), why)}
		}
		return nil
	})
	if err != nil {
		return agent.Action{}, took, err
	}
	return action, took, nil
}

// AcceptDraw puts the opponent's offer to the agent; one that cannot answer declines.
func (s *Seat) AcceptDraw(ctx context.Context, limit time.Duration, v *stratego.View) (bool, error) {
	answerer, ok := s.agent.(agent.DrawAnswerer)
	if !ok {
		return false, nil
	}
	accept := false
	if _, err := s.call(ctx, limit, func(ctx context.Context) error {
		accept = answerer.AcceptDraw(ctx, v)
		return nil
	}); err != nil {
		return false, err
	}
	return accept, nil
}

// Played tells an agent that wants to hear of it of a ply. What goes wrong in it
// shows when the agent is next asked.
func (s *Seat) Played(limit time.Duration, e stratego.Event, r stratego.Result) {
	if w, ok := s.agent.(agent.Watcher); ok {
		_, _ = s.call(context.Background(), limit, func(context.Context) error {
			w.Played(e, r)
			return nil
		})
	}
}

// GameOver tells an agent that wants to hear of it how the game ended. A fault
// after the end changes nothing.
func (s *Seat) GameOver(winner stratego.Color, reason string) {
	if w, ok := s.agent.(agent.Watcher); ok {
		_, _ = s.call(context.Background(), closeLimit, func(context.Context) error {
			w.GameOver(winner, reason)
			return nil
		})
	}
}

// Account returns the lines that an agent has left to be kept with the game. It is
// called after Leave.
func (s *Seat) Account() []string {
	if a, ok := s.agent.(agent.Accountant); ok && !s.hung {
		return a.Account()
	}
	return nil
}

// asFault turns an answer that is none into a fault.
func asFault(err error, f Fault) error {
	if errors.Is(err, agent.ErrIllegal) {
		return &FaultError{f, err.Error()}
	}
	return err
}

// grace is what a call may take beyond its limit before the seat stops waiting: an
// agent that returns when its context ends is late, but can be closed in order.
const grace = 250 * time.Millisecond

// call runs f under a time limit. What goes wrong inside is a *FaultError; the end
// of ctx itself is its own error.
func (s *Seat) call(ctx context.Context, limit time.Duration, f func(context.Context) error) (time.Duration, error) {
	if s.hung {
		return 0, &FaultError{Timeout, "an earlier call has not returned"}
	}
	limited, cancel := context.WithCancel(ctx)
	defer cancel()
	var err error
	began := time.Now()
	s.calls <- func() {
		defer func() {
			if p := recover(); p != nil {
				err = &FaultError{Panicked, fmt.Sprintf("%v, at %s", p, panicPlace(debug.Stack()))}
			}
		}()
		err = f(limited)
	}
	returned, late := s.wait(ctx, cancel, limit)
	took := time.Since(began)
	if !returned {
		s.hung = true
		if ctx.Err() != nil {
			return took, ctx.Err()
		}
		return took, &FaultError{Timeout, fmt.Sprintf("no answer within %v", limit)}
	}
	var fault *FaultError
	switch {
	case ctx.Err() != nil:
		return took, ctx.Err()
	case errors.As(err, &fault):
		return took, err
	case late || errors.Is(err, context.DeadlineExceeded):
		return took, &FaultError{Timeout, fmt.Sprintf("answered after %v, the limit is %v", took.Round(time.Millisecond), limit)}
	case err != nil:
		return took, &FaultError{Failed, err.Error()}
	}
	return took, nil
}

// wait returns whether the call came back, at the latest a little after its limit or the end
// of ctx, and whether it was late. cancel tells the agent that the limit is reached.
func (s *Seat) wait(ctx context.Context, cancel func(), limit time.Duration) (returned, late bool) {
	p := newPatience(limit, time.Now())
	ticker := time.NewTicker(p.tick)
	defer ticker.Stop()
	for !late && ctx.Err() == nil {
		select {
		case <-s.done:
			return true, false
		case <-ctx.Done():
		case <-ticker.C:
			late = p.over(time.Now())
		}
	}
	cancel()
	more := time.NewTimer(grace)
	defer more.Stop()
	select {
	case <-s.done:
		return true, late
	case <-more.C:
		return false, late
	}
}

// panicPlace finds the source line of a panic in a stack trace: the first one
// below the call of panic itself.
func panicPlace(stack []byte) string {
	lines := strings.Split(string(stack), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "panic(") && i+3 < len(lines) {
			place, _, _ := strings.Cut(strings.TrimSpace(lines[i+3]), " +")
			return place[strings.LastIndexByte(place, '/')+1:]
		}
	}
	return "an unknown place"
}

// Leave closes the agent, once its last call has come back. One that hangs is
// closed whenever that happens, without anyone waiting for it.
func (s *Seat) Leave() error {
	if s.hung {
		go func() {
			<-s.done
			close(s.calls)
			// Nobody is left to tell.
			_ = s.agent.Close()
		}()
		return nil
	}
	var err error
	_, callErr := s.call(context.Background(), closeLimit, func(context.Context) error {
		err = s.agent.Close()
		return nil
	})
	if s.hung {
		return callErr
	}
	close(s.calls)
	return errors.Join(callErr, err)
}

// closeLimit is how long an agent may take to close.
const closeLimit = 10 * time.Second
