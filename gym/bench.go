package gym

import (
	"math/rand/v2"
	"time"
)

// Bench plays random moves for a while and returns the steps a second: what the
// games themselves cost, with their records.
func (g *Gym) Bench(d time.Duration) (float64, error) {
	rng := rand.New(rand.NewPCG(g.cfg.Seed, 1<<63))
	steps := 0
	var stepping time.Duration
	for group := 0; stepping < d; group = (group + 1) % len(g.groups) {
		for i := range g.groups[group] {
			g.memory.SetAction(group, i, rng.IntN(g.memory.Record(group, i).Legal()))
		}
		start := time.Now()
		if err := g.Step(group); err != nil {
			return 0, err
		}
		stepping += time.Since(start)
		steps += len(g.groups[group])
	}
	return float64(steps) / stepping.Seconds(), nil
}
