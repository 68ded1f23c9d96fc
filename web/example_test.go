package web_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"

	"marengo/store"
	"marengo/web"
)

// A Server is a handler over a database; closing it keeps the games.
func Example() {
	dir, err := os.MkdirTemp("", "marengo")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	db, err := store.Open(context.Background(), filepath.Join(dir, "games.db"))
	if err != nil {
		fmt.Println(err)
		return
	}
	server := web.New(web.Options{DB: db})
	answer := httptest.NewRecorder()
	server.ServeHTTP(answer, httptest.NewRequest("GET", "http://localhost/api/games/none", nil))
	fmt.Println(answer.Code, answer.Body)
	server.Close()
	fmt.Println(db.Close())
	// Output:
	// 404 {"text":"that is not here (any more)"}
	// <nil>
}
