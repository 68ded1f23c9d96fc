package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"marengo/record"
	"marengo/record/formats"
	"marengo/setup"
	"marengo/stratego"
)

// The setups of the default position, by the names that setup.Named gives them.
const (
	perftRed  = "de-boer/1"
	perftBlue = "lewis/1"
)

// maxPerft is far more than any machine finishes.
const maxPerft = 20

func newPerft() *cobra.Command {
	var p perft
	cmd := &cobra.Command{
		Use:   "perft DEPTH [FILE]",
		Short: "Count the sequences of legal moves of a length",
		Long: `Count the sequences of DEPTH legal moves from a position: the last of a game or position
FILE, or the start with the setups ` + perftRed + ` and ` + perftBlue + `. A game that ends earlier
has none. The counts are a test of the rules.`,
		Example: `  marengo perft 4
  marengo perft 3 endgame.marengo --divide
  marengo perft 5 --red arts/3 --blue arts/4 --rules isf2007 --json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 1 || len(args) > 2 {
				return badInputf("expected a depth and at most one file, got %d arguments", len(args))
			}
			return nil
		},
		RunE:              func(cmd *cobra.Command, args []string) error { return p.run(cmd, args) },
		ValidArgsFunction: completeRecords,
	}
	f := cmd.Flags()
	f.BoolVar(&p.divide, "divide", false, "show the count of each first move")
	f.StringVar(&p.rules, "rules", "", "the rules, instead of the file's or of "+stratego.DefaultRules.String())
	f.StringVar(&p.red, "red", perftRed, "red's setup, without a file: a name or 40 characters")
	f.StringVar(&p.blue, "blue", perftBlue, "blue's setup, without a file: a name or 40 characters")
	f.BoolVar(&p.json, "json", false, "print a JSON object")
	completeFlag(cmd, "rules", stratego.PresetNames())
	return cmd
}

// perft holds the command's flags.
type perft struct {
	divide, json     bool
	rules, red, blue string
}

// perftJSON is what --json prints.
type perftJSON struct {
	Depth   int               `json:"depth"`
	Nodes   uint64            `json:"nodes"`
	Seconds float64           `json:"seconds"`
	Rules   string            `json:"rules"`
	Divide  map[string]uint64 `json:"divide,omitempty"`
}

func (p *perft) run(cmd *cobra.Command, args []string) error {
	depth, err := strconv.Atoi(args[0])
	if err != nil || depth < 0 || depth > maxPerft {
		return badInputf("bad depth %q, expected 0 to %d", args[0], maxPerft)
	}
	s, err := p.position(args[1:])
	if err != nil {
		return badInput{err}
	}
	began := time.Now()
	moves, counts, err := divide(cmd.Context(), s, depth)
	if err != nil {
		return err
	}
	var total uint64
	for _, n := range counts {
		total += n
	}
	if depth == 0 {
		total = 1
	}
	took := time.Since(began)
	out := cmd.OutOrStdout()
	if p.json {
		j := perftJSON{Depth: depth, Nodes: total, Seconds: took.Seconds(), Rules: s.Rules().String()}
		if p.divide {
			j.Divide = make(map[string]uint64, len(moves))
			for i, m := range moves {
				j.Divide[stratego.FormatMove(m)] = counts[i]
			}
		}
		return json.NewEncoder(out).Encode(j)
	}
	return p.print(out, moves, counts, depth, total, took)
}

func (p *perft) print(out io.Writer, moves []stratego.Move, counts []uint64, depth int, total uint64, took time.Duration) error {
	if p.divide {
		for i, m := range moves {
			if _, err := fmt.Fprintf(out, "%s %d\n", stratego.FormatMove(m), counts[i]); err != nil {
				return err
			}
		}
	}
	_, err := fmt.Fprintf(out, "perft %d: %d (%.2f s)\n", depth, total, took.Seconds())
	return err
}

// divide counts below each first move, until the context ends.
func divide(ctx context.Context, s *stratego.State, depth int) (moves []stratego.Move, counts []uint64, err error) {
	if depth == 0 {
		return nil, nil, nil
	}
	moves = s.Moves(nil)
	counts = make([]uint64, len(moves))
	for i, m := range moves {
		s.Do(m)
		counts[i], err = countBelow(ctx, s, depth-1)
		s.Undo()
		if err != nil {
			return nil, nil, err
		}
	}
	return moves, counts, nil
}

// unwatched is the depth that is counted without looking at the context.
const unwatched = 3

func countBelow(ctx context.Context, s *stratego.State, depth int) (n uint64, err error) {
	if depth <= unwatched {
		return stratego.Perft(s, depth), ctx.Err()
	}
	for _, m := range s.Moves(nil) {
		s.Do(m)
		k, err := countBelow(ctx, s, depth-1)
		s.Undo()
		if err != nil {
			return 0, err
		}
		n += k
	}
	return n, nil
}

// position returns where to count from.
func (p *perft) position(files []string) (*stratego.State, error) {
	if len(files) == 1 {
		g, err := formats.Read(files[0])
		if err != nil {
			return nil, err
		}
		if err := giveRules(g, p.rules); err != nil {
			return nil, fmt.Errorf("%s: %w", files[0], err)
		}
		return g.At(len(g.Moves))
	}
	r := stratego.DefaultRules
	if p.rules != "" {
		var err error
		if r, err = stratego.ParseRules(p.rules); err != nil {
			return nil, err
		}
	}
	red, err := namedSetup(p.red)
	if err != nil {
		return nil, fmt.Errorf("--red: %w", err)
	}
	blue, err := namedSetup(p.blue)
	if err != nil {
		return nil, fmt.Errorf("--blue: %w", err)
	}
	return record.New(r, red, blue).Begin()
}

// namedSetup finds a setup of the literature, or reads one.
func namedSetup(text string) (stratego.Setup, error) {
	for _, n := range setup.Named() {
		if n.Name == text {
			return n.Setup, nil
		}
	}
	s, err := formats.ParseAnySetup(text)
	if err != nil {
		return s, fmt.Errorf("%q is neither the name of a setup, such as %s, nor one: %w", text, perftRed, err)
	}
	return s, nil
}
