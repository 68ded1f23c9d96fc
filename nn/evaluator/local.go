package evaluator

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"marengo/nn"
	"marengo/nn/features"
)

// Local evaluates on this machine's cores, a network with buffers of its own for each
// thread. An answer does not depend on how many there are.
type Local struct {
	weights *nn.TransformerWeights
	threads int
	nets    []*features.Network
	cost    atomic.Int64 // nanoseconds of an evaluation, lately
}

// NewLocal returns an evaluator that uses one thread. Its first network is made here, so
// that the first move does not pay for preparing the weights.
func NewLocal(w *nn.TransformerWeights) *Local {
	return &Local{weights: w, threads: 1, nets: []*features.Network{features.NewNetwork(w)}}
}

// SetThreads says how many threads may be used from here on, at least one.
func (l *Local) SetThreads(n int) { l.threads = max(1, n) }

// Evaluate implements Evaluator.
func (l *Local) Evaluate(ctx context.Context, questions []Question) (int, error) {
	threads := min(l.threads, len(questions))
	for len(l.nets) < threads {
		l.nets = append(l.nets, features.NewNetwork(l.weights))
	}
	var next atomic.Int64
	var failed atomic.Pointer[error]
	work := func(net *features.Network) {
		for failed.Load() == nil && !l.late(ctx) {
			i := int(next.Add(1)) - 1
			if i >= len(questions) {
				return
			}
			if err := l.answer(net, &questions[i]); err != nil {
				failed.CompareAndSwap(nil, &err)
			}
		}
	}
	var wait sync.WaitGroup
	for k := 1; k < threads; k++ {
		wait.Go(func() { work(l.nets[k]) })
	}
	if threads > 0 {
		work(l.nets[0])
	}
	wait.Wait()
	if err := failed.Load(); err != nil {
		return 0, *err
	}
	return min(int(next.Load()), len(questions)), nil
}

// Cost returns what an evaluation takes, lately, when all threads are at work; 0 before
// the first.
func (l *Local) Cost() time.Duration { return time.Duration(l.cost.Load()) / time.Duration(l.threads) }

// Takes returns what n evaluations take together, lately, as the threads share them; 0 before the first.
func (l *Local) Takes(n int) time.Duration {
	rounds := (n + l.threads - 1) / l.threads
	return time.Duration(rounds) * time.Duration(l.cost.Load())
}

// late says whether ctx has ended, or would before another evaluation is done.
func (l *Local) late(ctx context.Context) bool {
	if ctx.Err() != nil {
		return true
	}
	deadline, ok := ctx.Deadline()
	return ok && time.Until(deadline) < time.Duration(l.cost.Load())
}

// answer evaluates one question, and keeps a running mean of what that costs.
func (l *Local) answer(net *features.Network, q *Question) error {
	const memory = 8 // evaluations
	began := time.Now()
	if q.ValueOnly {
		value, err := net.RecordValue(&q.Record)
		if err != nil {
			return err
		}
		q.Value = value
	} else {
		_, policy, value, err := net.Record(&q.Record)
		if err != nil {
			return err
		}
		q.Value = value
		copy(q.policy[:], policy)
		if q.Belief != nil {
			net.Belief(q.Belief)
		}
	}
	took, before := int64(time.Since(began)), l.cost.Load()
	if before == 0 {
		before = took
	}
	l.cost.Store(before + (took-before)/memory)
	return nil
}
