package breakthrough_test

import (
	"fmt"

	"marengo/games/breakthrough"
)

// Throwing the dice is a move like any other; what they say is chance.
func Example() {
	s := breakthrough.New()
	moves := s.Moves(nil)
	fmt.Println(s.ToMove(), "has", len(moves), "moves")
	s.Do(moves[len(moves)-1])
	fmt.Println(s.ToMove(), "has", len(s.Outcomes(nil)), "events")
	// Output:
	// first has 23 moves
	// chance has 33 events
}
