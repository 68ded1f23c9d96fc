package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"marengo/arena"
	"marengo/cluster"
)

// The environment's way to name a cluster and who we are on it.
const (
	envCluster     = "MARENGO_CLUSTER"
	envCredentials = "MARENGO_CREDENTIALS"
	envCA          = "MARENGO_CA"
)

// clusterFlags say which cluster to use, if any.
type clusterFlags struct {
	url, credentials, ca string
	lease                time.Duration
}

// flags adds the flags of those who connect to a cluster.
func (c *clusterFlags) flags(cmd *cobra.Command, what string) {
	f := cmd.Flags()
	f.StringVar(&c.url, "cluster", "", what+", such as nats://host:4222 (default: $"+envCluster+")")
	f.StringVar(&c.credentials, "credentials", "", "file with the key or credentials for the cluster (default: $"+envCredentials+")")
	f.StringVar(&c.ca, "ca", "", "file of certificates that the cluster's must come from (default: $"+envCA+")")
}

// playFlags adds the flags of those who have games played by a cluster.
func (c *clusterFlags) playFlags(cmd *cobra.Command) {
	c.flags(cmd, "have the games played by the workers of this cluster")
	cmd.Flags().DurationVar(&c.lease, "lease", 0, "a worker of the cluster that is silent so long has lost its games (default: 1m)")
}

// where is the cluster's address; empty for none.
func (c *clusterFlags) where() string { return cmp.Or(c.url, os.Getenv(envCluster)) }

// dial connects to the cluster in a role.
func (c *clusterFlags) dial(ctx context.Context, role cluster.Role, wait time.Duration, note func(string)) (*cluster.Conn, error) {
	if c.where() == "" {
		return nil, badInputf("which cluster? give --cluster nats://host:4222, or set %s", envCluster)
	}
	return cluster.Dial(ctx, cluster.Options{URL: c.where(), Credentials: cmp.Or(c.credentials, os.Getenv(envCredentials)), CA: cmp.Or(c.ca, os.Getenv(envCA)),
		Role: role, Wait: wait, Note: note})
}

// serverWait is how long a coordinator waits for a server that is being started.
const serverWait = time.Minute

// workers returns those who play on the cluster, and nil where there is none.
func (c *clusterFlags) workers(cmd *cobra.Command, find arena.Finder, kind string) (*cluster.Workers, error) {
	if c.where() == "" {
		if c.lease != 0 {
			return nil, badInputf("--lease is for games that a cluster plays: give --cluster too")
		}
		return nil, nil
	}
	if kind != experimentKind && cmd.Flags().Changed("concurrency") {
		return nil, badInputf("--concurrency is for games in this process: with --cluster its workers say how many they play (marengo worker --slots)")
	}
	if c.lease != 0 && c.lease < leastLease {
		return nil, badInputf("--lease is %v, expected at least %v", c.lease, leastLease)
	}
	note := func(text string) { fmt.Fprintln(cmd.ErrOrStderr(), "cluster:", text) }
	conn, err := c.dial(cmd.Context(), cluster.RoleCoordinator, serverWait, note)
	if err != nil {
		return nil, err
	}
	return &cluster.Workers{Conn: conn, Find: find, Kind: kind, Lease: c.lease, Note: note}, nil
}

const leastLease = time.Second

// The kinds of work on a cluster beside matches and tournaments. Only experiments do
// work that stays in this process.
const (
	tuneKind       = "tune"
	experimentKind = "experiment"
)
