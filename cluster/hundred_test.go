package cluster_test

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"marengo/agent"
	"marengo/arena"
	"marengo/cluster"
	"marengo/stratego"
)

// A hundred workers that only pretend to play, each at a speed of its own, and one pair
// in twenty is taken by one that is not heard of again: nothing is lost or doubled. What
// is reported is what coordinator, server and all the workers together cost on this
// machine.
func BenchmarkHundredWorkers(b *testing.B) {
	const pretenders, deaths = 100, 0.05
	l := newLab(b)
	ctx, stop := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	var died atomic.Int64
	for i := range pretenders {
		c := l.dial(cluster.Options{Role: cluster.RoleWorker})
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(i), 1))
			pace := time.Duration(rng.ExpFloat64() * float64(10*time.Millisecond))
			pretend(ctx, c, func() bool {
				time.Sleep(pace)
				if rng.Float64() < deaths {
					died.Add(1)
					return false
				}
				return true
			})
		})
	}
	w := l.workers(nil)
	w.Lease = time.Second
	s := pairs(b, b.N, "careful", "random", agent.Budget{Nodes: 10})
	cpu := processorTime(b)
	b.ResetTimer()
	games, err := play(w, s)
	b.StopTimer()
	stop()
	wg.Wait()
	if err != nil || len(games) != 2*b.N {
		b.Fatalf("%d games of %d pairs: %v", len(games), b.N, err)
	}
	messages := uint64(0)
	for _, c := range l.conns {
		messages += cluster.Messages(c)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pairs/s")
	b.ReportMetric((processorTime(b)-cpu).Seconds()*1000/float64(b.N), "ms-CPU/pair")
	b.ReportMetric(float64(messages)/float64(b.N), "messages/pair")
	b.ReportMetric(float64(died.Load()), "deaths")
}

// What a pair costs more on a cluster than here, in processor time: coordinator, server
// and worker are all in this process, and the same games are played without them in the
// same run.
func BenchmarkOverhead(b *testing.B) {
	l := newLab(b)
	l.worker("one", nil)
	s := pairs(b, b.N, "star:depth=1", "careful", agent.Budget{Nodes: 100})
	whole := s.Pair
	s.Pair = func(i int) (*arena.Pair, error) {
		p, err := whole(i)
		p.Terms.Rules, p.Terms.Logs = stratego.DefaultRules, true
		return p, err
	}
	measure := func(w arena.Workers) float64 {
		began := processorTime(b)
		if _, err := play(w, s); err != nil {
			b.Fatal(err)
		}
		return (processorTime(b) - began).Seconds() * 1000 / float64(b.N)
	}
	here, there := measure(arena.Local{Find: find}), measure(l.workers(nil))
	b.ReportMetric(here, "ms-CPU-here/pair")
	b.ReportMetric(there-here, "ms-CPU-more/pair")
}

// pretend answers pairs until ctx ends; those for which survive says no are left.
func pretend(ctx context.Context, c *cluster.Conn, survive func() bool) {
	p := cluster.Pretender{Conn: c}
	for ctx.Err() == nil {
		taken, err := p.Take(ctx)
		if err != nil || taken == nil {
			time.Sleep(20 * time.Millisecond)
			continue
		}
		if survive() && p.Answer(ctx, taken.Resigned("pretender")) == nil {
			_ = taken.Msg.DoubleAck(ctx) // one that is lost brings the pair again
		}
	}
}

// processorTime is what this process has used.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
