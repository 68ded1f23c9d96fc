package agent_test

import (
	"context"
	"fmt"

	"marengo/agent"
	"marengo/stratego"
)

// first is a player that plays the first move there is.
type first struct{}

func (first) Setup(_ context.Context, g agent.Game) (stratego.Setup, error) {
	return stratego.ShuffledSetup(g.Rules.Variant, g.Rand()), nil
}

func (first) Move(_ context.Context, v *stratego.View, b agent.Budget) (agent.Action, error) {
	move := v.Moves(nil)[0]
	if b.Report != nil {
		b.Report(agent.Thoughts{Summary: "the first of " + fmt.Sprint(len(v.Moves(nil)))})
	}
	return agent.Action{Move: move}, nil
}

func (first) Close() error { return nil }

// An Agent places its pieces, then chooses for any View that is handed to it.
func ExampleAgent() {
	var player agent.Agent = first{}
	setup, err := stratego.ParseSetup("3BFB54B4B473B8359B325862267356224M62S722")
	if err != nil {
		fmt.Println(err)
		return
	}
	view, err := stratego.NewView(stratego.DefaultRules, stratego.Red, setup)
	if err != nil {
		fmt.Println(err)
		return
	}
	action, err := player.Move(context.Background(), view, agent.Budget{Nodes: 1000, Report: func(t agent.Thoughts) { fmt.Println(t.Summary) }})
	fmt.Println(stratego.FormatMove(action.Move), err)
	// Output:
	// the first of 16
	// a4-a5 <nil>
}
