package advice_test

import (
	"context"
	"fmt"
	"time"

	"marengo/stratego"
	"marengo/web/advice"
	"marengo/web/fair"
	"marengo/web/roster"
	"marengo/web/wire"
)

// An agent is asked about a View, and its choice is among what it weighed.
func ExampleAdviser() {
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
	var view stratego.View
	state.View(stratego.Red, &view)
	adviser := advice.Adviser{Catalogue: roster.Agents(), Queue: fair.NewQueue(1, 1), Note: func(string, error) {}}
	mind, err := adviser.Consult(context.Background(), fair.Asker{Visitor: "ann"}, "lewis", &view, time.Minute, func(wire.Mind) {})
	fmt.Println(mind.Agent, mind.Color, mind.Done, err)
	// Output: lewis red true <nil>
}
