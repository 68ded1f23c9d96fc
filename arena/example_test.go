package arena_test

import (
	"context"
	"fmt"

	"marengo/agent"
	"marengo/agents"
	"marengo/arena"
	"marengo/stratego"
)

// A Referee steps one game: people and agents act through it alike.
func ExampleReferee() {
	setup, err := stratego.ParseSetup("3BFB54B4B473B8359B325862267356224M62S722")
	if err != nil {
		fmt.Println(err)
		return
	}
	referee, err := arena.NewReferee(stratego.DefaultRules, setup, setup.Mirror())
	if err != nil {
		fmt.Println(err)
		return
	}
	move := stratego.NewMove(stratego.At(0, 3), stratego.At(0, 5))
	fmt.Println(referee.Apply(stratego.Blue, agent.Action{Move: move}))
	fmt.Println(referee.Apply(stratego.Red, agent.Action{Move: move}))
	fmt.Println(referee.Apply(stratego.Blue, agent.Action{Resign: true}), referee.Result().Result)
	// Output:
	// it is not blue's turn
	// <nil>
	// <nil> red wins (resigned)
}

// Play seats two agents before a Referee. The same seed gives the same game.
func ExamplePlay() {
	lewis, err := agents.Parse("lewis")
	if err != nil {
		fmt.Println(err)
		return
	}
	random, err := agents.Parse("random")
	if err != nil {
		fmt.Println(err)
		return
	}
	game, err := arena.Play(context.Background(), arena.Bout{
		Terms: arena.Terms{Rules: stratego.DefaultRules}, Players: [2]arena.Contender{lewis, random}, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(game.Winner, "wins:", game.Reason)
	// Output: red wins: no_moves
}
