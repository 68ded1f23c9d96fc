package main

import "github.com/spf13/cobra"

func newMatch() *cobra.Command {
	c := &contest{kind: "match"}
	cmd := &cobra.Command{
		Use:   "match A B",
		Short: "Play two agents against each other and say what the result proves",
		Long: `Play two agents against each other. Games are played in pairs: one board, then the same
board with the agents in each other's seats. Every game is stored as it ends; a match that
was broken off continues with --resume and plays only what is missing.

With --sprt the match is a sequential test and stops once it is decided; --games is then the
most it may take. The keys of --json and --csv are described in docs/arena.md.`,
		Example: `  marengo match lewis random --games 200 --seed 1
  marengo match star:depth=4 star:depth=3 --time 100ms --sprt 0,30 --games 2000
  marengo match --resume 7`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 && !(c.resume != 0 && len(args) == 0) {
				return badInputf("a match takes two agents, got %d; marengo agents lists them", len(args))
			}
			return nil
		},
		RunE: c.run,
	}
	c.flags(cmd)
	cmd.Flags().StringVar(&c.sprt, "sprt", "", "stop once Elo difference elo0 or elo1 is accepted, each wrongly with 5% at most: elo0,elo1")
	return cmd
}
