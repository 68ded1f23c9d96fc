package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"marengo/experiment"
)

func newExperiment() *cobra.Command {
	var o experiment.Options
	var quiet, small bool
	var resume string
	var crowd clusterFlags
	games := playedGames{db: new(database)}
	cmd := &cobra.Command{
		Use:   "experiment NAME",
		Short: "Repeat an experiment of the papers",
		Long: "Repeats an experiment and prints the paper's table with our figures beside the published ones; all\n" +
			"repeats every one of them.\n\n" + experimentList(),
		Example: `  marengo experiment arts-6.4 --positions 60 --depth 5
  marengo experiment schadd-5.2 --positions 40 --csv
  marengo experiment schadd-5.9 --games 2000 --resume results.jsonl
  marengo experiment straitego-networks --played games.bin
  marengo experiment straitego-good --played games.bin
  marengo experiment all --small`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return badInputf("experiment takes one name, got %d; marengo experiment --help lists them", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			list := experiment.All()
			if args[0] != everyExperiment {
				e, err := experiment.Find(args[0])
				if err != nil {
					return badInput{err}
				}
				list = []experiment.Experiment{e}
			}
			if err := checkScale(cmd); err != nil {
				return err
			}
			if o.Plot != "" && len(list) > 1 {
				return badInputf("--plot writes one figure, and there are several experiments")
			}
			var err error
			if o.Played, err = games.source(); err != nil {
				return err
			}
			return withJournal(&o, resume, func() error {
				for _, e := range list {
					scaled := o
					if small {
						scaled = e.Small(&o)
					}
					if err := crowd.withWorkers(cmd, e, &scaled, func() error { return runExperiment(cmd, e, &scaled, quiet) }); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	f := cmd.Flags()
	scaleFlags(f, &o)
	f.StringArrayVar(&games.files, "played", nil, "file of games that \"dataset play\" wrote, for experiments that look at games; repeat it for several")
	f.StringVar(&games.db.path, "db", "", "database whose games such experiments look at")
	f.StringVar(&resume, "resume", "", "keep finished pieces in this file, and go on from those in it (experiments of a few minutes keep none)")
	f.BoolVar(&small, "small", false, "the smallest scale at which it runs, which measures nothing")
	f.BoolVar(&quiet, "quiet", false, "show no progress")
	crowd.playFlags(cmd)
	return cmd
}

// scaleFlags say at what scale an experiment runs, and what it prints.
func scaleFlags(f *pflag.FlagSet, o *experiment.Options) {
	f.IntVar(&o.Positions, "positions", 0, "positions to search (default: the experiment's own number)")
	f.IntVar(&o.Depth, "depth", 0, "plies to search (default: the experiment's own)")
	f.IntVar(&o.Games, "games", 0, "games to play (default: the experiment's own)")
	f.Int64Var(&o.Nodes, "nodes", 0, "nodes a move (default: the experiment's own)")
	f.IntVar(&o.Plies, "plies", 0, "draw games of Stratego after so many plies (default: as their rules say)")
	f.Int64Var(&o.Evaluations, "evaluations", 0, "evaluations a move of tree search (default: the experiment's own)")
	f.Float64SliceVar(&o.T, "t", nil, "only the rows of these t, in tables of ChanceProbCut")
	f.StringSliceVar(&o.Rows, "rows", nil, "only the rows of these sections, called so or with these words, in tables of matches such as quiescence-5 and straitego-evaluators")
	f.IntSliceVar(&o.CutDepths, "cut-depths", nil, "try ChanceProbCut at these depths (default: the paper's)")
	f.IntVar(&o.Line, "line", 0, "checkers of a winning line in 11×11 Dice (default: as inferred)")
	f.IntVar(&o.Concurrency, "concurrency", 0, "positions or games at a time (default: one for each processor)")
	f.Uint64Var(&o.Seed, "seed", 1, "seed of everything random")
	f.BoolVar(&o.CSV, "csv", false, "print comma-separated values")
	f.StringVar(&o.Plot, "plot", "", "write the figure to this SVG file, where the paper has one")
	f.StringVar(&o.Player, "player", "", "options of the player that an experiment of our own looks at, such as weights=FILE")
	f.StringVar(&o.Setups, "setups", "", "file of human setups, for experiments that need them")
}

// everyExperiment is the name that stands for all of them.
const everyExperiment = "all"

// runExperiment runs one experiment and shows its progress.
func runExperiment(cmd *cobra.Command, e experiment.Experiment, o *experiment.Options, quiet bool) error {
	progress := &workProgress{progress: newProgress(cmd.ErrOrStderr(), quiet)}
	o.Progress = progress.show
	err := e.Run(cmd.Context(), o, cmd.OutOrStdout())
	progress.end()
	var bad experiment.BadInput
	switch {
	case errors.As(err, &bad):
		return badInput{err}
	case errors.Is(err, context.Canceled) && o.Journal != nil:
		return fmt.Errorf("experiment %s was stopped; the same command goes on from here", e.Name)
	case err != nil:
		return fmt.Errorf("experiment %s: %w", e.Name, err)
	}
	if o.Plot != "" {
		if _, err := os.Stat(o.Plot); err != nil {
			return badInputf("experiment %s has no figure, nothing was written to %s", e.Name, o.Plot)
		}
	}
	return nil
}

// withJournal runs a function while the file of results is open; no path, no file.
func withJournal(o *experiment.Options, path string, run func() error) error {
	if path == "" {
		return run()
	}
	program, err := programSum()
	if err != nil {
		return err
	}
	j, err := experiment.OpenJournal(path, program)
	if err != nil {
		return badInput{err}
	}
	o.Journal = j
	return errors.Join(run(), j.Close())
}

// programSum identifies this very program: results of another one need not agree with its own.
func programSum() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("which program this is: %w", err)
	}
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("which program this is: %w", err)
	}
	defer f.Close() // only read from
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", fmt.Errorf("which program this is: %w", err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// checkScale refuses numbers that were given and make no sense.
func checkScale(cmd *cobra.Command) error {
	for _, name := range []string{"positions", "depth", "games", "nodes", "plies", "evaluations", "line", "concurrency", "examples"} {
		f := cmd.Flags().Lookup(name)
		if f != nil && f.Changed && (f.Value.String() == "0" || strings.HasPrefix(f.Value.String(), "-")) {
			return badInputf("--%s %s, expected a number above zero", name, f.Value)
		}
	}
	return nil
}

// experimentList lists the experiments for help.
func experimentList() string {
	var b strings.Builder
	for _, e := range experiment.All() {
		fmt.Fprintf(&b, "  %-18s %s\n", e.Name, e.Short)
	}
	return strings.TrimRight(b.String(), "\n")
}
