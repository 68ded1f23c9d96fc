package live_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"marengo/store"
	"marengo/web/api"
	"marengo/web/live"
)

// A Hall adds its requests to whatever serves them.
func Example() {
	folder, err := os.MkdirTemp("", "live")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(folder) }() // the system clears it otherwise
	db, err := store.Open(context.Background(), filepath.Join(folder, "m.db"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = db.Close() }() // nothing is kept
	h := live.New(live.Options{DB: db})
	defer h.Close()
	h.Routes(func(pattern string, _ api.Handler) {
		if strings.HasSuffix(pattern, "/line") {
			fmt.Println(pattern)
		}
	})
	// Output: GET /api/games/{id}/line
}
