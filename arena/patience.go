package arena

import "time"

// patience counts what a call takes against its limit. Time in which this process was stopped is
// no agent's fault and does not count: the clock is read every tick, and a gap much longer than
// one says that nothing ran.
type patience struct {
	limit, tick, spent time.Duration
	last               time.Time
}

const (
	patienceTicks = 50 // in a limit
	patienceGap   = 2  // ticks that a gap counts at most
)

func newPatience(limit time.Duration, now time.Time) *patience {
	return &patience{limit: limit, tick: max(time.Millisecond, limit/patienceTicks), last: now}
}

// over counts the time since it was last asked, and says whether the limit is reached.
func (p *patience) over(now time.Time) bool {
	p.spent += min(now.Sub(p.last), patienceGap*p.tick)
	p.last = now
	return p.spent >= p.limit
}
