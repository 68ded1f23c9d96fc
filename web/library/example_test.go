package library_test

import (
	"fmt"
	"strings"

	"marengo/web/api"
	"marengo/web/library"
)

// A Library adds its requests to whatever serves them.
func Example() {
	new(library.Library).Routes(func(pattern string, _ api.Handler) {
		if strings.HasPrefix(pattern, "POST /api/import") {
			fmt.Println(pattern)
		}
	})
	// Output:
	// POST /api/import
}
