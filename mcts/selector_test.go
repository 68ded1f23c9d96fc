package mcts

import (
	"math"
	"math/rand/v2"
	"testing"
)

// grown returns a tree of one node with n moves of random records.
func grown(n int, rng *rand.Rand) *tree {
	t := &tree{predicted: true, worlds: true}
	t.add(0, n, 0, 0)
	for range n {
		i := t.enter(0, 1)
		t.prior[i] = rng.Float32()
		t.avail[i] = 20000 + rng.Uint32N(20000)
		visits := 1 + rng.IntN(1<<rng.IntN(14))
		for range visits {
			t.record(i, rng.Float64())
		}
		t.nodes[0].visits += uint32(visits)
	}
	return t
}

// The formulas as the paper has them, in float64.
func ucbSlow(t *tree, c, n float64, i uint32) float64 {
	m := t.cold[i]
	return m.sum/float64(m.visits) + c*math.Sqrt(math.Log(n)/float64(m.visits))
}

func puctSlow(t *tree, p *PUCT, n float64, i uint32) float64 {
	m := t.cold[i]
	return m.sum/float64(m.visits) + float64(t.prior[i])*math.Sqrt(n)/(1+float64(m.visits))*(p.C1+math.Log((n+p.C2+1)/p.C2))
}

func TestSelectorsFollowTheirFormulas(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const tolerance = 3e-5
	for range 300 {
		tr := grown(2+rng.IntN(40), rng)
		nd := &tr.nodes[0]
		n := float64(nd.visits)
		var open []uint32
		for i := range uint32(nd.tried) {
			open = append(open, nd.first+i)
		}
		c := rng.Float64()
		p := &PUCT{1.25, 19000}
		for _, check := range []struct {
			name  string
			got   uint32
			bound func(i uint32) float64
		}{
			{"ucb", (&UCB{c}).pick(tr, nd, rng), func(i uint32) float64 { return ucbSlow(tr, c, n, i) }},
			{"ucb among", (&UCB{c}).pickAmong(tr, nd, open, 0, rng), func(i uint32) float64 { return ucbSlow(tr, c, float64(tr.avail[i]), i) }},
			{"puct", p.pick(tr, nd, rng), func(i uint32) float64 { return puctSlow(tr, p, n, i) }},
			{"puct among", p.pickAmong(tr, nd, open, 0, rng), func(i uint32) float64 { return puctSlow(tr, p, n, i) }},
			{"greedy", (&EpsilonGreedy{}).pick(tr, nd, rng), func(i uint32) float64 { return ucbSlow(tr, 0, n, i) }},
			{"greedy among", (&EpsilonGreedy{}).pickAmong(tr, nd, open, 0, rng), func(i uint32) float64 { return ucbSlow(tr, 0, n, i) }},
		} {
			for _, i := range open {
				if check.bound(i) > check.bound(check.got)+tolerance {
					t.Fatalf("%s picks %v where %v is possible", check.name, check.bound(check.got), check.bound(i))
				}
			}
		}
	}
}

func TestEpsilonIsTheShareOfRandomChoices(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	tr := grown(10, rng)
	nd := &tr.nodes[0]
	greedy := (&EpsilonGreedy{}).pick(tr, nd, rng)
	const tries = 20000
	hits := 0
	for range tries {
		if (&EpsilonGreedy{Epsilon: 0.65}).pick(tr, nd, rng) == greedy {
			hits++
		}
	}
	want := 0.35 + 0.65/10
	if got := float64(hits) / tries; math.Abs(got-want) > 5*math.Sqrt(want*(1-want)/tries) {
		t.Errorf("the best of ten is followed %v of the time, want %v", got, want)
	}
}

// TestEpsilonAtOnce: of ten moves, four of them tried, a random one is followed with
// probability epsilon and the best of the tried otherwise, as StrAItego's program does.
func TestEpsilonAtOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	tr := grown(4, rng)
	nd := &tr.nodes[0]
	nd.moves = 10
	greedy := (&EpsilonGreedy{}).pick(tr, nd, rng)
	e := &EpsilonGreedy{Epsilon: 0.65, AtOnce: true}
	const tries = 40000
	counts := map[string]int{}
	for range tries {
		if e.tries(4, 6, rng) {
			counts["untried"]++
		} else if e.pick(tr, nd, rng) == greedy {
			counts["best"]++
		}
	}
	for what, want := range map[string]float64{"untried": 0.65 * 6 / 10, "best": 0.35 + 0.65/10} {
		if got := float64(counts[what]) / tries; math.Abs(got-want) > 5*math.Sqrt(want*(1-want)/tries) {
			t.Errorf("%s moves are followed %v of the time, want %v", what, got, want)
		}
	}
	if !e.tries(0, 10, rng) || !(&EpsilonGreedy{}).tries(9, 1, rng) {
		t.Error("nothing was tried, and no move is tried")
	}
}

func TestOrderMeetsEveryMoveOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for moves := 1; moves < 300; moves++ {
		n := node{moves: uint16(moves), order: rng.Uint32()}
		met := make([]bool, moves)
		for k := range moves {
			met[n.nth(uint16(k))] = true
		}
		for k, ok := range met {
			if !ok {
				t.Fatalf("order %#x of %d moves leaves out %d", n.order, moves, k)
			}
		}
	}
}

func TestRootLog(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 10000 {
		n := 2 + rng.Uint32N(1<<(2+rng.Uint32N(29)))
		want := math.Sqrt(math.Log(float64(n)))
		if got := float64(rootLog(n)); math.Abs(got/want-1) > 1.0/30000 {
			t.Fatalf("rootLog(%d) is %v, want %v", n, got, want)
		}
	}
}
