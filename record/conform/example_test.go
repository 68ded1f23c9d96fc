package conform_test

import (
	"fmt"

	"marengo/record/conform"
)

func ExampleComparison() {
	var c conform.Comparison
	if err := c.File("testdata/cases.jsonl.gz"); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Games, "games agree,", len(c.Differences), "differences")
	// Output: 60 games agree, 0 differences
}
