package roster_test

import (
	"fmt"

	"marengo/web/roster"
)

// The page offers players by their names, and nothing that runs a program.
func Example() {
	catalogue := roster.Agents()
	lewis, err := catalogue.Find("lewis")
	fmt.Println(lewis, err)
	_, err = catalogue.Find(`cmd:"touch file"`)
	fmt.Println(err != nil)
	// Output:
	// lewis <nil>
	// true
}
