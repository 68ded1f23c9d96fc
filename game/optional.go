package game

// The interfaces below are optional: a search asks for each once and does
// without what a game does not offer.

// Noisy is a State that knows its tactical moves, those a quiescence search
// looks at.
type Noisy interface {
	// NoisyMoves appends a subset of Moves, in a fixed order.
	NoisyMoves(buf []Move) []Move
}

// Passer is a State in which a player can be made to pass, for the null move.
type Passer interface {
	// CanPass says whether a pass can be tried here: a player is to move and
	// passing is not known to be better than moving.
	CanPass() bool
	// Pass hands the turn to the opponent. Undo takes it back.
	Pass()
}

// Orderer is a State that puts its moves into classes before a search has
// learned anything about them.
type Orderer interface {
	// Class returns the class of a legal move; lower classes come first.
	Class(Move) int
	// QuietClasses returns the first and the last class within which moves are
	// ordered by what a search has learned; the classes before and after
	// them outrank it.
	QuietClasses() (first, last int)
}
