package web

import (
	"context"
	"net/http"
	"slices"
	"sync"
)

// urgency says who goes first. Of the places a queue has, those beyond the common
// ones are kept for the urgent.
type urgency int

const (
	atOnce    urgency = iota // a hint in a running game
	soon                     // the mind window of a running game, a move in one
	sometime                 // a question about a finished game, a game that is watched
	meanwhile                // one ply of an analysis
)

func (u urgency) urgent() bool { return u <= soon }

// errCrowded answers who comes to a queue that is full.
var errCrowded = httpError{http.StatusTooManyRequests, "too much is waiting to be thought about; try again in a while"}

// queue hands out places to think. The more urgent go first; among equals the
// visitor who has the fewest places, then the one whose last turn is longest ago.
type queue struct {
	mu      sync.Mutex
	common  int // places for everyone
	kept    int // further places for the urgent
	each    int // how many of one visitor may wait; 0: any number
	all     int // how many may wait; 0: any number
	used    int
	waiting []*ticket
	holds   map[string]int // places by visitor
	served  map[string]int // the turn each visitor was last served at, until all is quiet
	turn    int
}

// asker is for whom an agent thinks, and how urgently.
type asker struct {
	visitor string
	urgency urgency
}

// ticket is one who waits.
type ticket struct {
	asker
	granted chan struct{} // closed with the place
}

func newQueue(common, kept int) *queue {
	return &queue{common: common, kept: kept, holds: make(map[string]int), served: make(map[string]int)}
}

// acquire waits for a place; release gives it back.
func (q *queue) acquire(ctx context.Context, a asker) (release func(), err error) {
	t := &ticket{a, make(chan struct{})}
	q.mu.Lock()
	if q.crowded(a.visitor) {
		q.mu.Unlock()
		return nil, errCrowded
	}
	q.waiting = append(q.waiting, t)
	q.serve()
	q.mu.Unlock()
	release = sync.OnceFunc(func() { q.release(t) })
	select {
	case <-t.granted:
		return release, nil
	case <-ctx.Done():
	}
	q.mu.Lock()
	i := slices.Index(q.waiting, t)
	if i >= 0 {
		q.waiting = slices.Delete(q.waiting, i, i+1)
	}
	q.mu.Unlock()
	if i < 0 { // the place came in the same moment
		release()
	}
	return nil, ctx.Err()
}

func (q *queue) crowded(visitor string) bool {
	own := 0
	for _, t := range q.waiting {
		if t.visitor == visitor {
			own++
		}
	}
	return q.each > 0 && own >= q.each || q.all > 0 && len(q.waiting) >= q.all
}

func (q *queue) release(t *ticket) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.used--
	if q.holds[t.visitor]--; q.holds[t.visitor] == 0 {
		delete(q.holds, t.visitor)
	}
	q.serve()
}

// serve hands out what is free.
func (q *queue) serve() {
	for {
		best := -1
		for i, t := range q.waiting {
			room := q.common
			if t.urgency.urgent() {
				room += q.kept
			}
			if q.used < room && (best < 0 || q.before(t, q.waiting[best])) {
				best = i
			}
		}
		if best < 0 {
			break
		}
		t := q.waiting[best]
		q.waiting = slices.Delete(q.waiting, best, best+1)
		q.used++
		q.turn++
		q.holds[t.visitor]++
		q.served[t.visitor] = q.turn
		close(t.granted)
	}
	if q.used == 0 && len(q.waiting) == 0 {
		clear(q.served)
	}
}

// before says whether a goes before b, which came earlier.
func (q *queue) before(a, b *ticket) bool {
	if a.urgency != b.urgency {
		return a.urgency < b.urgency
	}
	if x, y := q.holds[a.visitor], q.holds[b.visitor]; x != y {
		return x < y
	}
	return q.served[a.visitor] < q.served[b.visitor]
}
