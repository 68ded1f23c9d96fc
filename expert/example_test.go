package expert

import (
	"context"
	"fmt"
	"math/rand/v2"

	"marengo/stratego"
)

// A game in which every move was looked ahead for, with what was chosen in each position.
func ExampleTable_Play() {
	rng := rand.New(rand.NewPCG(1, 1))
	setups := [2]stratego.Setup{stratego.ShuffledSetup(stratego.Classic, rng), stratego.ShuffledSetup(stratego.Classic, rng)}
	examples, err := table().Play(context.Background(), 12, setups, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	first, last := &examples[0], &examples[len(examples)-1]
	fmt.Println(first.Game(), last.Game(), first.Last(), last.Last())
	// Output: 12 12 false true
}
