package server_test

import (
	"fmt"
	"os"
	"path/filepath"

	"marengo/cluster/server"
)

// A configuration has a key for each role, and is written once.
func ExampleWriteConfig() {
	dir, err := os.MkdirTemp("", "marengo")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	folder := filepath.Join(dir, "keys")
	fmt.Println(server.WriteConfig(folder))
	for _, role := range server.Roles {
		_, err := os.Stat(filepath.Join(folder, server.KeyFile(role)))
		fmt.Println(role, err)
	}
	fmt.Println(server.WriteConfig(folder) != nil)
	// Output:
	// <nil>
	// coordinator <nil>
	// worker <nil>
	// onlooker <nil>
	// true
}
