// Package stratego holds the rules of Stratego, exactly and fast.
//
// There are only a few types. A Setup is one player's placement; Rules say which
// repetition rules and limits hold; a State is the referee's truth, stepped with
// Do and Undo; a View is what one player may know of it, and the only thing an
// artificial player ever gets. An Event is a ply as both players saw it.
//
// State and View share one piece of machinery, the board: where the pieces
// stand, how they move, which moves the repetition rules forbid. A board never
// needs the ranks of the enemy's pieces, so the same code serves both, and
// there is one implementation of the rules.
//
// docs/rules.md states the rules as implemented, and every choice made where
// the sources leave room.
package stratego
