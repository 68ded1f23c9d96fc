package search

import (
	"context"
	"math"
	"time"
)

// checkEvery is how many nodes pass between two looks at the clock: well below a
// millisecond.
const checkEvery = 512

// stopper says when a search has to end.
type stopper struct {
	done     <-chan struct{}
	deadline time.Time // zero for none
	nodes    int64
	checkAt  int64 // the number of nodes at which to look again
	stopped  bool
}

func (p *stopper) begin(ctx context.Context, start time.Time, l Limits) {
	*p = stopper{done: ctx.Done(), nodes: l.Nodes}
	if l.Nodes == 0 {
		p.nodes = math.MaxInt64
	}
	if l.Time > 0 {
		p.deadline = start.Add(l.Time)
	}
	if ctx.Err() != nil {
		p.stopped = true
	}
	p.checkAt = min(p.nodes, checkEvery)
}

// look stops the search if a limit is reached.
func (p *stopper) look(nodes int64) {
	p.checkAt = min(p.nodes, nodes+checkEvery)
	if nodes >= p.nodes {
		p.stopped = true
	}
	select {
	case <-p.done:
		p.stopped = true
	default:
	}
	if !p.deadline.IsZero() && !time.Now().Before(p.deadline) {
		p.stopped = true
	}
}
