package tune_test

import (
	"context"
	"fmt"
	"math"

	"marengo/tune"
)

// A method climbs what is measured; here a hill without noise whose top is at 3 and -2 steps.
func ExampleMethod() {
	method, err := tune.MethodNamed("spsa")
	if err != nil {
		fmt.Println(err)
		return
	}
	hill := func(_ context.Context, _ int, x []float64) (float64, error) {
		return 0.75 - 0.01*(math.Pow(x[0]-3, 2)+math.Pow(x[1]+2, 2)), nil
	}
	var at []float64
	err = method.Search(context.Background(), 2, 300, 1, hill, func(_ int, mean []float64) error {
		at = mean
		return nil
	})
	fmt.Printf("%.0f %v\n", at, err)
	// Output: [3 -2] <nil>
}
