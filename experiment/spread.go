package experiment

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// gather does n independent pieces of work, several at a time, and returns what each
// yields, which must not depend on how many there are. What the journal holds is
// not done again; what names the work among all that the experiment does.
func gather[T any](ctx context.Context, o *Options, n int, what string, worker func() func(i int) (T, error)) ([]T, error) {
	out := make([]T, n)
	if o.Journal == nil {
		err := spread(ctx, o, n, what, func() func(int) error {
			work := worker()
			return func(i int) (err error) {
				out[i], err = work(i)
				return err
			}
		})
		return out, err
	}
	var left []int
	for i := range out {
		found, err := o.Journal.find(o.key(what, i), &out[i])
		if err != nil {
			return nil, err
		}
		if !found {
			left = append(left, i)
		}
	}
	rest := *o
	rest.Progress = func(done, _ int, what string) { o.progress(n-len(left)+done, n, what) }
	err := spread(ctx, &rest, len(left), what, func() func(int) error {
		work := worker()
		return func(k int) error {
			i := left[k]
			var err error
			if out[i], err = work(i); err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return err
			}
			return o.Journal.add(o.key(what, i), out[i])
		}
	})
	return out, err
}

// key names a piece of work: the experiment, all options that change what it yields,
// and which piece it is. Positions are among them, since a set scales with their number;
// games are not, so that more can be played later.
func (o *Options) key(what string, i int) string {
	return fmt.Sprintf("%s seed=%d positions=%d depth=%d nodes=%d evaluations=%d cuts=%v line=%d setups=%s played=%s | %s | %d",
		o.name, o.Seed, o.Positions, o.Depth, o.Nodes, o.Evaluations, o.CutDepths, o.Line, o.setupsSum, o.playedSum, what, i)
}

// spread does n independent pieces of work, several at a time. Every worker calls
// worker once for tools of its own and then the function it got for piece after
// piece. What a piece yields must not depend on who did the others.
func spread(ctx context.Context, o *Options, n int, what string, worker func() func(i int) error) error {
	var (
		next, done atomic.Int64
		wait       sync.WaitGroup
		lock       sync.Mutex // guards failed and Progress
		failed     error
	)
	fail := func(err error) {
		lock.Lock()
		defer lock.Unlock()
		if failed == nil {
			failed = err
		}
		next.Store(int64(n))
	}
	o.progress(0, n, what)
	for range min(n, o.workers()) {
		wait.Go(func() {
			work := worker()
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				err := ctx.Err()
				if err == nil {
					err = work(i)
				}
				if err == nil {
					err = ctx.Err() // a search that is stopped returns what it has
				}
				if err != nil {
					fail(err)
					return
				}
				k := int(done.Add(1))
				lock.Lock()
				o.progress(k, n, what)
				lock.Unlock()
			}
		})
	}
	wait.Wait()
	return failed
}

// workers is how many pieces of work are done at a time.
func (o *Options) workers() int { return orElse(o.Concurrency, runtime.GOMAXPROCS(0)) }
