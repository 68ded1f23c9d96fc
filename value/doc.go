// Package value says what pieces, information and places are worth at this point
// of a game, after V. de Boer, "Invincible: A Stratego Bot" (2007), chapter 3
// and section 2.2.3.
//
// There are only a few types. Values hold the worth of every rank of both sides,
// the reveal penalty and the game state; a Field holds distances over the board.
// Everything rests on public knowledge, so both players find the same values.
package value
