// Package fair shares the server's work out among its visitors.
//
// There are only a few types. A Queue hands out places to think, the urgent first and
// everyone in turn; Rates limit how often visitors do something, a Tally how many of
// it they do at once. Whoever exceeds a limit gets ErrCrowded or is told no.
package fair

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// Urgency says who goes first. Of the places a Queue has, those beyond the common
// ones are kept for the urgent.
type Urgency int

// The urgencies.
const (
	AtOnce    Urgency = iota // a hint in a running game
	Soon                     // the mind window of a running game, a move in one
	Sometime                 // a question about a finished game, a game that is watched
	Meanwhile                // one ply of an analysis
)

func (u Urgency) urgent() bool { return u <= Soon }

// ErrCrowded answers who comes to a Queue that is full.
var ErrCrowded = errors.New("too much is waiting to be thought about; try again in a while")

// Queue hands out places to think. The more urgent go first; among equals the
// visitor who has the fewest places, then the one whose last turn is longest ago.
type Queue struct {
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

// Asker is for whom an agent thinks, and how urgently.
type Asker struct {
	Visitor string
	Urgency Urgency
}

// ticket is one who waits.
type ticket struct {
	Asker
	granted chan struct{} // closed with the place
}

// NewQueue returns a Queue of so many common places and places kept for the urgent.
func NewQueue(common, kept int) *Queue {
	return &Queue{common: common, kept: kept, holds: make(map[string]int), served: make(map[string]int)}
}

// Limit bounds how many may wait: of one visitor, and of all.
func (q *Queue) Limit(each, all int) { q.each, q.all = each, all }

// Acquire waits for a place; release gives it back.
func (q *Queue) Acquire(ctx context.Context, a Asker) (release func(), err error) {
	t := &ticket{a, make(chan struct{})}
	q.mu.Lock()
	if q.crowded(a.Visitor) {
		q.mu.Unlock()
		return nil, ErrCrowded
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

func (q *Queue) crowded(visitor string) bool {
	own := 0
	for _, t := range q.waiting {
		if t.Visitor == visitor {
			own++
		}
	}
	return q.each > 0 && own >= q.each || q.all > 0 && len(q.waiting) >= q.all
}

func (q *Queue) release(t *ticket) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.used--
	if q.holds[t.Visitor]--; q.holds[t.Visitor] == 0 {
		delete(q.holds, t.Visitor)
	}
	q.serve()
}

// serve hands out what is free.
func (q *Queue) serve() {
	for {
		best := -1
		for i, t := range q.waiting {
			room := q.common
			if t.Urgency.urgent() {
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
		q.holds[t.Visitor]++
		q.served[t.Visitor] = q.turn
		close(t.granted)
	}
	if q.used == 0 && len(q.waiting) == 0 {
		clear(q.served)
	}
}

// before says whether a goes before b, which came earlier.
func (q *Queue) before(a, b *ticket) bool {
	if a.Urgency != b.Urgency {
		return a.Urgency < b.Urgency
	}
	if x, y := q.holds[a.Visitor], q.holds[b.Visitor]; x != y {
		return x < y
	}
	return q.served[a.Visitor] < q.served[b.Visitor]
}
