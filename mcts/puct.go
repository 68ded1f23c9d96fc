package mcts

import (
	"math"
	"math/rand/v2"

	"marengo/game"
)

// Predictor says how likely each of a position's moves is to be played: formula
// 6.1's P(s, a).
type Predictor[S game.State] interface {
	// Predict writes a share for each move; they sum to 1.
	Predict(s S, moves []game.Move, p []float32) error
}

// PUCT weighs exploration by a Predictor (6.2.4, formula 6.1):
//
//	Q(s,a) + P(s,a) · √ΣN / (1+N(s,a)) · (C1 + log((ΣN + C2 + 1) / C2))
//
// The paper takes 1.25 and 19,000. It does not say what Q is before the first
// visit; here it is the average over the node's visited moves.
type PUCT struct{ C1, C2 float64 }

// tries is asked only where the tree is full: all moves are entered at once.
func (p *PUCT) tries(int, int, *rand.Rand) bool { return true }

// spread is what multiplies P/(1+N) in formula 6.1.
func (p *PUCT) spread(visits uint32) float32 {
	n := float64(visits)
	return float32(math.Sqrt(n) * (p.C1 + math.Log((n+p.C2+1)/p.C2)))
}

func (p *PUCT) pick(t *tree, n *node, _ *rand.Rand) uint32 {
	last := n.first + uint32(n.tried)
	var sum float64
	for _, c := range t.cold[n.first:last] {
		sum += c.sum
	}
	unseen, k := mean(sum, n.visits), p.spread(max(n.visits, 1))
	best, top := n.first, float32(-1)
	for i := n.first; i < last; i++ {
		if s := p.bound(t, i, unseen, k); s > top {
			best, top = i, s
		}
	}
	return best
}

func (p *PUCT) pickAmong(t *tree, _ *node, open []uint32, _ int, _ *rand.Rand) uint32 {
	var sum float64
	var visits uint32
	for _, i := range open {
		sum += t.cold[i].sum
		visits += t.cold[i].visits
	}
	unseen, k := mean(sum, visits), p.spread(max(visits, 1))
	best, top := open[0], float32(-1)
	for _, i := range open {
		if s := p.bound(t, i, unseen, k); s > top {
			best, top = i, s
		}
	}
	return best
}

func mean(sum float64, visits uint32) float32 {
	if visits == 0 {
		return 0
	}
	return float32(sum / float64(visits))
}

func (p *PUCT) bound(t *tree, i uint32, unseen, k float32) float32 {
	q, visits := t.hot[i].mean, t.cold[i].visits
	if visits == 0 {
		q = unseen
	}
	return q + t.prior[i]*k/float32(1+visits)
}

func (p *PUCT) predicted() bool { return true }

func (p *PUCT) byValue() bool { return false }
