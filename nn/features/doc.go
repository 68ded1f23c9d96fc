// Package features turns what a player knows into the input of a network: the
// observation that docs/features.md freezes and numbers.
//
// There are two forms. A Record is 960 bytes, made from a View by Write (or from
// a State by WriteState, for guessed worlds, and by WriteDeeds, for the gym, which
// steps thousands of games for a learner). Deeds are what the pieces have done so far,
// which a Writer works out from the path. Expand and Visit turn a Record into the tensor that a
// network reads, 92 tokens of 192 features each. train/champion/observe.py expands
// the same records on a GPU; the golden vectors in testdata bind the two.
//
// Everything is from the mover's side: token 0 is the mover's left corner, and
// a move's number is 92 times its source token plus its destination token.
package features
