// Package search is expectimax and its family: it finds moves in any game.State,
// with or without chance.
//
// There are only a few types. An Evaluator says what a position is worth;
// Options say which techniques are used, each off in the zero value, which is
// plain expectimax; a Searcher searches a position within Limits and returns a
// Result. A Model is the regression that ProbCut and ChanceProbCut predict with.
//
// # Values
//
// Evaluators and Results speak for First, as game.Score does. Inside, the search
// is negamax: a value is always meant for one player, the point of view. The
// state says after each move whether that player, the other, chance or nobody is
// to move; depth never does. Values are fail-soft: a value inside the window
// (alpha, beta) is exact, one at or below alpha is an upper bound and one at or
// above beta a lower bound.
//
// # Chance nodes
//
// A chance node keeps a lower and an upper bound for each event, at first those
// of the evaluator. The table (StarETC), shallow searches (ChanceProbCut),
// probes (Star2) and full searches tighten them one after the other, and the
// node is cut as soon as the weighted sum of the bounds leaves the window.
// Chance nodes are no ply unless Options say so.
//
// # Rules that look at the past
//
// Repetition rules and draw clocks make positions with equal pieces play
// differently. The table is safe from them because it never makes a key itself:
// game.State.Key(depth) folds path state in wherever it could matter within
// the depth searched, and entries are stored and found under the key of their
// own depth. An entry that was stored for a deeper search is found only if the
// path mattered for neither depth. What an evaluation depends on must be in the
// key as well or be constant during a search; the table is emptied, by a new
// generation, before each search.
package search
