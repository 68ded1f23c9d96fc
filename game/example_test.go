package game_test

import (
	"fmt"

	"marengo/game"
	"marengo/games/dice"
)

// Whose turn it is comes from the state: in Dice a throw precedes each move.
func Example() {
	s, err := dice.New(3, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	var position game.State = s
	fmt.Println(position.ToMove(), len(position.Outcomes(nil)))
	position.Do(position.Outcomes(nil)[0].Move)
	fmt.Println(position.ToMove(), len(position.Moves(nil)))
	position.Undo()
	fmt.Println(position.ToMove())
	// Output:
	// chance 3
	// first 3
	// chance
}
