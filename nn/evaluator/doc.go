// Package evaluator puts questions about positions to a network, many at a time.
//
// There are only a few types. A Question is a record and, once it is answered, what
// the network makes of it. An Evaluator answers batches of them: Local on this
// machine's cores, Remote in another process that has a GPU (train/champion/evaluator.py),
// where the questions of all games of a match meet in one batch.
package evaluator
