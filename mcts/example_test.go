package mcts_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"marengo/eval"
	"marengo/mcts"
	"marengo/stratego"
)

// A search of one world: both sides' ranks are known, or guessed.
func Example() {
	place := func(square string, c stratego.Color, r stratego.Rank) stratego.Placement {
		s, err := stratego.ParseSquare(square)
		if err != nil {
			panic(err)
		}
		return stratego.Placement{Square: s, Color: c, Rank: r}
	}
	world, err := stratego.NewPosition(stratego.DefaultRules, stratego.Red, []stratego.Placement{
		place("a1", stratego.Red, stratego.Flag), place("b4", stratego.Red, stratego.Miner),
		place("k0", stratego.Blue, stratego.Flag), place("b5", stratego.Blue, stratego.Scout), place("h8", stratego.Blue, stratego.Captain),
	})
	if err != nil {
		panic(err)
	}
	s, err := mcts.New(mcts.Options[*stratego.State]{Selector: &mcts.UCB{C: 0.15}, Evaluator: eval.UnitCount{}}, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		panic(err)
	}
	r, err := s.Search(context.Background(), world, mcts.Limits{Evaluations: 5000})
	if err != nil {
		panic(err)
	}
	fmt.Println(stratego.FormatMove(r.Move), r.Evaluations)
	// Output: b4-b5 5000
}
