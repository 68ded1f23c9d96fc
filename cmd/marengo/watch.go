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
		Example: "  marengo watch lewis marengo\n  marengo watch lewis marengo --why\n  marengo watch invincible lewis --seed 7 --delay 0s --out game.marengo",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return badInputf("a game takes two agents, got %d; marengo agents lists them", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, [2]string(args)) },
	}
	o.db.flag(cmd)
	cmd.Flags().StringVar(&o.rules, "rules", "match", "rules of the game")
	cmd.Flags().Uint64Var(&o.seed, "seed", 0, "seed of everything random (default: drawn)")
	cmd.Flags().DurationVar(&o.delay, "delay", 150*time.Millisecond, "pause after each ply")
	cmd.Flags().DurationVar(&o.time, "time", 100*time.Millisecond, "time a move")
	cmd.Flags().StringVar(&o.out, "out", "", "also write the game to this file, in the form its ending names")
	cmd.Flags().BoolVar(&o.why, "why", false, "say below the board why each player moved as it did, as far as it can tell")
	cmd.Flags().BoolVar(&o.plain, "plain", false, "no colours, even on a terminal")
	cmd.ValidArgsFunction = completeAgents
	completeFlag(cmd, "rules", stratego.PresetNames())
	return cmd
}

type watch struct {
	db          database
	rules, out  string
	seed        uint64
	delay, time time.Duration
	plain, why  bool
}

func (o *watch) run(cmd *cobra.Command, names [2]string) error {
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
	bout := arena.Bout{Terms: arena.Terms{Rules: rules, Budget: agent.Budget{Time: o.time}}, Seed: o.seed}
	for c, name := range names {
		f, err := o.db.players(cmd.Context()).Parse(name)
		if err != nil {
			return badInput{err}
		}
		if !f.Plays(rules.Variant) {
			return badInputf("%s does not play %v", name, rules.Variant)
		}
		bout.Players[c] = f
	}
	out := cmd.OutOrStdout()
	g, fault, err := o.play(cmd.Context(), out, bout)
	if err != nil {
		return err
	}
	if o.out != "" {
		if err := writeGame(cmd.ErrOrStderr(), o.out, g); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(out, "seed %d\n", o.seed)
	return errors.Join(fault, err)
}

// play draws a game as it is played. A watcher who interrupts sees the game as far
// as it went; one that a player lost by a fault is told which.
func (o *watch) play(ctx context.Context, out io.Writer, bout arena.Bout) (g *record.Game, fault, err error) {
	look := draw.Options{Color: !o.plain && coloured(out), Players: [2]string{bout.Players[0].String(), bout.Players[1].String()}}
	live := isTerminal(out)
	if live {
		if _, err := io.WriteString(out, cursorHide+cursorHome+clearBelow); err != nil {
			return nil, nil, err
		}
		defer func() { _, e := io.WriteString(out, cursorShow); err = errors.Join(err, e) }()
	}
	var referee *arena.Referee
	bout.Begun = func(r *arena.Referee, _ [2]agent.Agent) { referee = r }
	var why reasons
	if o.why {
		bout.Thought = why.hear
	}
	bout.Turn = func(r *arena.Referee, _ *stratego.View) error {
		if !live {
			_, err := io.WriteString(out, why.tell())
			return err
		}
		g, err := record.FromState(r.State())
		if err != nil {
			return err
		}
		g.Players = look.Players
		if err := drawFrame(out, g, r.State(), look, true); err != nil {
			return err
		}
		if _, err := io.WriteString(out, why.both()); err != nil {
			return err
		}
		return wait(ctx, o.delay)
	}
	played, err := arena.Play(ctx, bout)
	switch {
	case err == nil:
		if g, err = played.Record(); err != nil {
			return nil, nil, err
		}
		fault = arena.FaultOf(played)
	case ctx.Err() != nil && referee != nil:
		if g, err = record.FromState(referee.State()); err != nil {
			return nil, nil, err
		}
		g.Players = look.Players
	default:
		return nil, nil, err
	}
	return g, fault, endFrame(out, g, referee, look, live, &why)
}

// endFrame draws the last position, with the reasons of the last moves above or below it.
func endFrame(out io.Writer, g *record.Game, r *arena.Referee, look draw.Options, live bool, why *reasons) error {
	above, below := why.tell(), ""
	if live {
		above, below = "", why.both()
	}
	if _, err := io.WriteString(out, above); err != nil {
		return err
	}
	if err := drawFrame(out, g, r.State(), look, live); err != nil {
		return err
	}
	_, err := io.WriteString(out, below)
	return err
}
