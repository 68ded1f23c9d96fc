package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"marengo/record/formats"
	"marengo/setup"
	"marengo/stratego"
)

func newSetupsJudge() *cobra.Command {
	return &cobra.Command{
		Use:   "judge FILE",
		Short: "Say what De Boer's heuristics and Schoenmakers' networks think of the setups of a file",
		Long: `Say what is thought of the classic setups of a file, which import reads as well: a line for each, of De
Boer's points as he counted them, how sure a network is that a person made it, how likely another network
thinks that it beats an average one, and the setup.`,
		Example: "  marengo setups judge mine.txt | sort -k3 -gr | head",
		Args:    oneSetupFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			listed, err := formats.ReadAnySetups(args[0])
			if err != nil {
				return badInput{err}
			}
			return judgeSetups(cmd.OutOrStdout(), args[0], listed)
		},
	}
}

func judgeSetups(w io.Writer, path string, listed []formats.ListedSetup) error {
	human, err := setup.DefaultClassifier()
	if err != nil {
		return err
	}
	good, err := setup.DefaultGood()
	if err != nil {
		return err
	}
	h, g := human.New(), good.New()
	if _, err := fmt.Fprintln(w, "# points\thuman\tgood\tsetup"); err != nil {
		return err
	}
	for _, l := range listed {
		if v := l.Variant(); v != stratego.Classic {
			return badInputf("%s, line %d: a setup of %v, and the networks know those of %v only", path, l.Line, v, stratego.Classic)
		}
		if _, err := fmt.Fprintf(w, "%d\t%.4f\t%.4f\t%v\n", setup.DeBoer.Score(l.Setup), h.Sure(&l.Setup), g.Sure(&l.Setup), l.Setup); err != nil {
			return err
		}
	}
	return nil
}
