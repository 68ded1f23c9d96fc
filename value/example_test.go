package value_test

import (
	"fmt"

	"marengo/stratego"
	"marengo/value"
)

// A piece is worth as much as what it can take: once the enemy's marshal is gone, a spy
// is worth little.
func Example() {
	army := stratego.Classic.Counts()
	v := value.OfCounts([2]stratego.Counts{army, army})
	fmt.Printf("marshal %.0f, general %.0f, spy %.0f\n",
		v.Piece[stratego.Red][stratego.Marshal], v.Piece[stratego.Red][stratego.General], v.Piece[stratego.Red][stratego.Spy])
	army[stratego.Marshal] = 0
	v = value.OfCounts([2]stratego.Counts{stratego.Classic.Counts(), army})
	fmt.Printf("spy %.0f\n", v.Piece[stratego.Red][stratego.Spy])
	// Output:
	// marshal 82, general 71, spy 52
	// spy 6
}
