package search_test

import (
	"testing"

	"marengo/games/dice"
	"marengo/search"
)

// predicting searches Dice with ChanceProbCut by a poor model: two plies before it was the other's turn to put a checker down.
func predicting(t float64, before []int, audit bool) *search.Searcher[*dice.State] {
	m := &search.Model{Pairs: []search.Pair{{Depth: 3, R: 2, A: 1, Sigma: 0.3}, {Depth: 3, R: 3, A: 1, Sigma: 0.3}}}
	return search.New[*dice.State](&dice.Evaluator{}, search.Options{AlphaBeta: true, ChancePly: true, Star1: true, Star2: 1, Model: m, Audit: audit,
		ChanceProbCut: search.ProbCut{Depths: []int{3}, R: 2, T: t, Before: before}})
}

// TestAudit: an audit changes neither values nor cuts, finds wrong cuts where predictions count
// as certain, and none where the margin is wider than the game.
func TestAudit(t *testing.T) {
	var cuts, wrong int64
	for i, s := range dicePositions(t, 5, 20) {
		plain := mustSearch(t, predicting(0, nil, false), s, search.Limits{Depth: 5})
		r := mustSearch(t, predicting(0, nil, true), s, search.Limits{Depth: 5})
		if r.Score != plain.Score || r.Move != plain.Move || r.Cutoffs[search.CutChanceProbCut] != plain.Cutoffs[search.CutChanceProbCut] {
			t.Errorf("position %d: %v with %v, audited %v with %v", i, plain.Score, plain.Cutoffs, r.Score, r.Cutoffs)
		}
		cuts += r.Cutoffs[search.CutChanceProbCut]
		wrong += r.Cutoffs[search.CutWrong]
		sure := mustSearch(t, predicting(100, nil, true), s, search.Limits{Depth: 5})
		if n := sure.Cutoffs[search.CutWrong]; n > 0 {
			t.Errorf("position %d: %d wrong cuts with a margin of 30 checkers", i, n)
		}
	}
	if cuts == 0 || wrong == 0 || wrong > cuts {
		t.Errorf("%d of %d cuts are wrong", wrong, cuts)
	}
}

// TestMultiChanceProbCut: the shallower search is asked first.
func TestMultiChanceProbCut(t *testing.T) {
	var one, two int64
	for _, s := range dicePositions(t, 5, 20) {
		one += mustSearch(t, predicting(0.5, nil, false), s, search.Limits{Depth: 5}).Nodes
		two += mustSearch(t, predicting(0.5, []int{3}, false), s, search.Limits{Depth: 5}).Nodes
	}
	if one == two {
		t.Errorf("%d nodes with one reduction and with two", one)
	}
	o := search.Options{Model: &search.Model{}, ChanceProbCut: search.ProbCut{Depths: []int{3}, R: 2, T: 1, Before: []int{2}}}
	if err := o.Check(); err == nil {
		t.Error("a reduction that is not larger was accepted")
	}
}
