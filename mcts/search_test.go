package mcts

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"marengo/game"
)

// nim is a heap from which the players take one to three in turn; who takes the
// last wins.
type nim struct {
	heap int
	path []game.Move
}

func (n *nim) ToMove() game.Player {
	if n.heap == 0 {
		return game.Nobody
	}
	return game.Player(len(n.path) & 1)
}

func (n *nim) Moves(buf []game.Move) []game.Move {
	for k := 1; k <= min(3, n.heap); k++ {
		buf = append(buf, game.Move(k))
	}
	return buf
}

func (n *nim) Outcomes(buf []game.Outcome) []game.Outcome { return buf }
func (n *nim) Do(m game.Move)                             { n.heap -= int(m); n.path = append(n.path, m) }
func (n *nim) Key(int) uint64                             { return uint64(n.heap)<<1 | uint64(len(n.path)&1) }

func (n *nim) Undo() {
	last := len(n.path) - 1
	n.heap += int(n.path[last])
	n.path = n.path[:last]
}

// Value is for First, who won if an odd number of moves was made.
func (n *nim) Value() game.Score {
	if len(n.path)&1 == 1 {
		return 1
	}
	return -1
}

// nimEvaluator knows finished games only.
type nimEvaluator struct{}

func (nimEvaluator) Evaluate(n *nim, me game.Player) float64 {
	if n.ToMove() != game.Nobody {
		return 0.5
	}
	if (n.Value() > 0) == (me == game.First) {
		return 1
	}
	return 0
}

// even predicts all moves alike.
type even struct{}

func (even) Predict(_ *nim, moves []game.Move, p []float32) error {
	for i := range p {
		p[i] = 1 / float32(len(moves))
	}
	return nil
}

