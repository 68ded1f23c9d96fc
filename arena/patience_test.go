package arena

import (
	"testing"
	"time"
)

// TestPatience: a limit is reached after as much time as it names, but for the time in which the
// process was stopped.
func TestPatience(t *testing.T) {
	const limit = 2 * time.Minute
	now := time.Unix(0, 0)
	p := newPatience(limit, now)
	ticks := func(n int) (over bool) {
		for range n {
			now = now.Add(p.tick)
			over = p.over(now)
		}
		return over
	}
	if ticks(patienceTicks / 2) {
		t.Fatal("half the limit was taken for all of it")
	}
	now = now.Add(21 * time.Minute) // stopped, and continued
	if p.over(now) {
		t.Error("the time in which the process was stopped counted")
	}
	if !ticks(patienceTicks / 2) {
		t.Errorf("%v counted of a limit of %v that is over", p.spent, limit)
	}
}
