package study_test

import (
	"fmt"
	"strings"

	"marengo/web/api"
	"marengo/web/study"
)

// A Study adds its requests to whatever serves them.
func Example() {
	new(study.Study).Routes(func(pattern string, _ api.Handler) {
		if strings.HasPrefix(pattern, "POST /api/mind") {
			fmt.Println(pattern)
		}
	})
	// Output:
	// POST /api/mind
}
