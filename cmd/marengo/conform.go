package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"marengo/record/conform"
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

Every difference is listed. The exit status is 0 if all agrees, 1 if there are differences, 2 for a file that cannot be used.`,
		Example: `  marengo conform cases.jsonl games.jsonl.gz infosets.jsonl.gz
  marengo conform games.jsonl.gz --json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return badInputf("expected at least one file of refereed games")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return compareRules(cmd, args, asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	return cmd
}

// conformJSON is what --json prints.
type conformJSON struct {
	Agrees      bool             `json:"agrees"`
	Games       int              `json:"games"` // that agree, as are the next two
	Plies       int              `json:"plies"`
	Inferences  int              `json:"inferences"`
	Differences []differenceJSON `json:"differences,omitempty"`
}

type differenceJSON struct {
	File   string `json:"file"`
	Record string `json:"record"`
	Ply    int    `json:"ply"`
	What   string `json:"what"`
	Theirs string `json:"theirs"`
	Ours   string `json:"ours"`
}

func compareRules(cmd *cobra.Command, files []string, asJSON bool) error {
	out := cmd.OutOrStdout()
	var c conform.Comparison
	for _, path := range conform.InferencesLast(files) {
		before := c
		if err := c.File(path); err != nil {
			return badInput{err}
		}
		if asJSON {
			continue
		}
		for _, d := range c.Differences[len(before.Differences):] {
			if _, err := fmt.Fprintln(out, d); err != nil {
				return err
			}
		}
		if _, err := fmt.Fprintf(out, "%s: %d games, %d plies, %d inferences agree\n", path,
			c.Games-before.Games, c.Plies-before.Plies, c.Inferences-before.Inferences); err != nil {
			return err
		}
	}
	if err := concludeConform(out, &c, asJSON); err != nil {
		return err
	}
	switch n := len(c.Differences); n {
	case 0:
		return nil
	case 1:
		return errors.New("1 difference")
	default:
		return fmt.Errorf("%d differences", n)
	}
}

// concludeConform prints what holds for all files together.
func concludeConform(out io.Writer, c *conform.Comparison, asJSON bool) error {
	if !asJSON {
		words := "all agrees"
		if len(c.Differences) > 0 {
			words = "agree in all"
		}
		_, err := fmt.Fprintf(out, "%s: %d games, %d plies, %d inferences\n", words, c.Games, c.Plies, c.Inferences)
		return err
	}
	j := conformJSON{Agrees: len(c.Differences) == 0, Games: c.Games, Plies: c.Plies, Inferences: c.Inferences}
	for _, d := range c.Differences {
		j.Differences = append(j.Differences, differenceJSON{d.File, d.Record, d.Ply, d.What, d.Theirs, d.Ours})
	}
	return json.NewEncoder(out).Encode(j)
}
