package lookahead_test

import (
	"context"
	"fmt"

	"marengo/belief"
	"marengo/lookahead"
	"marengo/nn"
	"marengo/nn/evaluator"
	"marengo/stratego"
)

// even is an evaluator to whom all moves look alike and every game a draw.
type even struct{}

func (even) Evaluate(_ context.Context, questions []evaluator.Question) (int, error) {
	for i := range questions {
		q := &questions[i]
		for k := range q.Policy() {
			q.Policy()[k] = 1 / float32(q.Record.Legal())
		}
		q.Value = nn.Value{Draw: 1}
	}
	return len(questions), nil
}

// A Thinker weighs what the policy proposes, within a limit of evaluations.
func ExampleThinker() {
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
	thinker, err := lookahead.New(even{}, new(belief.Counting), lookahead.Defaults())
	if err != nil {
		fmt.Println(err)
		return
	}
	var view stratego.View
	state.View(stratego.Red, &view)
	thought, err := thinker.Think(context.Background(), &view, lookahead.Limit{Evaluations: 64}, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(thought.Moves), "moves,", thought.Evaluations <= 64, len(thought.Candidates) > 0)
	// Output: 16 moves, true true
}
