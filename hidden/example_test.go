package hidden_test

import (
	"fmt"

	"marengo/hidden"
	"marengo/stratego"
)

// To the player who attacks it, an unknown piece is a matter of chance.
func Example() {
	s, err := stratego.NewPosition(stratego.DefaultRules, stratego.Red, []stratego.Placement{
		{Square: stratego.At(0, 0), Color: stratego.Red, Rank: stratego.Flag},
		{Square: stratego.At(4, 4), Color: stratego.Red, Rank: stratego.Captain},
		{Square: stratego.At(4, 5), Color: stratego.Blue, Rank: stratego.Marshal, Moved: true},
		{Square: stratego.At(9, 8), Color: stratego.Blue, Rank: stratego.Miner, Moved: true},
		{Square: stratego.At(9, 9), Color: stratego.Blue, Rank: stratego.Flag},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	var view stratego.View
	s.View(stratego.Red, &view)
	h, err := hidden.New(&view, nil, hidden.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	h.Do(stratego.NewMove(stratego.At(4, 4), stratego.At(4, 5)))
	fmt.Println("to move:", h.ToMove())
	for _, o := range h.Outcomes(nil) {
		h.Do(o.Move)
		fmt.Printf("%v with %.0f%%, then %v is to move\n", hidden.Event(o.Move), 100*o.P, h.ToMove())
		h.Undo()
	}
	// Output:
	// to move: chance
	// miner with 50%, then second is to move
	// marshal with 50%, then second is to move
}
