package live_test

import (
	"fmt"
	"strings"

	"marengo/web/api"
	"marengo/web/live"
)

// A Hall adds its requests to whatever serves them.
func Example() {
	h := live.New(live.Options{})
	defer h.Close()
	h.Routes(func(pattern string, _ api.Handler) {
		if strings.HasSuffix(pattern, "/line") {
			fmt.Println(pattern)
		}
	})
	// Output: GET /api/games/{id}/line
}
