package teach_test

import (
	"fmt"
	"strings"

	"marengo/web/api"
	"marengo/web/teach"
)

// A Teacher adds its requests to whatever serves them.
func Example() {
	new(teach.Teacher).Routes(func(pattern string, _ api.Handler) {
		if strings.HasSuffix(pattern, "/try") {
			fmt.Println(pattern)
		}
	})
	// Output: POST /api/lessons/try
}
