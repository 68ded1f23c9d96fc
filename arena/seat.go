package arena

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"marengo/agent"
)

// seat is an agent at the board. Its calls run on a goroutine of their own, so
// that one that hangs or panics costs its game and nothing else.
type seat struct {
	agent agent.Agent
	calls chan func()
	done  chan struct{}
	hung  bool // a call never came back: the agent gets no further one
}

// sit takes an agent in.
func sit(a agent.Agent) *seat {
	s := &seat{agent: a, calls: make(chan func()), done: make(chan struct{}, 1)}
	go func() {
		for call := range s.calls {
			call()
			s.done <- struct{}{}
		}
	}()
	return s
}

// grace is what a call may take beyond its limit before the seat stops waiting: an
// agent that returns when its context ends is late, but can be closed in order.
const grace = 250 * time.Millisecond

// faultError is a call that went wrong.
type faultError struct {
	fault  Fault
	detail string
}

func (e *faultError) Error() string { return string(e.fault) + ": " + e.detail }

// call runs f under a time limit. What goes wrong inside is a *faultError; the end
// of ctx itself is its own error.
func (s *seat) call(ctx context.Context, limit time.Duration, f func(context.Context) error) (time.Duration, error) {
	if s.hung {
		return 0, &faultError{Timeout, "an earlier call has not returned"}
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var err error
	began := time.Now()
	s.calls <- func() {
		defer func() {
			if p := recover(); p != nil {
				err = &faultError{Panicked, fmt.Sprintf("%v, at %s", p, panicPlace(debug.Stack()))}
			}
		}()
		err = f(limited)
	}
	if !s.wait(limited) {
		s.hung = true
		if ctx.Err() != nil {
			return time.Since(began), ctx.Err()
		}
		return time.Since(began), &faultError{Timeout, fmt.Sprintf("no answer within %v", limit)}
	}
	took := time.Since(began)
	var fault *faultError
	switch {
	case ctx.Err() != nil:
		return took, ctx.Err()
	case errors.As(err, &fault):
		return took, err
	case took > limit || errors.Is(err, context.DeadlineExceeded):
		return took, &faultError{Timeout, fmt.Sprintf("answered after %v, the limit is %v", took.Round(time.Millisecond), limit)}
	case err != nil:
		return took, &faultError{Failed, err.Error()}
	}
	return took, nil
}

// wait returns whether the call came back, at the latest a little after its
// context ended.
func (s *seat) wait(limited context.Context) bool {
	select {
	case <-s.done:
		return true
	case <-limited.Done():
	}
	late := time.NewTimer(grace)
	defer late.Stop()
	select {
	case <-s.done:
		return true
	case <-late.C:
		return false
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

// leave closes the agent, once its last call has come back. One that hangs is
// closed whenever that happens, without anyone waiting for it.
func (s *seat) leave() error {
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
