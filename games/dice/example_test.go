package dice_test

import (
	"fmt"

	"marengo/game"
	"marengo/games/dice"
)

// The die names a column for the first player and a row for the second, always the
// first here, and each takes the first square there.
func Example() {
	s, err := dice.New(3, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	for s.ToMove() != game.Nobody {
		s.Do(s.Outcomes(nil)[0].Move)
		s.Do(s.Moves(nil)[0])
	}
	fmt.Println("worth for the first player:", s.Value())
	// Output: worth for the first player: 10
}
