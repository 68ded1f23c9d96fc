package fair

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
)

// standing lets visitors stand in a queue one after another and tells who was
// served in which order, each leaving when the test says.
type standing struct {
	t      *testing.T
	q      *Queue
	served []string
	leave  chan struct{}
}

func (s *standing) come(visitor string, u Urgency) {
	go func() {
		release, err := s.q.Acquire(s.t.Context(), Asker{visitor, u})
		if err != nil {
			s.t.Error(err)
			return
		}
		s.served = append(s.served, visitor) // one place: one at a time
		<-s.leave
		release()
	}()
	synctest.Wait()
}

// next lets the one who is served go and returns who came next.
func (s *standing) next() string {
	s.leave <- struct{}{}
	synctest.Wait()
	return s.served[len(s.served)-1]
}

func TestQueueIsFairAmongVisitors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &standing{t: t, q: NewQueue(1, 0), leave: make(chan struct{})}
		for range 6 {
			s.come("a", Sometime)
		}
		s.come("b", Sometime)
		s.come("b", Sometime)
		s.come("c", Sometime)
		for i, want := range []string{"b", "c", "a", "b", "a", "a", "a", "a"} {
			if got := s.next(); got != want {
				t.Errorf("turn %d: %s was served, expected %s", i+2, got, want)
			}
		}
		s.leave <- struct{}{}
		synctest.Wait()
		if s.q.used != 0 || len(s.q.waiting) != 0 || len(s.q.holds) != 0 || len(s.q.served) != 0 {
			t.Errorf("the empty queue remembers %+v", s.q)
		}
	})
}

func TestTheUrgentGoFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &standing{t: t, q: NewQueue(1, 0), leave: make(chan struct{})}
		s.come("a", Sometime)
		for _, x := range []struct {
			visitor string
			urgency Urgency
		}{{"analysis", Meanwhile}, {"study", Sometime}, {"mind", Soon}, {"hint", AtOnce}} {
			s.come(x.visitor, x.urgency)
		}
		for _, want := range []string{"hint", "mind", "study", "analysis"} {
			if got := s.next(); got != want {
				t.Errorf("%s was served, expected %s", got, want)
			}
		}
		s.leave <- struct{}{}
	})
}

func TestAPlaceIsKeptForTheUrgent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue(1, 1)
		long, err := q.Acquire(t.Context(), Asker{"a", Sometime})
		if err != nil {
			t.Fatal(err)
		}
		hint, err := q.Acquire(t.Context(), Asker{"b", AtOnce}) // without waiting
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		gone := make(chan error, 1)
		go func() {
			_, err := q.Acquire(ctx, Asker{"c", AtOnce})
			gone <- err
		}()
		synctest.Wait()
		cancel()
		if err := <-gone; !errors.Is(err, context.Canceled) || len(q.waiting) != 0 {
			t.Errorf("one who gave up gets %v; %d wait", err, len(q.waiting))
		}
		hint()
		hint() // twice does no harm
		long()
		if q.used != 0 {
			t.Errorf("%d places are in use", q.used)
		}
	})
}

func TestQueuesHaveAnEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue(0, 0)
		q.Limit(3, 100)
		ctx, cancel := context.WithCancel(t.Context())
		for range q.each {
			go func() { _, _ = q.Acquire(ctx, Asker{"a", Sometime}) }() // until the test ends it
		}
		synctest.Wait()
		if _, err := q.Acquire(ctx, Asker{"a", Sometime}); !errors.Is(err, ErrCrowded) {
			t.Errorf("one more of a visitor's gave %v", err)
		}
		if q.crowded("b") {
			t.Error("another visitor is turned away")
		}
		cancel()
		synctest.Wait()
	})
}
