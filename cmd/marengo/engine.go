package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/spf13/cobra"

	"marengo/agent"
	"marengo/agents"
	"marengo/protocol"
	"marengo/stratego"
)

func newEngine() *cobra.Command {
	var e engine
	cmd := &cobra.Command{
		Use:   "engine",
		Short: "Play one game for a manager of the Stratego AI Evaluator's protocol",
		Long: `Play one game over standard input and output, as a bot of the Stratego AI Evaluator does: a
manager names the colour, the engine answers its setup, then moves. docs/bots.md
describes the protocol.`,
		Example: `  marengo engine --agent lewis
  marengo match 'cmd:"marengo engine --agent lewis"' random --rules evaluator`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return e.run(cmd) },
	}
	e.db.flag(cmd)
	f := cmd.Flags()
	f.StringVar(&e.name, "agent", "lewis", "which agent plays; marengo agents lists them")
	f.StringVar(&e.rules, "rules", "evaluator", "rules the agent keeps; stricter ones refuse an opponent that breaks them")
	f.DurationVar(&e.budget.Time, "time", time.Second, "time a move; managers usually allow 2s")
	f.DurationVar(&e.budget.Hard, "hard-limit", 0, "time after which the manager takes a move for lost (default: twice --time)")
	f.Int64Var(&e.budget.Nodes, "nodes", 0, "positions a move that a search may visit")
	f.Int64Var(&e.budget.Evaluations, "evals", 0, "positions a move that an evaluator or network may judge")
	threadsFlag(f, &e.budget.Threads)
	f.Uint64Var(&e.budget.Seed, "seed", 0, "seed of everything random (default: drawn)")
	completeFlag(cmd, "agent", agentNames())
	completeFlag(cmd, "rules", stratego.PresetNames())
	return cmd
}

// engine is what the command line says of an engine.
type engine struct {
	db          database
	name, rules string
	budget      agent.Budget
}

// check returns the player and the rules, if the protocol has words for them.
func (e *engine) check(ctx context.Context) (*agents.Factory, stratego.Rules, error) {
	f, err := e.db.players(ctx).Parse(e.name)
	if err != nil {
		return nil, stratego.Rules{}, badInput{err}
	}
	if f.SetsUpItself() {
		return nil, stratego.Rules{}, badInputf("agent %q is an engine itself", e.name)
	}
	r, err := stratego.ParseRules(e.rules)
	if err != nil {
		return nil, stratego.Rules{}, badInput{err}
	}
	if r.Variant != stratego.Classic {
		return nil, stratego.Rules{}, badInputf("the protocol has no words for %v", r.Variant)
	}
	if e.budget.Hard < 0 {
		return nil, stratego.Rules{}, badInputf("--hard-limit is %v, expected more than nothing", e.budget.Hard)
	}
	if e.budget.Threads < 1 {
		return nil, stratego.Rules{}, badInputf("--threads is %d, expected at least 1", e.budget.Threads)
	}
	return f, r, nil
}

func (e *engine) run(cmd *cobra.Command) error {
	f, rules, err := e.check(cmd.Context())
	if err != nil {
		return err
	}
	if !cmd.Flags().Changed("seed") {
		e.budget.Seed = rand.Uint64()
	}
	if e.budget.Hard == 0 {
		e.budget.Hard = 2 * e.budget.Time
	}
	a, err := f.New()
	if err != nil {
		return err
	}
	p := &protocol.Engine{Agent: a, Rules: rules, Budget: e.budget, Log: cmd.ErrOrStderr()}
	err = p.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
	var line *protocol.LineError
	if errors.As(err, &line) {
		err = badInput{err}
	}
	return errors.Join(err, a.Close())
}
