// Package game is the contract between games and the searches that play them.
//
// There are only a few types: a State is a position that can do and undo
// moves; a Move names a decision or a chance event; an Outcome is a chance
// event with its probability; a Score says how good a position is for First.
//
// Chance differs from game to game: Dice rolls before each move, in
// ChanceBreakthrough the roll is a move of its own, and Stratego's chance nodes
// are irregular and are no ply. So whose turn it is always comes from the State,
// never from the depth of a search.
package game

// Move is a decision of a player or an event of chance. Its bits belong to the
// game that made it; the zero Move is never legal, so it can stand for "none".
type Move uint32

// Player says whose turn it is.
type Player int8

// The players. Nobody is to move once a game is over.
const (
	First Player = iota
	Second
	Chance
	Nobody
)

// Other returns the opponent of First and Second, and p itself otherwise.
func (p Player) Other() Player {
	if p <= Second {
		return p ^ 1
	}
	return p
}

// String returns the player's name.
func (p Player) String() string {
	return [...]string{"first", "second", "chance", "nobody"}[p&3]
}

// Score is the worth of a position for First. It is a float because chance
// nodes average.
type Score float64

// Outcome is one event of a chance node and its probability.
type Outcome struct {
	Move Move
	P    float64
}

// State is a position of a game with the path that led to it.
type State interface {
	// ToMove returns whose turn it is; Nobody once the game is over.
	ToMove() Player
	// Moves appends the legal moves of the player to move, in a fixed order.
	Moves(buf []Move) []Move
	// Outcomes appends the events of a chance node; their P sum to 1.
	Outcomes(buf []Outcome) []Outcome
	// Do plays a legal move or a chance event.
	Do(Move)
	// Undo takes the last Do back.
	Undo()
	// Key identifies the position: states with equal keys play alike for depth
	// plies, with equal moves, chances and results, also after the last of them.
	Key(depth int) uint64
	// Value returns the result for First, once ToMove is Nobody.
	Value() Score
}
