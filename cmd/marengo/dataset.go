package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"marengo/nn/features"
	"marengo/record"
)

func newDataset() *cobra.Command {
	games := playedGames{db: new(database)}
	var out string
	cmd := &cobra.Command{
		Use:   "dataset [GAMES...]",
		Short: "Write the positions of games for training StrAItego's networks",
		Long: `Writes every position of the games, as the player to move saw it, with the move he played, how
the game ended for him, and the ranks that were hidden from him. train/straitego/data.py says how
the file and the names of players beside it are laid out, and reads them. The games are those of
files that "dataset play" wrote, or without any those of the database.`,
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
			games.files = args
			w := &datasetWriter{w: bufio.NewWriterSize(f, 1<<20), names: []string{}}
			err = w.write(cmd.Context(), &games)
			if err := errors.Join(err, w.w.Flush(), f.Close()); err != nil {
				return err
			}
			if err := w.writeNames(out + ".json"); err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d positions of %d games\n", w.positions, w.games)
			return err
		},
	}
	cmd.AddCommand(newDatasetPlay(), newDatasetRanks(), newDatasetThink())
	games.db.flag(cmd)
	cmd.Flags().StringVar(&out, "out", "", "file to write")
	cmd.Flags().Int64Var(&games.filter.Match, "match", 0, "only games of this match of the database")
	cmd.Flags().StringVar(&games.filter.Agent, "agent", "", "only games of this agent of the database")
	return cmd
}

// datasetWriter writes one record for each position.
type datasetWriter struct {
	w                *bufio.Writer
	games, positions int
	names            []string // of players by number
}

// unknownPlayer marks positions of players who have no number: without a name, or one too many.
const unknownPlayer = 255

// number returns a player's number.
func (d *datasetWriter) number(name string) uint8 {
	n := slices.Index(d.names, name)
	switch {
	case n >= 0:
		return uint8(n)
	case name == "" || len(d.names) == unknownPlayer:
		return unknownPlayer
	}
	d.names = append(d.names, name)
	return uint8(len(d.names) - 1)
}

// write writes the games, worked out on all processors.
func (d *datasetWriter) write(ctx context.Context, games *playedGames) error {
	type part struct {
		records []byte
		plies   int
	}
	return inOrder(ctx, 4*runtime.GOMAXPROCS(0), func(begin func(func(context.Context) (part, error)) error) error {
		next := 0
		return games.each(ctx, func(where string, g *record.Game) error {
			n, players := next, [2]uint8{d.number(g.Players[0]), d.number(g.Players[1])}
			next++
			return begin(func(context.Context) (part, error) {
				records, err := features.Positions(nil, g.Rules, players, g.Result.Winner, g.Setups, g.Moves, n)
				if err != nil {
					err = fmt.Errorf("%s: %w", where, err)
				}
				return part{records, len(g.Moves)}, err
			})
		})
	}, func(p part) error {
		d.games++
		d.positions += p.plies
		_, err := d.w.Write(p.records)
		return err
	})
}

// writeNames writes who the players are.
func (d *datasetWriter) writeNames(path string) error {
	raw, err := json.Marshal(map[string][]string{"players": d.names})
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(raw, '\n'), 0o644)
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

// asFinished does work on each of some numbers, several at a time, and uses what it yields as soon as it
// is there. The first error ends it; what was finished before has been used.
func asFinished[T any](ctx context.Context, atOnce int, numbers []int, work func(context.Context, int) (T, error), use func(int, T) error) error {
	type yield struct {
		number int
		value  T
		err    error
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	waiting, done := make(chan int, len(numbers)), make(chan yield)
	for _, n := range numbers {
		waiting <- n
	}
	close(waiting)
	var workers sync.WaitGroup
	for range min(atOnce, len(numbers)) {
		workers.Go(func() {
			for n := range waiting {
				if ctx.Err() != nil {
					return
				}
				value, err := work(ctx, n)
				done <- yield{n, value, err}
			}
		})
	}
	go func() {
		workers.Wait()
		close(done)
	}()
	var failed error
	for y := range done {
		if y.err == nil {
			y.err = use(y.number, y.value)
		}
		if y.err != nil && failed == nil {
			failed = y.err
			stop()
		}
	}
	if failed == nil {
		failed = ctx.Err()
	}
	return failed
}
