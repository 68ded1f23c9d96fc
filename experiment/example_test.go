package experiment_test

import (
	"context"
	"fmt"
	"os"

	"marengo/experiment"
)

// An Experiment prints a table of the papers with our figures beside the published
// ones; Options scale it.
func ExampleFind() {
	e, err := experiment.Find("schadd-5.10")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.Short)
	err = e.Run(context.Background(), &experiment.Options{Positions: 2, Depth: 2, T: []float64{0.8}, Seed: 1, CSV: true}, os.Stdout)
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// ChanceProbCut at depth 5 in breakthrough: nodes and errors
	// t,nodes,reduction,95%,ACPCME,DCPCME,Schadd: reduction,ACPCME,DCPCME
	// -,255,-,-,-,-,-,-,-
	// 0.8,255,0.00%,0.0 to 0.0,0.00,0.00,61.3%,33.17,187.83
}
