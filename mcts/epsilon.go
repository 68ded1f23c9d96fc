package mcts

import "math/rand/v2"

// EpsilonGreedy follows a random move with probability Epsilon and the move of
// the highest average otherwise (6.2.2). The paper settles on 0.65.
type EpsilonGreedy struct{ Epsilon float64 }

func (e *EpsilonGreedy) triesAll() bool { return true }

func (e *EpsilonGreedy) pick(t *tree, n *node, rng *rand.Rand) uint32 {
	if rng.Float64() < e.Epsilon {
		return n.first + rng.Uint32N(uint32(n.tried))
	}
	best, top := 0, float32(-1)
	for i, h := range t.hot[n.first : n.first+uint32(n.tried)] {
		if h.mean > top {
			best, top = i, h.mean
		}
	}
	return n.first + uint32(best)
}

func (e *EpsilonGreedy) pickAmong(t *tree, _ *node, open []uint32, rng *rand.Rand) uint32 {
	if rng.Float64() < e.Epsilon {
		return open[rng.IntN(len(open))]
	}
	best, top := open[0], float32(-1)
	for _, i := range open {
		if m := t.hot[i].mean; m > top {
			best, top = i, m
		}
	}
	return best
}

// byValue: the random part of the visits says nothing.
func (e *EpsilonGreedy) byValue() bool { return true }
