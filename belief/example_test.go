package belief_test

import (
	"fmt"

	"marengo/belief"
	"marengo/stratego"
)

// Counting treats all assignments that the facts permit alike: the piece on e7 has
// moved, so it is no flag.
func Example() {
	s, err := stratego.NewPosition(stratego.DefaultRules, stratego.Red, []stratego.Placement{
		{Square: stratego.At(4, 4), Color: stratego.Red, Rank: stratego.Captain},
		{Square: stratego.At(4, 6), Color: stratego.Blue, Rank: stratego.Miner, Moved: true},
		{Square: stratego.At(8, 9), Color: stratego.Blue, Rank: stratego.Marshal},
		{Square: stratego.At(9, 9), Color: stratego.Blue, Rank: stratego.Flag},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	var view stratego.View
	s.View(stratego.Red, &view)
	guess := &belief.Counting{}
	guess.Update(&view)
	for id := range view.Army(stratego.Blue).Total() {
		p := view.Piece(stratego.Blue, id)
		row := guess.Matrix()[id]
		fmt.Printf("%v: miner %.0f%%, marshal %.0f%%, flag %.0f%%\n", p.Square, 100*row[stratego.Miner], 100*row[stratego.Marshal], 100*row[stratego.Flag])
	}
	// Output:
	// k0: miner 25%, marshal 25%, flag 50%
	// j0: miner 25%, marshal 25%, flag 50%
	// e7: miner 50%, marshal 50%, flag 0%
}
