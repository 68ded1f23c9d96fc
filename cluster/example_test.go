package cluster_test

import (
	"context"
	"fmt"
	"os"

	"marengo/cluster"
	"marengo/cluster/server"
)

// A server in this process, and a connection to it.
func Example() {
	dir, err := os.MkdirTemp("", "marengo")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	s, err := server.Start(server.Options{Listen: "127.0.0.1:0", Store: dir})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Stop()
	ctx := context.Background()
	c, err := cluster.Dial(ctx, cluster.Options{URL: s.URL(), Role: cluster.RoleCoordinator})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	if err := c.Prepare(ctx); err != nil {
		fmt.Println(err)
		return
	}
	status, err := c.Status(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(status.Workers), "workers,", len(status.Matches), "matches")
	// Output: 0 workers, 0 matches
}
