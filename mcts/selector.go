package mcts

import "math/rand/v2"

// Selector says which of a node's moves a descent follows. Its methods are the
// package's own, since they read the tree.
type Selector interface {
	// pick returns the index of the move to follow, all tried moves of the node
	// being open; the node has at least one.
	pick(t *tree, n *node, rng *rand.Rand) uint32
	// pickAmong is pick with only some of the node's tried moves open.
	pickAmong(t *tree, n *node, open []uint32, rng *rand.Rand) uint32
	// triesAll says whether every move of a node is tried once before any is
	// selected, as the paper's first step has it.
	triesAll() bool
	// byValue says that the move to play is the one of the highest average; it is
	// the most visited one otherwise.
	byValue() bool
}
