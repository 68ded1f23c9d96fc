package main

import (
	"errors"
	"math/rand/v2"
	"time"

	"github.com/spf13/cobra"

	"marengo/agent"
	"marengo/protocol"
	"marengo/stratego"
)

func newEngine() *cobra.Command {
	var db database
	var name, rules string
	var budget agent.Budget
	var seed uint64
	cmd := &cobra.Command{
		Use:   "engine",
		Short: "Play one game for a manager of the Stratego AI Evaluator's protocol",
		Long: `Play one game over standard input and output, as a bot of the Stratego AI Evaluator does: a
manager names the colour, the engine answers its setup, then moves. docs/bots.md
describes the protocol.`,
		Example: `  marengo engine --agent lewis
  marengo match 'cmd:"marengo engine --agent lewis"' random --rules evaluator`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			f, err := db.players(cmd.Context()).Parse(name)
			if err != nil {
				return badInput{err}
			}
			if f.SetsUpItself() {
				return badInputf("agent %q is an engine itself", name)
			}
			r, err := stratego.ParseRules(rules)
			if err != nil {
				return badInput{err}
			}
			if r.Variant != stratego.Classic {
				return badInputf("the protocol has no words for %v", r.Variant)
			}
			if budget.Threads < 1 {
				return badInputf("--threads is %d, expected at least 1", budget.Threads)
			}
			budget.Seed = seed
			if !cmd.Flags().Changed("seed") {
				budget.Seed = rand.Uint64()
			}
			a, err := f.New()
			if err != nil {
				return err
			}
			e := &protocol.Engine{Agent: a, Rules: r, Budget: budget, Log: cmd.ErrOrStderr()}
			err = e.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
			var line *protocol.LineError
			if errors.As(err, &line) {
				err = badInput{err}
			}
			return errors.Join(err, a.Close())
		},
	}
	db.flag(cmd)
	f := cmd.Flags()
	f.StringVar(&name, "agent", "lewis", "which agent plays; marengo agents lists them")
	f.StringVar(&rules, "rules", "evaluator", "rules the agent keeps; stricter ones refuse an opponent that breaks them")
	f.DurationVar(&budget.Time, "time", time.Second, "time a move; managers usually allow 2s")
	f.Int64Var(&budget.Nodes, "nodes", 0, "positions a move that a search may visit")
	f.Int64Var(&budget.Evaluations, "evals", 0, "positions a move that an evaluator or network may judge")
	threadsFlag(f, &budget.Threads)
	f.Uint64Var(&seed, "seed", 0, "seed of everything random (default: drawn)")
	completeFlag(cmd, "agent", agentNames())
	completeFlag(cmd, "rules", stratego.PresetNames())
	return cmd
}
