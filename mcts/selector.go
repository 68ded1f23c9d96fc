package mcts

import "math/rand/v2"

// Selector says which of a node's moves a descent follows. Its methods are the
// package's own, since they read the tree.
type Selector interface {
	// tries says whether the descent takes a move that no descent from the node has
	// taken before, some of its moves being tried and some not.
	tries(tried, untried int, rng *rand.Rand) bool
	// pick returns the index of the move to follow, all tried moves of the node
	// being open, of which there is at least one. It is asked where tries said no
	// or all moves are tried.
	pick(t *tree, n *node, rng *rand.Rand) uint32
	// pickAmong is pick with only some of the node's tried moves open, and so many
	// untried.
	pickAmong(t *tree, n *node, open []uint32, untried int, rng *rand.Rand) uint32
	// predicted says that moves need a Predictor's priors, so that all moves of
	// a node are entered at once.
	predicted() bool
	// byValue says that the move to play is the one of the highest average; it is
	// the most visited one otherwise.
	byValue() bool
}
