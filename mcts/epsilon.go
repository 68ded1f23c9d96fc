package mcts

import "math/rand/v2"

// EpsilonGreedy follows a random move with probability Epsilon and the move of
// the highest average otherwise (6.2.2). The paper settles on 0.65. By its first step every
// move of a node is tried before any is selected; its program draws the random
// move from all at once, tried or not, and so goes deeper.
type EpsilonGreedy struct {
	Epsilon float64
	AtOnce  bool // as the program does
}

func (e *EpsilonGreedy) tries(tried, untried int, rng *rand.Rand) bool {
	return !e.AtOnce || tried == 0 || rng.Float64() < e.untried(tried, untried)
}

// untried is the chance that the random move is one that was not tried.
func (e *EpsilonGreedy) untried(tried, untried int) float64 {
	return e.Epsilon * float64(untried) / float64(tried+untried)
}

// explores is the chance of a random move among those tried, given that it is none
// of the untried.
func (e *EpsilonGreedy) explores(tried, untried int) float64 {
	if !e.AtOnce || untried == 0 {
		return e.Epsilon
	}
	fresh := e.untried(tried, untried)
	return (e.Epsilon - fresh) / (1 - fresh)
}

func (e *EpsilonGreedy) pick(t *tree, n *node, rng *rand.Rand) uint32 {
	if rng.Float64() < e.explores(int(n.tried), int(n.moves-n.tried)) {
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

func (e *EpsilonGreedy) pickAmong(t *tree, _ *node, open []uint32, untried int, rng *rand.Rand) uint32 {
	if rng.Float64() < e.explores(len(open), untried) {
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

func (e *EpsilonGreedy) predicted() bool { return false }

// byValue: the random part of the visits says nothing.
func (e *EpsilonGreedy) byValue() bool { return true }
