package experiment

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

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
