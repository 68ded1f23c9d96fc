package evaluator_test

import (
	"context"
	"fmt"

	"marengo/nn"
	"marengo/nn/evaluator"
	"marengo/nn/features"
	"marengo/stratego"
)

// Questions are records of positions; a batch of them is answered at once.
func Example() {
	file, err := nn.Open("../testdata/transformer-f16.weights")
	if err != nil {
		fmt.Println(err)
		return
	}
	weights, err := features.LoadNetwork(file)
	if err != nil {
		fmt.Println(err)
		return
	}
	setup, err := stratego.ParseSetup("3BFB54B4B473B8359B325862267356224M62S722")
	if err != nil {
		fmt.Println(err)
		return
	}
	state, err := stratego.NewState(stratego.DefaultRules, setup, setup)
	if err != nil {
		fmt.Println(err)
		return
	}
	var writer features.Writer
	questions := make([]evaluator.Question, 1)
	if err := writer.WriteState(state, &questions[0].Record); err != nil {
		fmt.Println(err)
		return
	}
	n, err := evaluator.NewLocal(weights).Evaluate(context.Background(), questions)
	fmt.Println(n, "answered,", len(questions[0].Policy()), "moves weighed", err)
	// Output: 1 answered, 16 moves weighed <nil>
}
