package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"marengo/analysis"
	"marengo/record"
	"marengo/record/formats"
	"marengo/store"
)

func newAnalyse() *cobra.Command {
	var a analyse
	cmd := &cobra.Command{
		Use:   "analyse GAME",
		Short: "Tell luck from skill in a finished game",
		Long: `Look at every move of a finished game, given as a file or by its number in the database: what
the best move was expected to bring more, in the View of who moved, and what luck its battle
brought. For each side skill and luck add up from what it expected at first to the result. Moves
are called inaccurate, mistaken or blunders from 5, 10 and 20 points of expected score,
where the difference exceeds twice its standard error. The champion values the moves; it knows
the classic game only, so of others no more is told than what the enemy could believe.

The analysis of a game in the database is kept with it: one that was interrupted goes on
where it was, and the next time it is there at once.`,
		Example: `  marengo analyse 12
  marengo analyse game.marengo --secrets`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return badInputf("expected one game, got %d arguments", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.run(cmd, args[0]) },
	}
	a.db.flag(cmd)
	f := cmd.Flags()
	f.IntVar(&a.evals, "evals", analysis.Evaluations, "positions a move that the network may judge; other than the default, the analysis is not kept")
	f.BoolVar(&a.secrets, "secrets", false, "show what the enemy could believe of each piece")
	f.BoolVar(&a.json, "json", false, "print the report as a JSON object")
	f.BoolVar(&a.silent, "quiet", false, "show no progress")
	return cmd
}

// analyse holds the command's flags.
type analyse struct {
	db                    database
	evals                 int
	secrets, json, silent bool
}

func (o *analyse) run(cmd *cobra.Command, name string) error {
	report, err := o.report(cmd, name)
	if err != nil {
		return err
	}
	if o.json {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(report)
	}
	_, err = io.WriteString(cmd.OutOrStdout(), o.text(report))
	return err
}

// report analyses a game of the database, or one of a file.
func (o *analyse) report(cmd *cobra.Command, name string) (report *analysis.Report, err error) {
	if o.evals < 2 {
		return nil, badInputf("--evals is %d, expected at least 2", o.evals)
	}
	number, err := strconv.ParseInt(name, 10, 64)
	if err != nil {
		return o.file(cmd, name)
	}
	ctx := cmd.Context()
	err = o.db.with(ctx, func(db *store.DB) error {
		stored, err := db.Game(ctx, number)
		if err != nil {
			return badInput{err}
		}
		if o.evals != analysis.Evaluations {
			g, err := stored.Record()
			if err != nil {
				return err
			}
			report, err = o.game(cmd, name, g)
			return err
		}
		report, err = o.kept(cmd, db, stored)
		return err
	})
	return report, err
}

// kept analyses a game of the database, or goes on with that.
func (o *analyse) kept(cmd *cobra.Command, db *store.DB, g *store.Game) (*analysis.Report, error) {
	kept, err := analysis.Load(cmd.Context(), db, g)
	if err != nil {
		return nil, badInput{err}
	}
	if !kept.Done() {
		analyst, err := analysis.New(g.Rules.Variant)
		if err != nil {
			return nil, err
		}
		next := func() (int, error) {
			err := kept.Continue(cmd.Context(), analyst)
			return len(kept.Plies), err
		}
		if err := o.each(cmd.Context(), cmd.ErrOrStderr(), kept.All, next); err != nil {
			return nil, err
		}
	}
	return kept.Report()
}

// file analyses the game of a file.
func (o *analyse) file(cmd *cobra.Command, name string) (*analysis.Report, error) {
	g, err := formats.Read(name)
	if err != nil {
		return nil, badInput{err}
	}
	reportRepairs(cmd.ErrOrStderr(), name, g)
	return o.game(cmd, name, g)
}

// game analyses a game from its first ply on.
func (o *analyse) game(cmd *cobra.Command, name string, g *record.Game) (*analysis.Report, error) {
	all, err := analysis.Plies(g)
	if err == nil && !g.Result.Over() {
		err = analysis.ErrUnfinished
	}
	if err != nil {
		return nil, badInput{fmt.Errorf("%s: %w", name, err)}
	}
	analyst, err := analysis.New(g.Rules.Variant)
	if err != nil {
		return nil, err
	}
	analyst.Evaluations = o.evals
	var plies []analysis.Ply
	next := func() (int, error) {
		p, err := analyst.Ply(cmd.Context(), g, len(plies))
		plies = append(plies, p)
		return len(plies), err
	}
	if err := o.each(cmd.Context(), cmd.ErrOrStderr(), all, next); err != nil {
		return nil, err
	}
	return analysis.ReportOf(g, analyst.By, analysis.Values(g.Rules.Variant), plies)
}

// each goes on until all plies are done, showing how far it is.
func (o *analyse) each(ctx context.Context, w io.Writer, all int, next func() (int, error)) error {
	shown := newProgress(w, o.silent)
	defer shown.end()
	for done := 0; done < all; {
		var err error
		if done, err = next(); err != nil {
			return err
		}
		if shown.terminal != nil && !o.silent {
			shown.over(func() string { return fmt.Sprintf("ply %d of %d", done, all) })
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// text writes the report for a terminal.
func (o *analyse) text(r *analysis.Report) string {
	var b strings.Builder
	if !r.Valued {
		b.WriteString("The moves of this game were not valued: the champion knows the classic game only.\n")
	} else {
		fmt.Fprintf(&b, "In points of expected score, by %s:\n\n%-6s %8s %8s %8s %8s %8s %8s\n", r.By, "", "at first", "skill", "luck", "result", "lost", "given")
		for _, side := range []struct {
			name string
			analysis.Account
		}{{"red", r.Red}, {"blue", r.Blue}} {
			fmt.Fprintf(&b, "%-6s %8.1f %+8.1f %+8.1f %8.1f %8.1f %8.1f\n", side.name, 100*side.Start, 100*side.Skill(), 100*side.Luck(), 100*side.Result, 100*side.Lost, 100*side.Given)
		}
		b.WriteString("\nWhat decided it\n")
		for _, m := range r.Moments {
			fmt.Fprintf(&b, "  ply %d: %s\n", m.Ply, m.Text)
		}
		b.WriteString("\nMoves that lost much\n")
		for i, p := range r.Plies {
			if p.Grade != analysis.Fine {
				fmt.Fprintf(&b, "  ply %-4d %-4s %-7s lost %4.1f, %s was worth %.0f (%s)\n", i+1, p.Mover, p.Move, 100*p.Lost, p.Best, 100*p.Value, p.Grade)
			}
		}
	}
	if o.secrets || !r.Valued {
		b.WriteString("\nWhat the enemy could believe\n")
		for _, s := range r.Secrets {
			fmt.Fprintf(&b, "  %-4s %s: %s\n", s.Color, s.Rank, s.Text)
		}
	}
	return b.String()
}
