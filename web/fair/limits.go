package fair

import (
	"sync"
	"time"
)

// Allowance limits how often something is done: a number a second, and so many at
// once.
type Allowance struct {
	rate float64
	most float64
	left float64
	last time.Time
}

// NewAllowance allows so many a second, and so many at once.
func NewAllowance(rate, most float64) *Allowance {
	return &Allowance{rate: rate, most: most, left: most, last: time.Now()}
}

// refill gives back what time has restored; a time before the last restores nothing.
func (a *Allowance) refill(now time.Time) {
	if passed := now.Sub(a.last); passed > 0 {
		a.left = min(a.most, a.left+passed.Seconds()*a.rate)
		a.last = now
	}
}

// Take uses some of it, if there is enough.
func (a *Allowance) Take(now time.Time) bool {
	a.refill(now)
	if a.left < 1 {
		return false
	}
	a.left--
	return true
}

// Rates limit how often visitors do something: each of them, and all together.
type Rates struct {
	mu         sync.Mutex
	rate, most float64
	all        *Allowance
	by         map[string]*Allowance
}

// NewRates allows a visitor so many a second and so many at once, and all visitors
// together crowd times as many.
func NewRates(rate, most, crowd float64) *Rates {
	return &Rates{rate: rate, most: most, all: NewAllowance(crowd*rate, crowd*most), by: make(map[string]*Allowance)}
}

// Take uses some of a visitor's allowance, if there is enough.
func (x *Rates) Take(visitor string, now time.Time) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	a, ok := x.by[visitor]
	if !ok {
		x.forget(now)
		a = NewAllowance(x.rate, x.most)
		x.by[visitor] = a
	}
	return a.Take(now) && x.all.Take(now)
}

// forget drops those who have all their allowance again.
func (x *Rates) forget(now time.Time) {
	for who, a := range x.by {
		if a.refill(now); a.left >= a.most {
			delete(x.by, who)
		}
	}
}

// Tally limits how many things of a kind go on at once: of one visitor, and in all.
type Tally struct {
	Each, All int
	mu        sync.Mutex
	total     int
	by        map[string]int
}

// Begin counts one more, if that is allowed; end counts it off.
func (t *Tally) Begin(visitor string) (end func(), ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.by[visitor] >= t.Each || t.total >= t.All {
		return nil, false
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
	}), true
}

// Total is how many go on.
func (t *Tally) Total() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.total
}
