package mcts

import "marengo/game"

// Step is a move that was played, with what both players saw of it beyond the
// move itself. Seen is 0 for a search of one world.
type Step struct {
	Move game.Move
	Seen uint32
}

// Advance makes the position after the given steps the root and keeps what is
// known of it for the next search. False means that nothing is known and the next
// search starts anew. It is for the caller to see that the next search is
// about the same world.
func (s *Searcher[S]) Advance(steps ...Step) bool {
	t := &s.tree
	if len(t.nodes) == 0 || s.o.Keep != nil {
		return false
	}
	n := uint32(0)
	for _, step := range steps {
		i, ok := t.find(&t.nodes[n], step.Move)
		if !ok {
			n = none
			break
		}
		if n = t.child(i, step.Seen); n == over {
			n = none
		}
		if n == none {
			break
		}
	}
	s.kept = n != none
	if !s.kept {
		return false
	}
	s.spare.reset()
	s.spare.copyFrom(t, n)
	s.tree, s.spare = s.spare, s.tree
	return true
}

// copyFrom makes t a copy of the part of from that hangs on a node, breadth first:
// the node becomes the root.
func (t *tree) copyFrom(from *tree, root uint32) {
	t.copyNode(from, root)
	t.nodes[0].next = none
	for n := 0; n < len(t.nodes); n++ {
		for i := t.nodes[n].first; i < t.nodes[n].first+uint32(t.nodes[n].tried); i++ {
			c := t.cold[i].child
			if c == none || c == over {
				continue
			}
			last := t.copyNode(from, c)
			t.cold[i].child = last
			for c = from.nodes[c].next; c != none; c = from.nodes[c].next {
				copied := t.copyNode(from, c)
				t.nodes[last].next = copied
				last = copied
			}
			t.nodes[last].next = none
		}
	}
}

// copyNode appends a node with its moves, which still refer to from's nodes.
func (t *tree) copyNode(from *tree, n uint32) uint32 {
	nd := from.nodes[n]
	first := t.block(nd.class)
	t.copyBlock(from, nd.first, first, nd.tried)
	nd.first = first
	t.nodes = append(t.nodes, nd)
	return uint32(len(t.nodes) - 1)
}
