package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"marengo/experiment"
)

func newCalibrate() *cobra.Command {
	var (
		c     experiment.Calibration
		o     experiment.Options
		out   string
		fit   string
		quiet bool
	)
	cmd := &cobra.Command{
		Use:   "calibrate",
		Short: "Fit the model that ProbCut and ChanceProbCut predict with",
		Long: "Searches self-play positions to several depths, fits a regression line for each pair of depths and\n" +
			"writes the model into a small file that a search loads: star:schadd,model=FILE.",
		Example: `  marengo calibrate --out stratego.json --plot pairs.svg
  marengo calibrate --game dice --depths 7,9 --r 4 --out dice.json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkScale(cmd); err != nil {
				return err
			}
			if fit != "plain" && fit != "robust" {
				return badInputf("--fit %s, expected plain or robust", fit)
			}
			progress := &workProgress{progress: newProgress(cmd.ErrOrStderr(), quiet)}
			o.Progress = progress.show
			fitted, err := experiment.Calibrate(cmd.Context(), c, &o)
			progress.end()
			var bad experiment.BadInput
			if errors.As(err, &bad) {
				return badInput{err}
			}
			if err != nil {
				return err
			}
			if err := fitted.Write(cmd.OutOrStdout(), &o); err != nil || out == "" {
				return err
			}
			return writeModel(out, fitted, fit)
		},
	}
	f := cmd.Flags()
	f.StringVar(&c.Game, "game", "stratego", "stratego, dice or breakthrough")
	f.IntSliceVar(&c.Depths, "depths", nil, "depths to predict (default: the paper's)")
	f.IntVar(&c.R, "r", 0, "how much shallower the prediction looks (default: the paper's)")
	f.IntVar(&c.EBQS, "ebqs", 1, "level of evaluation-based quiescence in Stratego: 0 to 3")
	f.BoolVar(&c.Tuned, "tuned", false, "with the tuned figures of Schadd's evaluation, in place of the paper's")
	f.IntVar(&o.Positions, "positions", 0, "positions to search (default: the paper's number)")
	f.Int64Var(&o.Nodes, "nodes", 0, "most nodes a position may take (default 20 million)")
	f.IntVar(&o.Concurrency, "concurrency", 0, "positions at a time (default: one for each processor)")
	f.Uint64Var(&o.Seed, "seed", 1, "seed of the small games' positions")
	f.BoolVar(&o.CSV, "csv", false, "print comma-separated values")
	f.StringVar(&o.Plot, "plot", "", "draw the value pairs into this SVG file")
	f.StringVar(&fit, "fit", "plain", "the regression that is written: plain, or robust against outliers")
	f.StringVar(&out, "out", "", "write the model to this file")
	f.BoolVar(&quiet, "quiet", false, "show no progress")
	return cmd
}

// writeModel writes what was fitted to a file, plain or robust.
func writeModel(out string, fitted *experiment.Fitted, fit string) error {
	m := fitted.Plain
	if fit == "robust" {
		m = fitted.Robust
	}
	f, err := os.Create(out)
	if err != nil {
		return badInput{fmt.Errorf("calibration: %w", err)}
	}
	return errors.Join(m.Write(f), f.Close())
}
