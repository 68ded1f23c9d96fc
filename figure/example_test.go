package figure_test

import (
	"fmt"

	"marengo/figure"
)

// A player keeps its figures in a struct; a word on the command line or a file sets them.
func Example() {
	var hunt struct {
		Decay float64 `figure:"0.85 0.5 1 0.05"`
	}
	figure.Reset(&hunt)
	v := figure.Of("hunt", &hunt)
	fmt.Println(v[0].Name, hunt.Decay)
	fmt.Println(v.ReadWord("hunt.decay@0.9"), hunt.Decay)
	fmt.Println(v.ReadWord("hunt.decay@3"))
	// Output:
	// hunt.decay 0.85
	// <nil> 0.9
	// figure hunt.decay is 3, expected a number from 0.5 to 1
}
