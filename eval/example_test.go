package eval_test

import (
	"fmt"

	"marengo/eval"
	"marengo/hidden"
	"marengo/stratego"
)

// Arts's evaluation counts material for red, as the player whose view it is knows it.
func Example() {
	s, err := stratego.NewPosition(stratego.DefaultRules, stratego.Red, []stratego.Placement{
		{Square: stratego.At(0, 0), Color: stratego.Red, Rank: stratego.Flag},
		{Square: stratego.At(4, 4), Color: stratego.Red, Rank: stratego.Marshal},
		{Square: stratego.At(4, 6), Color: stratego.Blue, Rank: stratego.Miner},
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
	e := &eval.Arts{}
	e.SetRoot(h)
	fmt.Println(e.Evaluate(h) > 0)
	// Output: true
}
