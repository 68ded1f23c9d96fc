package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"marengo/agents"
	"marengo/arena"
	"marengo/experiment"
)

// withWorkers runs an experiment, whose pairs of games are played by the cluster that
// the flags name, if they do. One without such pairs stays here, which is said first.
func (c *clusterFlags) withWorkers(cmd *cobra.Command, e experiment.Experiment, o *experiment.Options, run func() error) error {
	if c.where() != "" && !e.PlaysPairs() {
		fmt.Fprintf(cmd.ErrOrStderr(), "cluster: experiment %s has no pairs of games that others could play: all of it is done here\n", e.Name)
		return run()
	}
	find := func(text string) (arena.Contender, error) { return agents.Parse(text) }
	w, err := c.workers(cmd, find, experimentKind)
	if err != nil {
		return err
	}
	if w == nil {
		return run()
	}
	defer w.Close()
	w.Title = e.Name
	o.Workers = w
	return run()
}
