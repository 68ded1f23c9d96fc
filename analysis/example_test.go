package analysis_test

import (
	"fmt"

	"marengo/analysis"
	"marengo/stratego"
)

// Two plies of a game that red wins: blue's mistake is red's skill, and what red's
// attack met is red's luck.
func ExampleAccountOf() {
	plies := []analysis.Ply{
		{Move: "a4-a5", After: 0.5, Met: 0.5},
		{Move: "a7-a6", Best: "b7-b6", After: 0.4, Loss: 0.1, Error: 0.01, Met: 0.4},
		{Move: "a5-a6", After: 0.6, Met: 1},
	}
	red := analysis.AccountOf(plies, stratego.Red, stratego.Result{Winner: stratego.Red, Reason: stratego.FlagCaptured}, stratego.Red)
	fmt.Printf("%.2f + %.2f + %.2f = %.2f\n", red.Start, red.Skill(), red.Luck(), red.Result)
	// Output: 0.50 + 0.10 + 0.40 = 1.00
}
