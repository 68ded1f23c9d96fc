package contests_test

import (
	"fmt"
	"strings"

	"marengo/web/api"
	"marengo/web/contests"
)

// Contests add their requests to whatever serves them.
func Example() {
	c := contests.New(contests.Options{})
	defer c.Close()
	c.Routes(func(pattern string, _ api.Handler) {
		if strings.HasSuffix(pattern, "/api/matches") {
			fmt.Println(pattern)
		}
	})
	// Output: POST /api/matches
}
