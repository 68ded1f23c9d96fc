package web

import (
	"net"
	"net/http"
	"sync"
	"time"
)

// visitor is whom a request's work is counted to: a browser, or the address of one
// that shows no cookie.
func visitor(r *http.Request) string {
	if c, err := r.Cookie(cookieName); err == nil && validID(c.Value) {
		return c.Value
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// tooMany refuses what exceeds a limit.
func tooMany(text string) error { return httpError{http.StatusTooManyRequests, text} }

// allowance limits how often something is done: a number a second, and so many at
// once.
type allowance struct {
	rate float64
	most float64
	left float64
	last time.Time
}

func newAllowance(rate, most float64) *allowance {
	return &allowance{rate: rate, most: most, left: most, last: time.Now()}
}

func (a *allowance) refill(now time.Time) {
	a.left = min(a.most, a.left+now.Sub(a.last).Seconds()*a.rate)
	a.last = now
}

func (a *allowance) take(now time.Time) bool {
	a.refill(now)
	if a.left < 1 {
		return false
	}
	a.left--
	return true
}

// rates limit how often visitors do something: each of them, and all together.
type rates struct {
	mu         sync.Mutex
	rate, most float64
	all        *allowance
	by         map[string]*allowance
}

// newRates allows a visitor so many a second and so many at once, and all visitors
// together crowd times as many.
func newRates(rate, most, crowd float64) *rates {
	return &rates{rate: rate, most: most, all: newAllowance(crowd*rate, crowd*most), by: make(map[string]*allowance)}
}

func (x *rates) take(visitor string, now time.Time) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	a, ok := x.by[visitor]
	if !ok {
		x.forget(now)
		a = newAllowance(x.rate, x.most)
		x.by[visitor] = a
	}
	return a.take(now) && x.all.take(now)
}

// forget drops those who have all their allowance again.
func (x *rates) forget(now time.Time) {
	for who, a := range x.by {
		if a.refill(now); a.left >= a.most {
			delete(x.by, who)
		}
	}
}

// tally limits how many things of a kind go on at once: of one visitor, and in all.
type tally struct {
	each, all int
	refusal   string
	mu        sync.Mutex
	total     int
	by        map[string]int
}

// begin counts one more; end counts it off.
func (t *tally) begin(visitor string) (end func(), err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.by[visitor] >= t.each || t.total >= t.all {
		return nil, tooMany(t.refusal)
	}
	if t.by == nil {
		t.by = make(map[string]int)
	}
	t.by[visitor]++
	t.total++
	return sync.OnceFunc(func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.total--
		if t.by[visitor]--; t.by[visitor] == 0 {
			delete(t.by, visitor)
		}
	}), nil
}
