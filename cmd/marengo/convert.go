package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"marengo/record"
	"marengo/record/formats"
	"marengo/stratego"
)

func newConvert() *cobra.Command {
	var rules string
	var force bool
	cmd := &cobra.Command{
		Use:   "convert IN OUT",
		Short: "Turn a game file into another format",
		Long: `Turn a game file into the format of OUT's extension: ` + strings.Join(formats.Extensions(), ", ") + `.
What had to be mended in IN, and what OUT cannot keep, is said on standard error.
docs/formats.md describes the formats.`,
		Example: `  marengo convert game.gsn game.marengo
  marengo convert game.gsn game.marengo --rules isf2007
  marengo convert game.marengo game.xml`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return badInputf("expected two files, IN and OUT, got %d arguments", len(args))
			}
			return nil
		},
		RunE:              func(cmd *cobra.Command, args []string) error { return convert(cmd, args[0], args[1], rules, force) },
		ValidArgsFunction: completeRecords,
	}
	cmd.Flags().StringVar(&rules, "rules", "", "the rules the game was played under, where IN does not say or is wrong")
	cmd.Flags().BoolVar(&force, "force", false, "write over OUT if it exists")
	completeFlag(cmd, "rules", stratego.PresetNames())
	return cmd
}

func convert(cmd *cobra.Command, in, out, rules string, force bool) error {
	g, err := formats.Read(in)
	if err != nil {
		return badInput{err}
	}
	reportRepairs(cmd.ErrOrStderr(), in, g)
	if err := giveRules(g, rules); err != nil {
		return badInput{fmt.Errorf("%s: %w", in, err)}
	}
	if _, err := formats.FormatOf(out); err != nil {
		return badInput{err}
	}
	if _, err := os.Stat(out); !force && !errors.Is(err, fs.ErrNotExist) {
		return badInputf("%s exists; --force writes over it", out)
	}
	return writeGame(cmd.ErrOrStderr(), out, g)
}

// writeGame writes a game to a file and says what its format does not keep.
func writeGame(notes io.Writer, path string, g *record.Game) error {
	lost, err := formats.Write(path, g)
	if err != nil {
		return badInput{err}
	}
	return sayLosses(notes, path, lost)
}

// sayLosses says what a file or several do not keep of their games.
func sayLosses(w io.Writer, name string, lost []string) error {
	for _, l := range lost {
		if _, err := fmt.Fprintf(w, "%s: %s\n", name, l); err != nil {
			return err
		}
	}
	return nil
}

// giveRules puts a game under other rules, which its moves and result must obey.
func giveRules(g *record.Game, text string) error {
	if text == "" {
		return nil
	}
	r, err := stratego.ParseRules(text)
	if err != nil {
		return err
	}
	if !strings.Contains(text, "/") {
		r.Variant = g.Rules.Variant
	}
	g.Rules = r
	if _, err := g.Replay(); err != nil {
		return fmt.Errorf("under the rules %v: %w", r, err)
	}
	return nil
}
