package gym_test

import (
	"fmt"

	"marengo/gym"
	"marengo/setup"
	"marengo/stratego"
)

// A learner reads the records, writes its actions, and asks for a step.
func Example() {
	const games = 8
	memory, err := gym.NewMemory(make([]byte, gym.MemorySize(games, 1)), games, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := gym.New(gym.Config{Games: games, Groups: 1, Rules: stratego.DefaultRules, Setups: setup.SemiRandom{}, Seed: 1}, memory)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range games {
		memory.SetAction(0, i, memory.Record(0, i).Legal()-1) // the last legal move
	}
	fmt.Println(g.Step(0))
	// Output: <nil>
}
