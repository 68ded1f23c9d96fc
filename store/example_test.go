package store_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"marengo/store"
	"marengo/stratego"
)

// A DB keeps games, and gives them back by what was asked of them.
func ExampleDB() {
	dir, err := os.MkdirTemp("", "marengo")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	ctx := context.Background()
	db, err := store.Open(ctx, filepath.Join(dir, "games.db"))
	if err != nil {
		fmt.Println(err)
		return
	}
	setup, err := stratego.ParseSetup("3BFB54B4B473B8359B325862267356224M62S722")
	if err != nil {
		fmt.Println(err)
		return
	}
	id, err := db.SaveGame(ctx, &store.Game{
		Red: store.Player{Name: "lewis"}, Blue: store.Player{Name: "star", Revision: "2"}, Rules: stratego.DefaultRules,
		Setups: [2]stratego.Setup{setup, setup.Mirror()}, Winner: stratego.Blue, Reason: "resigned",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	games, err := db.Games(ctx, store.Filter{Agent: "star", Winner: "blue"})
	fmt.Println(id, len(games), games[0].Red, "against", games[0].Blue, err)
	fmt.Println(db.Close())
	// Output:
	// 1 1 lewis against star <nil>
	// <nil>
}
