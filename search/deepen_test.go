package search_test

import (
	"reflect"
	"testing"

	"marengo/eval"
	"marengo/game"
	"marengo/games/dice"
	"marengo/hidden"
	"marengo/search"
)

// TestPlainRootIsTheSumOfDepths: with the root ordered as any node and nothing learned,
// iterative deepening takes what the searches of all depths take together (Arts
// 6.2.1).
func TestPlainRootIsTheSumOfDepths(t *testing.T) {
	const depth = 4
	o := search.Options{AlphaBeta: true, Static: true, PlainRoot: true}
	fixed := search.New[*hidden.State](&eval.Arts{}, o)
	o.Deepening = true
	deepening := search.New[*hidden.State](&eval.Arts{}, o)
	for i, s := range strategoPositions(t, 12, hidden.Options{}) {
		var sum int64
		var last search.Result
		for d := 1; d <= depth; d++ {
			last = mustSearch(t, fixed, s, search.Limits{Depth: d})
			sum += last.Nodes
		}
		r := mustSearch(t, deepening, s, search.Limits{Depth: depth})
		if r.Depth == depth && (r.Nodes != sum || r.Score != last.Score || r.Move != last.Move) {
			t.Errorf("position %d: %d nodes for %v, the depths together take %d for %v", i, r.Nodes, r.Score, sum, last.Score)
		}
	}
}

// TestPlainRootUnfinished: a depth that was not finished changes nothing.
func TestPlainRootUnfinished(t *testing.T) {
	searcher := search.New[*hidden.State](&eval.Arts{}, search.Options{AlphaBeta: true, Deepening: true, Static: true, PlainRoot: true})
	for _, s := range strategoPositions(t, 4, hidden.Options{}) {
		for nodes := int64(1); nodes < 3000; nodes += 97 {
			var last search.Result
			r := mustSearch(t, searcher, s, search.Limits{Nodes: nodes, Report: func(r search.Result) {
				last = r
				last.Moves = append([]search.Candidate(nil), r.Moves...)
			}})
			if last.Depth > 0 && (r.Depth != last.Depth || r.Move != last.Move || !reflect.DeepEqual(r.Moves, last.Moves)) {
				t.Fatalf("%d nodes: %v to depth %d, the last finished depth %d said %v", nodes, r.Move, r.Depth, last.Depth, last.Move)
			}
		}
	}
}

// TestDeepenBy: every second depth is searched, the last one always, with the same
// value.
func TestDeepenBy(t *testing.T) {
	o := search.Options{AlphaBeta: true, Deepening: true, ChancePly: true, Star1: true, Table: search.Table{Bits: 12, EqualDepth: true}}
	each := search.New[*dice.State](&dice.Evaluator{}, o)
	o.DeepenBy = 2
	second := search.New[*dice.State](&dice.Evaluator{}, o)
	for i, s := range dicePositions(t, 5, 12) {
		for _, depth := range []int{4, 5} {
			var depths []int
			r := mustSearch(t, second, s, search.Limits{Depth: depth, Report: func(r search.Result) { depths = append(depths, r.Depth) }})
			for k, d := range depths {
				if want := 2 - depth%2 + 2*k; d != want {
					t.Fatalf("position %d, depth %d: searched %v", i, depth, depths)
				}
			}
			want := mustSearch(t, each, s, search.Limits{Depth: depth})
			if d := r.Score - want.Score; r.Depth == want.Depth && (d > tolerance || d < -tolerance) {
				t.Errorf("position %d, depth %d: %v, one by one %v", i, depth, r.Score, want.Score)
			}
		}
	}
}

// TestInPlayBounds: from the range without the flag Star1 saves nodes, and where no
// flag falls within the horizon the value stays.
func TestInPlayBounds(t *testing.T) {
	o := search.Options{AlphaBeta: true, Static: true, Star1: true}
	sound := search.New[*hidden.State](unbounded{&eval.Arts{}}, o)
	o.InPlay = true
	narrow := search.New[*hidden.State](unboundedInPlay{unbounded{&eval.Arts{}}}, o)
	var nodes [2]int64
	for i, s := range strategoPositions(t, 12, hidden.Options{}) {
		a := mustSearch(t, sound, s, search.Limits{Depth: 3})
		b := mustSearch(t, narrow, s, search.Limits{Depth: 3})
		nodes[0] += a.Nodes
		nodes[1] += b.Nodes
		if d := a.Score - b.Score; a.Score > -eval.ArtsFlag/20 && a.Score < eval.ArtsFlag/20 && (d > tolerance || d < -tolerance) {
			t.Errorf("position %d: %v, from the narrow bounds %v", i, a.Score, b.Score)
		}
	}
	if nodes[1] >= nodes[0] {
		t.Errorf("%d nodes from the narrow bounds, %d from the wide ones", nodes[1], nodes[0])
	}
}

// unbounded hides the evaluation's bounds of events.
type unbounded struct{ e *eval.Arts }

func (u unbounded) SetRoot(s *hidden.State)             { u.e.SetRoot(s) }
func (u unbounded) Evaluate(s *hidden.State) game.Score { return u.e.Evaluate(s) }
func (u unbounded) Final(s *hidden.State) game.Score    { return u.e.Final(s) }
func (u unbounded) Bounds() (lo, hi game.Score)         { return u.e.Bounds() }

type unboundedInPlay struct{ unbounded }

func (u unboundedInPlay) InPlay() (lo, hi game.Score) { return u.e.InPlay() }
