// Package mcts is Monte-Carlo tree search after F. Schoenmakers, "Designing an AI
// agent for Stratego" (2021), section 6.2, for any two-player game.State without
// chance nodes: what is hidden must have been guessed first.
//
// There are only a few types. A Searcher grows a tree by the paper's four steps:
// selection, expansion, simulation, backpropagation. A Selector chooses among
// moves that were tried before: EpsilonGreedy, UCB or PUCT, the last with a
// Predictor's priors. An Evaluator stands for the simulation: it judges a
// position from 0 to 1 for the player who searches. Limits say how long to go
// on, and a Result holds what came out. A Pool runs several Searchers side by
// side and adds up their roots.
//
// Search explores one guessed world, as the paper does. SearchWorlds takes a
// fresh world for each descent (information-set MCTS): the tree then branches on
// what both players see, a move counts for as often as it was available, and
// the outcome of an attack on an unknown piece is averaged over the worlds.
//
// The tree lives in a few flat arrays that refer to each other by index, so that
// a search allocates nothing once they have grown to its size.
package mcts
