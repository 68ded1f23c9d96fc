package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"marengo/nn/features"
	"marengo/record/archive"
	"marengo/store"
	"marengo/stratego"
)

func newDataset() *cobra.Command {
	db := new(database)
	var filter store.Filter
	var out string
	cmd := &cobra.Command{
		Use:   "dataset [GAMES...]",
		Short: "Write the positions of games for training StrAItego's networks",
		Long: `Writes every position of the games, as the player to move saw it, with the move he played, how
the game ended for him, and the ranks that were hidden from him. train/straitego/data.py says how
the file is laid out and reads it. The games are those of files that "dataset play" wrote, or
without any those of the database.`,
		Example: `  marengo dataset play invincible lewis star --games 2000 --out games.bin
  marengo dataset games.bin --out positions.bin
  marengo dataset --db games.db --out positions.bin`,
		Args: cobra.ArbitraryArgs, // files, beside the subcommand
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return badInputf("--out is missing: the file to write")
			}
			f, err := os.Create(out)
			if err != nil {
				return badInput{err}
			}
			w := &datasetWriter{w: bufio.NewWriterSize(f, 1<<20)}
			if len(args) > 0 {
				err = w.files(cmd.Context(), args)
			} else {
				err = db.with(cmd.Context(), func(d *store.DB) error {
					return d.EachGame(cmd.Context(), filter, func(g *store.Game) error { return w.stored(g) })
				})
			}
			if err := errors.Join(err, w.w.Flush(), f.Close()); err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d positions of %d games\n", w.positions, w.games)
			return err
		},
	}
	cmd.AddCommand(newDatasetPlay())
	db.flag(cmd)
	cmd.Flags().StringVar(&out, "out", "", "file to write")
	cmd.Flags().Int64Var(&filter.Match, "match", 0, "only games of this match of the database")
	cmd.Flags().StringVar(&filter.Agent, "agent", "", "only games of this agent of the database")
	return cmd
}

// datasetWriter writes one record for each position.
type datasetWriter struct {
	w                *bufio.Writer
	games, positions int
}

// unknownPlayer marks positions of games whose players have no number.
const unknownPlayer = 255

// stored writes a game of the database.
func (d *datasetWriter) stored(g *store.Game) error {
	if g.Start != "" || g.Rules.Variant != stratego.Classic {
		return nil
	}
	a := &archive.Game{Players: [2]uint8{unknownPlayer, unknownPlayer}, Winner: g.Winner, Setups: g.Setups, Moves: g.Moves}
	records, err := features.Positions(nil, g.Rules, a.Players, a.Winner, a.Setups, a.Moves, d.games)
	if err != nil {
		return fmt.Errorf("game %d: %w", g.ID, err)
	}
	return d.add(records, len(g.Moves))
}

func (d *datasetWriter) add(records []byte, positions int) error {
	d.games++
	d.positions += positions
	_, err := d.w.Write(records)
	return err
}

// files writes the games of files, worked out on all processors.
func (d *datasetWriter) files(ctx context.Context, paths []string) error {
	type part struct {
		records []byte
		plies   int
	}
	return inOrder(ctx, 4*runtime.GOMAXPROCS(0), func(begin func(func(context.Context) (part, error)) error) error {
		game := 0
		for _, path := range paths {
			err := eachArchived(path, func(rules stratego.Rules, g *archive.Game) error {
				n := game
				game++
				return begin(func(context.Context) (part, error) {
					records, err := features.Positions(nil, rules, g.Players, g.Winner, g.Setups, g.Moves, n)
					if err != nil {
						err = fmt.Errorf("game %d: %w", n+1, err)
					}
					return part{records, len(g.Moves)}, err
				})
			})
			if err != nil {
				return err
			}
		}
		return nil
	}, func(p part) error { return d.add(p.records, p.plies) })
}

// inOrder does pieces of work, several at a time, and uses what they yield in the order in
// which they were begun. The first error ends it.
func inOrder[T any](ctx context.Context, atOnce int, all func(begin func(work func(context.Context) (T, error)) error) error, use func(T) error) error {
	type yield struct {
		value T
		err   error
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	queue := make(chan chan yield, atOnce-1)
	var failed error
	go func() {
		defer close(queue)
		failed = all(func(work func(context.Context) (T, error)) error {
			done := make(chan yield, 1)
			select {
			case queue <- done:
			case <-ctx.Done():
				return ctx.Err()
			}
			go func() {
				value, err := work(ctx)
				done <- yield{value, err}
			}()
			return nil
		})
	}()
	for done := range queue {
		y := <-done
		if y.err == nil {
			y.err = use(y.value)
		}
		if y.err != nil {
			return y.err
		}
	}
	return failed
}

// eachArchived calls f with each game of a file and its rules.
func eachArchived(path string, f func(stratego.Rules, *archive.Game) error) error {
	file, err := os.Open(path)
	if err != nil {
		return badInput{err}
	}
	defer file.Close() // only read from
	r, err := archive.NewReader(file)
	if err != nil {
		return badInput{fmt.Errorf("%s: %w", path, err)}
	}
	rules, err := stratego.ParseRules(r.Header.Rules)
	if err != nil {
		return badInput{fmt.Errorf("%s: %w", path, err)}
	}
	for {
		g := new(archive.Game)
		switch err := r.Next(g); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return badInput{fmt.Errorf("%s: %w", path, err)}
		}
		if err := f(rules, g); err != nil {
			return err
		}
	}
}
