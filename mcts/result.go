package mcts

import (
	"cmp"
	"slices"

	"marengo/game"
)

// Result is what a search found out.
type Result struct {
	Move  game.Move // the best
	Value float64   // its average for the searching player, 0 to 1
	Moves []Child   // the moves tried at the root, the best first

	Evaluations int64 // iterations of this search
	Depth       int   // of the deepest evaluation, in plies
	MeanDepth   float64
	Bytes       int64 // of the tree

	byValue bool // the best move is that of the highest average, not the most visited
}

// Child is what a search found out about a move.
type Child struct {
	Move   game.Move
	Visits int64
	Value  float64 // the average for the player who makes it; 0 without visits
	Prior  float64 // P of formula 6.1, where there is a predictor

	sum float64
}

// result reads the root.
func (s *Searcher[S]) result() Result {
	t := &s.tree
	root := &t.nodes[0]
	r := Result{Evaluations: s.evaluations, Depth: s.deepest, Bytes: t.bytes(), byValue: s.o.Selector.byValue()}
	if s.evaluations > 0 {
		r.MeanDepth = float64(s.depths) / float64(s.evaluations)
	}
	for i := root.first; i < root.first+uint32(root.tried); i++ {
		c := Child{Move: t.cold[i].move, Visits: int64(t.cold[i].visits), sum: t.cold[i].sum}
		if t.predicted {
			c.Prior = float64(t.prior[i])
		}
		r.Moves = append(r.Moves, c)
	}
	r.rank()
	return r
}

// rank averages and sorts the moves and names the best. Equals stay in the order in
// which they were tried, which is random but with a predictor: an order of squares
// would have one side shuffle at its front and the other at its back.
func (r *Result) rank() {
	for i := range r.Moves {
		if c := &r.Moves[i]; c.Visits > 0 {
			c.Value = c.sum / float64(c.Visits)
		}
	}
	slices.SortStableFunc(r.Moves, func(a, b Child) int {
		visits, value := cmp.Compare(b.Visits, a.Visits), cmp.Compare(b.Value, a.Value)
		if r.byValue {
			visits, value = value, visits
		}
		return cmp.Or(visits, value)
	})
	if len(r.Moves) > 0 {
		r.Move, r.Value = r.Moves[0].Move, r.Moves[0].Value
	}
}

// Line returns the most visited continuation after a move of the root, at most n
// moves with the first. After an attack on an unknown piece it follows the most
// visited of what was seen.
func (s *Searcher[S]) Line(first game.Move, n int) []game.Move {
	t := &s.tree
	if len(t.nodes) == 0 {
		return nil
	}
	line := []game.Move{}
	at := t.nodes[0]
	i, ok := t.find(&at, first)
	for ok && len(line) < n {
		line = append(line, t.cold[i].move)
		if i, ok = t.mostVisited(i); !ok {
			break
		}
	}
	return line
}

// find returns the index of a node's move.
func (t *tree) find(n *node, m game.Move) (uint32, bool) {
	for i := n.first; i < n.first+uint32(n.tried); i++ {
		if t.cold[i].move == m {
			return i, true
		}
	}
	return 0, false
}

// mostVisited returns the move that was most visited after move i.
func (t *tree) mostVisited(i uint32) (best uint32, ok bool) {
	var node uint32
	for n := t.cold[i].child; n != none && n != over; n = t.nodes[n].next {
		if node == 0 || t.nodes[n].visits > t.nodes[node].visits {
			node = n
		}
	}
	if node == 0 {
		return 0, false
	}
	nd := t.nodes[node]
	var top uint32
	for i := nd.first; i < nd.first+uint32(nd.tried); i++ {
		if v := t.cold[i].visits; v > top {
			best, top, ok = i, v, true
		}
	}
	return best, ok
}
