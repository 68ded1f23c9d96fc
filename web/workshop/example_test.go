package workshop_test

import (
	"fmt"

	"marengo/web/api"
	"marengo/web/workshop"
)

// A Workshop adds its requests to whatever serves them.
func Example() {
	new(workshop.Workshop).Routes(func(pattern string, _ api.Handler) { fmt.Println(pattern) })
	// Output: POST /api/setups/judge
}
