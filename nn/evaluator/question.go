package evaluator

import (
	"context"

	"marengo/nn"
	"marengo/nn/features"
)

// Question is a position to be judged and what a network said of it. It is large:
// keep them in slices that are used again.
type Question struct {
	Record    features.Record
	ValueOnly bool // the policy is not wanted

	// Belief is where the network's guesses at the enemy's ranks go; nil where they are not
	// wanted. A question that wants them wants the policy too.
	Belief *features.Belief

	Value  nn.Value
	policy [features.MaxLegal]float32
}

// Policy returns the probability of each legal move, in the record's order. It says
// nothing where only the value was asked for.
func (q *Question) Policy() []float32 { return q.policy[:q.Record.Legal()] }

// Evaluator answers questions. Its calls come from one goroutine at a time, unless it
// says otherwise.
type Evaluator interface {
	// Evaluate answers the questions in their order and returns how many it has
	// answered: all of them, unless ctx ended, or would have before the next was done.
	Evaluate(ctx context.Context, questions []Question) (int, error)
}
