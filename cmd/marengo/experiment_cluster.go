package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"marengo/agents"
	"marengo/arena"
	"marengo/cluster"
	"marengo/experiment"
	"marengo/store"
)

// noticed are workers of a cluster of whom it is known whether they were asked to play.
type noticed struct {
	*cluster.Workers
	asked bool
}

// Play implements arena.Workers.
func (n *noticed) Play(ctx context.Context, next func() (*arena.Pair, error), keep func(...*store.Game) error) error {
	n.asked = true
	return n.Workers.Play(ctx, next, keep)
}

// withWorkers runs an experiment, whose pairs of games are played by the cluster that
// the flags name, if they do. Work that is no such pairs stays here, and that is said.
func (c *clusterFlags) withWorkers(cmd *cobra.Command, name string, o *experiment.Options, run func() error) error {
	find := func(text string) (arena.Contender, error) { return agents.Parse(text) }
	w, err := c.workers(cmd, find, experimentKind)
	if err != nil {
		return err
	}
	if w == nil {
		return run()
	}
	defer w.Conn.Close()
	w.Title = name
	workers := &noticed{Workers: w}
	o.Workers = workers
	if err := run(); err != nil {
		return err
	}
	if !workers.asked {
		fmt.Fprintf(cmd.ErrOrStderr(), "cluster: experiment %s has no pairs of games that others could play: all of it was done here\n", name)
	}
	return nil
}
