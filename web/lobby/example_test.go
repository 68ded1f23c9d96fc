package lobby_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"

	"marengo/store"
	"marengo/web/api"
	"marengo/web/lobby"
	"marengo/web/roster"
	"marengo/web/wire"
)

// Example gives a browser a name, as the page does.
func Example() {
	folder, err := os.MkdirTemp("", "lobby")
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
	b := &lobby.Lobby{DB: db, Catalogue: roster.Agents(), Browsers: api.Browsers{NewID: api.RandomID}}
	mux := http.NewServeMux()
	b.Routes(func(pattern string, h api.Handler) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if err := h(w, r); err != nil {
				fmt.Println(err)
			}
		})
	})
	for _, name := range []string{"lewis", "Ann"} {
		answer := httptest.NewRecorder()
		mux.ServeHTTP(answer, httptest.NewRequest("POST", "/api/me", strings.NewReader(`{"name":"`+name+`"}`)))
		if answer.Body.Len() == 0 {
			continue
		}
		var me wire.Me
		if err := json.Unmarshal(answer.Body.Bytes(), &me); err != nil {
			fmt.Println(err)
		}
		fmt.Println("you are", me.Name)
	}
	// Output:
	// lewis is the name of a player here; choose another
	// you are Ann
}
