package cluster

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Machines differ in speed. A budget in time is meant for a machine of referenceSpeed;
// a slower one gets more of it, a faster one less, so that all search about as many
// nodes (as fishtest does).

const (
	// referenceSpeed is what a machine searches, in nodes a second on one core, that gets
	// the time that was asked for.
	referenceSpeed = 300_000

	benchEvery  = 5 * time.Minute
	benchesKept = 5
	// maxWander is how far the latest speeds may be apart, as a share of their median. A
	// machine that does other work beside ours exceeds it.
	maxWander = 0.25
)

// bench measures how fast a slot is while all slots are busy: those that play nothing
// are measured as well.
func (k *working) bench(ctx context.Context) error {
	k.mu.Lock()
	free := max(1, k.Slots-len(k.playing))
	k.mu.Unlock()
	speeds, errs := make([]float64, free), make([]error, free)
	var wg sync.WaitGroup
	for i := range free {
		wg.Go(func() { speeds[i], errs[i] = k.Bench(ctx) })
	}
	wg.Wait()
	sum := 0.0
	for i, s := range speeds {
		if errs[i] != nil {
			return fmt.Errorf("worker: bench: %w", errs[i])
		}
		sum += s
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.speeds = append(k.speeds, sum/float64(free))
	k.speeds = k.speeds[max(0, len(k.speeds)-benchesKept):]
	k.machine.Bench, k.machine.SetAside = judged(k.speeds)
	return nil
}

// judged returns the speed that a machine is taken to have, and why it may not play by
// the clock, if it may not.
func judged(speeds []float64) (speed float64, why string) {
	sorted := slices.Sorted(slices.Values(speeds))
	speed = sorted[len(sorted)/2]
	low, high := sorted[0], sorted[len(sorted)-1]
	if high-low > maxWander*speed {
		return speed, fmt.Sprintf("its speed wanders from %.2f to %.2f million nodes a second", low/1e6, high/1e6)
	}
	return speed, ""
}

// measure looks at the speed again and again.
func (k *working) measure(ctx context.Context) {
	for pause(ctx, benchEvery) {
		if err := k.bench(ctx); err != nil && ctx.Err() == nil {
			k.say("%v", err)
		}
	}
}

// factor is what a budget in time is multiplied by on this machine.
func (k *working) factor() (float64, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if why := k.machine.SetAside; why != "" {
		return 0, fmt.Errorf("this machine plays no games by the clock: %s", why)
	}
	f := referenceSpeed / k.machine.Bench
	if !(f > 1./maxFactor && f < maxFactor) {
		return 0, fmt.Errorf("this machine plays no games by the clock: it searches %.0f nodes a second", k.machine.Bench)
	}
	return f, nil
}

func scaled(d time.Duration, factor float64) time.Duration {
	return time.Duration(float64(d) * factor)
}
