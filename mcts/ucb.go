package mcts

import "math/rand/v2"

// UCB follows the move with the highest upper confidence bound,
// Q + C·√(log n / n_t) (6.2.3). The paper settles on 0.15.
type UCB struct{ C float64 }

func (u *UCB) tries(int, int, *rand.Rand) bool { return true }

func (u *UCB) pick(t *tree, n *node, _ *rand.Rand) uint32 {
	k := float32(u.C) * rootLog(n.visits)
	best, top := 0, float32(-1)
	for i, h := range t.hot[n.first : n.first+uint32(n.tried)] {
		if s := h.mean + k*h.root; s > top {
			best, top = i, s
		}
	}
	return n.first + uint32(best)
}

// pickAmong counts, in place of the node's visits, the descents in which the move
// could have been chosen: otherwise a move that few worlds permit would look
// neglected.
func (u *UCB) pickAmong(t *tree, _ *node, open []uint32, _ int, _ *rand.Rand) uint32 {
	best, top := open[0], float32(-1)
	for _, i := range open {
		h := t.hot[i]
		if s := h.mean + float32(u.C)*rootLog(t.avail[i])*h.root; s > top {
			best, top = i, s
		}
	}
	return best
}

func (u *UCB) predicted() bool { return false }

func (u *UCB) byValue() bool { return false }
