package agents_test

import (
	"context"
	"fmt"

	"marengo/agent"
	"marengo/agents"
	"marengo/stratego"
)

// An agent string names a player and its options; a Factory makes one for each game.
func ExampleParse() {
	factory, err := agents.Parse("lewis:setup=named:lewis/1")
	if err != nil {
		fmt.Println(err)
		return
	}
	player, err := factory.New()
	if err != nil {
		fmt.Println(err)
		return
	}
	setup, err := player.Setup(context.Background(), agent.Game{Rules: stratego.DefaultRules, Color: stratego.Red})
	fmt.Println(setup, err)

	_, err = agents.Parse("lewis:depth=4")
	fmt.Println(err)
	// Output:
	// 3BFB54B4B473B8359B325862267356224M62S722 <nil>
	// agent "lewis:depth=4": unknown option "depth", expected one of setup, level
}