func searcher(t *testing.T, selector Selector, seed uint64) *Searcher[*nim] {
	t.Helper()
	s, err := New(Options[*nim]{Selector: selector, Evaluator: nimEvaluator{}, Predictor: even{}}, rand.New(rand.NewPCG(seed, 1)))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func selectors() map[string]Selector {
	return map[string]Selector{"epsilon": &EpsilonGreedy{Epsilon: 0.3}, "epsilon at once": &EpsilonGreedy{0.3, true}, "ucb": &UCB{0.5}, "puct": &PUCT{1.25, 19000}}
}

func search(t *testing.T, s *Searcher[*nim], root *nim, n int64) Result {
	t.Helper()
	r, err := s.Search(context.Background(), root, Limits{Evaluations: n})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestFindsTheWinningMove(t *testing.T) {
	for name, sel := range selectors() {
		for heap := 5; heap <= 11; heap++ {
			if heap%4 == 0 {
				continue // lost whatever one takes
			}
			root := &nim{heap: heap}
			r := search(t, searcher(t, sel, uint64(heap)), root, 20000)
			if int(r.Move) != heap%4 {
				t.Errorf("%s takes %d of %d, the winning move takes %d", name, r.Move, heap, heap%4)
			}
			if root.heap != heap || len(root.path) != 0 {
				t.Errorf("%s left the root changed", name)
			}
			if r.Evaluations != 20000 || r.Depth < 3 || r.MeanDepth <= 1 {
				t.Errorf("%s reports %d evaluations, depth %d, mean depth %v", name, r.Evaluations, r.Depth, r.MeanDepth)
			}
		}
	}
}

func TestSameSeedSameTree(t *testing.T) {
	for name, sel := range selectors() {
		a := search(t, searcher(t, sel, 3), &nim{heap: 30}, 3000)
		b := search(t, searcher(t, sel, 3), &nim{heap: 30}, 3000)
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%s: equal seeds gave\n%v\n%v", name, a, b)
		}
	}
}

// checkTree holds a tree against what must be true of any.
func checkTree(t *testing.T, tr *tree) {
	t.Helper()
	inUse := map[uint32]bool{}
	for n := range tr.nodes {
		nd := &tr.nodes[n]
		var visits uint32
		for i := nd.first; i < nd.first+uint32(nd.tried); i++ {
			if inUse[i] {
				t.Fatalf("two nodes share move %d", i)
			}
			inUse[i] = true
			c := tr.cold[i]
			visits += c.visits
			if c.visits > 0 && math.Abs(float64(tr.hot[i].mean)-c.sum/float64(c.visits)) > 1e-6 {
				t.Fatalf("mean %v of sum %v over %d", tr.hot[i].mean, c.sum, c.visits)
			}
			var below uint32
			for k := c.child; k != none && k != over; k = tr.nodes[k].next {
				below += tr.nodes[k].visits
			}
			if below > c.visits {
				t.Fatalf("a move with %d visits leads to nodes with %d", c.visits, below)
			}
		}
		if visits != nd.visits {
			t.Fatalf("node %d has %d visits, its moves %d", n, nd.visits, visits)
		}
	}
}

func TestTreeIsConsistent(t *testing.T) {
	for name, sel := range selectors() {
		s := searcher(t, sel, 5)
		for range 3 { // the second search reuses the memory of the first
			search(t, s, &nim{heap: 40}, 5000)
			checkTree(t, &s.tree)
		}
		t.Log(name, len(s.tree.nodes), "nodes", s.tree.bytes(), "bytes")
	}
}

func TestAdvanceKeepsTheSubtree(t *testing.T) {
	s := searcher(t, &UCB{0.5}, 7)
	root := &nim{heap: 40}
	search(t, s, root, 5000)
	i, _ := s.tree.find(&s.tree.nodes[0], 2)
	n := s.tree.child(i, 0)
	j, _ := s.tree.find(&s.tree.nodes[n], 3)
	want := s.tree.nodes[s.tree.child(j, 0)].visits
	if !s.Advance(Step{Move: 2}, Step{Move: 3}) {
		t.Fatal("nothing is known after two moves")
	}
	checkTree(t, &s.tree)
	if got := s.tree.nodes[0].visits; got != want {
		t.Errorf("the new root has %d visits, want %d", got, want)
	}
	root.Do(2)
	root.Do(3)
	r := search(t, s, root, 100)
	var visits int64
	for _, c := range r.Moves {
		visits += c.Visits
	}
	if visits != int64(want)+100 || r.Evaluations != 100 {
		t.Errorf("the search ends with %d visits after %d evaluations, want %d", visits, r.Evaluations, want+100)
	}
	if s.Advance(Step{Move: 9}) {
		t.Error("something is known after a move that does not exist")
	}
	if r := search(t, s, root, 10); r.Moves[0].Visits > 10 {
		t.Error("a search after a failed Advance did not start anew")
	}
}

func TestPool(t *testing.T) {
	pool := func(n int) Pool[*nim] {
		var p Pool[*nim]
		for i := range n {
			p = append(p, searcher(t, &UCB{0.5}, uint64(i)))
		}
		return p
	}
	run := func(p Pool[*nim]) Result {
		roots := []*nim{{heap: 31}, {heap: 31}, {heap: 31}}
		r, err := p.Search(context.Background(), roots[:len(p)], Limits{Evaluations: 10000})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if one, alone := run(pool(1)), search(t, searcher(t, &UCB{0.5}, 0), &nim{heap: 31}, 10000); !reflect.DeepEqual(one, alone) {
		t.Errorf("a pool of one gives %v, its searcher %v", one, alone)
	}
	a, b := run(pool(3)), run(pool(3))
	if !reflect.DeepEqual(a, b) {
		t.Errorf("equal seeds gave\n%v\n%v", a, b)
	}
	if a.Move != 3 || a.Evaluations != 10000 {
		t.Errorf("three searchers take %d of 31 after %d evaluations, want 3 after 10000", a.Move, a.Evaluations)
	}
}

func TestLimits(t *testing.T) {
	s := searcher(t, &UCB{0.5}, 1)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := s.Search(ctx, &nim{heap: 31}, Limits{}); err != nil || r.Evaluations == 0 || r.Move == 0 {
		t.Errorf("a cancelled search gives move %d after %d evaluations, error %v", r.Move, r.Evaluations, err)
	}
	if r, err := s.Search(context.Background(), &nim{heap: 31}, Limits{Time: time.Microsecond}); err != nil || r.Move == 0 {
		t.Errorf("a search out of time gives move %d, error %v", r.Move, err)
	}
	if _, err := s.Search(context.Background(), &nim{}, Limits{Evaluations: 1}); err == nil {
		t.Error("a finished game was searched")
	}
}

func TestMaxBytes(t *testing.T) {
	s, err := New(Options[*nim]{Selector: &UCB{0.5}, Evaluator: nimEvaluator{}, MaxBytes: 4096}, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	if r := search(t, s, &nim{heap: 60}, 5000); r.Bytes > 4096+1024 || r.Evaluations != 5000 {
		t.Errorf("%d bytes after %d evaluations, the bound is 4096", r.Bytes, r.Evaluations)
	}
	checkTree(t, &s.tree)
}

func TestNoAllocationWhenWarm(t *testing.T) {
	s := searcher(t, &UCB{0.5}, 1)
	root := &nim{heap: 60, path: make([]game.Move, 0, 64)}
	few := testing.AllocsPerRun(5, func() { search(t, s, root, 100) })
	many := testing.AllocsPerRun(5, func() { search(t, s, root, 10000) })
	if many > few+2 {
		t.Errorf("%v allocations in 10,000 evaluations, %v in 100", many, few)
	}
}

type failing struct{}

var errFailing = errors.New("no weights")

func (failing) Predict(*nim, []game.Move, []float32) error { return errFailing }

func TestBadOptions(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	if _, err := New(Options[*nim]{}, rng); err == nil {
		t.Error("a search without selector and evaluator was made")
	}
	if _, err := New(Options[*nim]{Selector: &PUCT{1, 1}, Evaluator: nimEvaluator{}}, rng); err == nil {
		t.Error("pUCT without a predictor was made")
	}
	s, err := New(Options[*nim]{Selector: &PUCT{1, 1}, Evaluator: nimEvaluator{}, Predictor: failing{}}, rng)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Search(context.Background(), &nim{heap: 5}, Limits{Evaluations: 5}); !errors.Is(err, errFailing) {
		t.Errorf("a failing predictor gives %v", err)
	}
}

// TestKeep: below the root only the moves that are kept are entered.
func TestKeep(t *testing.T) {
	last := func(_ *nim, moves []game.Move) []game.Move { return moves[len(moves)-1:] }
	for name, selector := range selectors() {
		s, err := New(Options[*nim]{Selector: selector, Evaluator: nimEvaluator{}, Predictor: even{}, Keep: last}, rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		r := search(t, s, &nim{heap: 20}, 500)
		checkTree(t, &s.tree)
		if len(r.Moves) != 3 {
			t.Errorf("%s: the root has %d moves, want 3", name, len(r.Moves))
		}
		for n, nd := range s.tree.nodes[1:] {
			if nd.moves != 1 || nd.tried > 1 {
				t.Fatalf("%s: node %d has %d moves, one is kept", name, n+1, nd.moves)
			}
		}
		if s.Advance(Step{Move: 3}) {
			t.Errorf("%s: a pruned tree was built upon", name)
		}
	}
}

// TestEqualMovesHaveNoOrder: what is the same to the search is chosen by chance, not
// by where it stands in the list of moves.
func TestEqualMovesHaveNoOrder(t *testing.T) {
	for name, selector := range selectors() {
		if name == "puct" {
			continue // it takes moves in the predictor's order, which knows no chance
		}
		chosen := map[game.Move]bool{}
		for seed := range uint64(40) {
			s, err := New(Options[*nim]{Selector: selector, Evaluator: indifferent{}, Predictor: even{}}, rand.New(rand.NewPCG(seed, 1)))
			if err != nil {
				t.Fatal(err)
			}
			chosen[search(t, s, &nim{heap: 50}, 30).Move] = true
		}
		if len(chosen) != 3 {
			t.Errorf("%s chooses only %v of three equal moves", name, chosen)
		}
	}
}

// indifferent values every position the same.
type indifferent struct{}

func (indifferent) Evaluate(*nim, game.Player) float64 { return 0.25 }

func TestLineFollowsTheMostVisited(t *testing.T) {
	s := searcher(t, &UCB{0.5}, 1)
	r := search(t, s, &nim{heap: 7}, 20000)
	line := s.Line(r.Move, 10)
	if len(line) < 3 || line[0] != 3 || line[1]+line[2] != 4 {
		t.Errorf("line %v from 7, want 3 and then complements to 4", line)
	}
}

// rooted counts the roots that it is shown.
type rooted struct {
	Evaluator[*nim]
	roots int
}

func (r *rooted) SetRoot(*nim, game.Player) { r.roots++ }

// TestRooted: an evaluator that holds positions against the root sees each new one, and keeps that
// of a tree that is built upon.
func TestRooted(t *testing.T) {
	e := &rooted{Evaluator: nimEvaluator{}}
	s, err := New(Options[*nim]{Selector: &UCB{0.5}, Evaluator: e}, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	root := &nim{heap: 40}
	search(t, s, root, 1000)
	if !s.Advance(Step{Move: 2}, Step{Move: 3}) {
		t.Fatal("nothing is known after two moves")
	}
	root.Do(2)
	root.Do(3)
	search(t, s, root, 1000)
	if e.roots != 1 {
		t.Errorf("%d roots after the tree was kept", e.roots)
	}
	if search(t, s, root, 10); e.roots != 2 {
		t.Errorf("%d roots after a fresh search", e.roots)
	}
}
