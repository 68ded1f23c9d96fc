package plan_test

import (
	"fmt"
	"math/rand/v2"

	"marengo/belief"
	"marengo/plan"
	"marengo/stratego"
)

// A marshal takes the known miner beside it: the plans agree on that.
func Example() {
	s, err := stratego.NewPosition(stratego.DefaultRules, stratego.Red, []stratego.Placement{
		{Square: stratego.At(0, 0), Color: stratego.Red, Rank: stratego.Flag},
		{Square: stratego.At(4, 4), Color: stratego.Red, Rank: stratego.Marshal, Known: true, Moved: true},
		{Square: stratego.At(4, 5), Color: stratego.Blue, Rank: stratego.Miner, Known: true, Moved: true},
		{Square: stratego.At(9, 9), Color: stratego.Blue, Rank: stratego.Flag},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	var view stratego.View
	s.View(stratego.Red, &view)
	enemy, own := &belief.Counting{}, &belief.Counting{Side: belief.Own}
	enemy.Update(&view)
	own.Update(&view)
	p := plan.NewPlanner(plan.All(), plan.NewFigures())
	m, ok := p.Best(&view, enemy.Matrix(), own.Matrix(), rand.New(rand.NewPCG(1, 1)))
	fmt.Println(stratego.FormatMove(m), ok)
	for _, k := range p.Ranking()[:1] {
		fmt.Println(p.Plans()[k].Name())
	}
	// Output:
	// e5-e6 true
	// ICap
}
