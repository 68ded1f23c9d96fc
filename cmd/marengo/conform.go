package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"marengo/record"
)

func newConform() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "conform FILE...",
		Short: "Compare the rules with games another referee has judged",
		Long: `Replay games that another implementation refereed, each under the rules its record names,
and compare every list of legal moves, battle, result and inference. Files hold JSON lines,
plain or gzipped. Inferences need their games: in a file given beside, or in games.jsonl or
games.jsonl.gz next to them. The record's format is described in docs/formats.md.

The exit status is 0 if all agrees, 1 at a difference, 2 for a file that cannot be used.`,
		Example: `  marengo conform cases.jsonl games.jsonl.gz infosets.jsonl.gz
  marengo conform games.jsonl.gz --json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return badInputf("expected at least one file of refereed games")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return conform(cmd, args, asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	return cmd
}

// conformJSON is what --json prints.
type conformJSON struct {
	Agrees     bool            `json:"agrees"`
	Games      int             `json:"games"`
	Plies      int             `json:"plies"`
	Inferences int             `json:"inferences"`
	Difference *differenceJSON `json:"difference,omitempty"`
}

type differenceJSON struct {
	File   string `json:"file"`
	Record string `json:"record"`
	Ply    int    `json:"ply"`
	What   string `json:"what"`
	Theirs string `json:"theirs"`
	Ours   string `json:"ours"`
}

func conform(cmd *cobra.Command, files []string, asJSON bool) error {
	out := cmd.OutOrStdout()
	var c record.Conformance
	for _, path := range record.InferencesLast(files) {
		before := c
		if err := c.File(path); err != nil {
			return conformFailed(cmd, &c, path, err, asJSON)
		}
		if !asJSON {
			if _, err := fmt.Fprintf(out, "%s: %d games, %d plies, %d inferences agree\n", path,
				c.Games-before.Games, c.Plies-before.Plies, c.Inferences-before.Inferences); err != nil {
				return err
			}
		}
	}
	if asJSON {
		return json.NewEncoder(out).Encode(conformJSON{Agrees: true, Games: c.Games, Plies: c.Plies, Inferences: c.Inferences})
	}
	_, err := fmt.Fprintf(out, "all agrees: %d games, %d plies, %d inferences\n", c.Games, c.Plies, c.Inferences)
	return err
}

// conformFailed tells a difference from a file that cannot be used.
func conformFailed(cmd *cobra.Command, c *record.Conformance, path string, err error, asJSON bool) error {
	var d *record.Difference
	if !errors.As(err, &d) {
		return badInput{err}
	}
	if !asJSON {
		return fmt.Errorf("%s: %w", path, d)
	}
	j := conformJSON{Games: c.Games, Plies: c.Plies, Inferences: c.Inferences,
		Difference: &differenceJSON{File: path, Record: d.Record, Ply: d.Ply, What: d.What, Theirs: d.Theirs, Ours: d.Ours}}
	return errors.Join(json.NewEncoder(cmd.OutOrStdout()).Encode(j), fmt.Errorf("%s: record %s, ply %d, %s differs", path, d.Record, d.Ply, d.What))
}
