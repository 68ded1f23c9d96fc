package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"github.com/spf13/cobra"

	"marengo/agent"
	"marengo/agents"
	"marengo/arena"
	"marengo/record"
	"marengo/record/draw"
	"marengo/record/formats"
	"marengo/stratego"
)

func newWatch() *cobra.Command {
	var o watch
	cmd := &cobra.Command{
		Use:   "watch RED BLUE",
		Short: "Draw a game between two agents as it is played",
		Long: "Let two agents play one game and draw it in the terminal, ply by ply. Where the output is no\n" +
			"terminal only the last position is drawn. marengo match plays many games and counts them.",
		Example: "  marengo watch lewis marengo\n  marengo watch invincible lewis --seed 7 --delay 0s --out game.marengo",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return badInputf("a game takes two agents, got %d; marengo agents lists them", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, [2]string(args)) },
	}
	cmd.Flags().StringVar(&o.rules, "rules", "match", "rules of the game")
	cmd.Flags().Uint64Var(&o.seed, "seed", 0, "seed of everything random (default: drawn)")
	cmd.Flags().DurationVar(&o.delay, "delay", 150*time.Millisecond, "pause after each ply")
	cmd.Flags().DurationVar(&o.time, "time", 100*time.Millisecond, "time a move")
	cmd.Flags().StringVar(&o.out, "out", "", "also write the game to this file, in the form its ending names")
	cmd.Flags().BoolVar(&o.plain, "plain", false, "no colours, even on a terminal")
	cmd.ValidArgsFunction = completeAgents
	completeFlag(cmd, "rules", stratego.PresetNames())
	return cmd
}

type watch struct {
	rules, out  string
	seed        uint64
	delay, time time.Duration
	plain       bool
}

func (o *watch) run(cmd *cobra.Command, names [2]string) (err error) {
	rules, err := stratego.ParseRules(o.rules)
	if err != nil {
		return badInput{err}
	}
	if o.out != "" {
		if _, err := formats.FormatOf(o.out); err != nil {
			return badInput{err}
		}
	}
	if err := checkOut(o.out); err != nil {
		return err
	}
	if !cmd.Flags().Changed("seed") {
		o.seed = rand.Uint64()
	}
	var players [2]agent.Agent
	for c, name := range names {
		f, err := agents.Parse(name)
		if err != nil {
			return badInput{err}
		}
		if !f.Plays(rules.Variant) {
			return badInputf("%s does not play %v", name, rules.Variant)
		}
		if players[c], err = f.New(); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, players[c].Close()) }()
	}
	out := cmd.OutOrStdout()
	g, err := o.play(cmd.Context(), out, rules, names, players)
	if err != nil {
		return err
	}
	if o.out != "" {
		if err := writeGame(cmd.ErrOrStderr(), o.out, g); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(out, "seed %d\n", o.seed)
	return err
}

// play asks the agents in turn, as the arena's referee allows, and draws what
// they do. A watcher who interrupts sees the game as far as it went.
func (o *watch) play(ctx context.Context, out io.Writer, rules stratego.Rules, names [2]string, players [2]agent.Agent) (g *record.Game, err error) {
	rng := rand.New(rand.NewPCG(o.seed, 0))
	var setups [2]stratego.Setup
	for c := range players {
		game := agent.Game{Rules: rules, Color: stratego.Color(c), Opponent: names[1-c], Seed: rng.Uint64()}
		if setups[c], err = players[c].Setup(ctx, game); err != nil {
			return nil, fmt.Errorf("%s: %w", names[c], err)
		}
	}
	referee, err := arena.NewReferee(rules, setups[stratego.Red], setups[stratego.Blue])
	if err != nil {
		return nil, err
	}
	g = record.New(rules, setups[stratego.Red], setups[stratego.Blue])
	g.Players = names
	look := draw.Options{Color: !o.plain && coloured(out), Players: names}
	live := isTerminal(out)
	if live {
		if _, err := io.WriteString(out, cursorHide+cursorHome+clearBelow); err != nil {
			return nil, err
		}
		defer func() { _, e := io.WriteString(out, cursorShow); err = errors.Join(err, e) }()
	}
	var view stratego.View
	for !referee.Result().Over() && ctx.Err() == nil {
		if live {
			if err := drawFrame(out, g, referee.State(), look, true); err != nil {
				return nil, err
			}
			if wait(ctx, o.delay) != nil {
				break
			}
		}
		c := referee.Turn()
		referee.View(c, &view)
		action, err := players[c].Move(ctx, &view, agent.Budget{Time: o.time, Seed: rng.Uint64()})
		if err == nil {
			err = referee.Apply(c, action)
		}
		if err != nil && ctx.Err() == nil {
			return nil, fmt.Errorf("%s as %v: %w", names[c], c, err)
		}
		g.Moves = referee.Moves()
	}
	g.Result = referee.Result().Result
	return g, drawFrame(out, g, referee.State(), look, live)
}
