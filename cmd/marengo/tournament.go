package main

import "github.com/spf13/cobra"

func newTournament() *cobra.Command {
	c := &contest{kind: "tournament"}
	cmd := &cobra.Command{
		Use:   "tournament A B C…",
		Short: "Play every agent against every other and rate them",
		Long: `Play a round robin: every two agents meet in --games games, in pairs that change seats, all
on the same boards. The cross-table rates the agents by Bradley and Terry's model, in
Elo around their mean. The keys of --json and --csv are described in docs/arena.md.`,
		Example: `  marengo tournament random careful lewis --games 50 --seed 1
  marengo tournament --resume 8`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 && !(c.resume != 0 && len(args) == 0) {
				return badInputf("a tournament takes two agents or more, got %d; marengo agents lists them", len(args))
			}
			return nil
		},
		RunE: c.run,
	}
	c.flags(cmd)
	return cmd
}
