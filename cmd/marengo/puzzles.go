package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"marengo/agent"
	"marengo/agents"
	"marengo/arena"
	"marengo/puzzle"
	"marengo/record"
	"marengo/store"
	"marengo/stratego"
)

func newPuzzles() *cobra.Command {
	cmd := &cobra.Command{Use: "puzzles", Short: "Positions in which one move is clearly best", Example: "  marengo puzzles make puzzles.jsonl --count 50"}
	cmd.AddCommand(newPuzzlesMake())
	return cmd
}

func newPuzzlesMake() *cobra.Command {
	var o puzzles
	cmd := &cobra.Command{
		Use:   "make FILE",
		Short: "Find puzzles in stored games and in games played for it, and write them to a file",
		Long: "Look through games for positions in which one move is clearly best for who is to move, judged by what\n" +
			"that side knows: a first look finds one move ahead, and two longer ones must agree, all asked\n" +
			"about every attack and escape. The judge is an agent that values moves. Stored games come first, then pairs of the\n" +
			"players given play new ones until there are enough. A file that is there already is added to; with --again\n" +
			"what it has is judged anew, and what no longer stands out is dropped.",
		Example: "  marengo puzzles make puzzles.jsonl --count 50 --stored 0\n  marengo puzzles make puzzles.jsonl --player lewis --player invincible --gap 0.2",
		Args:    cobra.ExactArgs(1),
		RunE:    func(cmd *cobra.Command, args []string) error { return o.run(cmd, args[0]) },
	}
	o.db.flag(cmd)
	f := cmd.Flags()
	f.IntVar(&o.count, "count", 50, "puzzles that the file shall have")
	f.IntVar(&o.stored, "stored", 100, "stored games to look through, the latest first")
	f.IntVar(&o.each, "each", 3, "puzzles from one game at the most")
	f.IntVar(&o.kind, "kind", 15, "puzzles of one kind at the most")
	f.Float64Var(&o.gap, "gap", 0.1, "how far the best move stands out in expected score, 0 to 1")
	f.BoolVar(&o.again, "again", false, "judge anew what the file has already")
	f.IntVar(&o.step, "step", 5, "look at every which ply")
	f.StringVar(&o.judge, "judge", "marengo:think=on,forced=0", "agent that values the moves")
	f.StringArrayVar(&o.players, "player", []string{"lewis", "invincible", "marengo", "star"}, "agents that play new games, each against each")
	f.DurationVar(&o.time, "time", 20*time.Millisecond, "their time a move")
	f.Uint64Var(&o.seed, "seed", 1, "seed of everything random")
	return cmd
}

type puzzles struct {
	db                              database
	count, stored, each, kind, step int
	gap                             float64
	again                           bool
	judge                           string
	players                         []string
	time                            time.Duration
	seed                            uint64
	list                            []puzzle.Puzzle
	kinds                           map[string]int
	looked                          int
	out                             string
	errs                            io.Writer
	maker                           *puzzle.Maker
}

// Evaluations of the judge for a first look at a position and for the two that follow.
const (
	puzzleGlance = 60
	puzzleLook   = 400
)

func (o *puzzles) run(cmd *cobra.Command, out string) error {
	switch {
	case o.count < 1 || o.step < 1 || o.each < 1 || o.kind < 1:
		return badInputf("--count, --step, --each and --kind are numbers from 1")
	case o.gap <= 0 || o.gap >= 1:
		return badInputf("--gap is %g, expected more than 0 and less than 1", o.gap)
	case len(o.players) < 2:
		return badInputf("games take two players, got %d", len(o.players))
	}
	o.out, o.errs, o.kinds = out, cmd.ErrOrStderr(), make(map[string]int)
	f, err := agents.Parse(o.judge)
	if err != nil {
		return badInput{err}
	}
	judge, err := f.New()
	if err != nil {
		return err
	}
	o.maker = &puzzle.Maker{Judge: judge, Gap: o.gap, Step: o.step, Seed: o.seed, Glance: puzzleGlance, Look: puzzleLook}
	if err = o.resume(cmd.Context()); err == nil {
		err = o.make(cmd)
	}
	if errors.Is(err, errEnoughPuzzles) {
		err = nil
	}
	if err = errors.Join(err, judge.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d puzzles in %s\n", len(o.list), out)
	return err
}

// errEnoughPuzzles ends the search.
var errEnoughPuzzles = errors.New("enough puzzles")

// resume reads what an earlier run has found, as far as it can still be explained, and
// is judged as before where that is asked.
func (o *puzzles) resume(ctx context.Context) error {
	file, err := os.Open(o.out)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	list, err := puzzle.Read(file)
	if err != nil {
		return badInputf("%s: %v", o.out, err)
	}
	for _, p := range list {
		if err := p.Explain(); err != nil {
			return badInputf("%s: %v", o.out, err)
		}
		ok := p.Kind != ""
		if ok && o.again {
			if p, ok, err = o.maker.Check(ctx, p); err != nil {
				return fmt.Errorf("puzzle %s: %w", p.ID, err)
			}
		}
		if ok {
			o.kinds[p.Kind]++
			o.list = append(o.list, p)
		}
	}
	if o.again {
		if _, err := fmt.Fprintf(o.errs, "%d of %d puzzles stand\n", len(o.list), len(list)); err != nil {
			return err
		}
		return o.save()
	}
	return nil
}

// make looks through stored games, then through new ones.
func (o *puzzles) make(cmd *cobra.Command) error {
	ctx := cmd.Context()
	if len(o.list) >= o.count {
		return errEnoughPuzzles
	}
	if o.stored > 0 {
		if err := o.db.with(ctx, func(db *store.DB) error { return o.lookAtStored(ctx, db) }); err != nil {
			return err
		}
	}
	var players []*agents.Factory
	for _, name := range o.players {
		f, err := o.db.players(ctx).Parse(name)
		if err != nil {
			return badInput{err}
		}
		players = append(players, f)
	}
	rules, err := stratego.Preset("match")
	if err != nil {
		return err
	}
	for game := uint64(0); ; game++ {
		pair := [2]int{int(game) % len(players), (int(game)/len(players) + 1 + int(game)) % len(players)}
		if pair[0] == pair[1] {
			continue
		}
		bout := arena.Bout{Terms: arena.Terms{Rules: rules, Budget: agent.Budget{Time: o.time}}, Seed: arena.MoveSeed(o.seed, int(game))}
		bout.Players = [2]arena.Contender{players[pair[0]], players[pair[1]]}
		played, err := arena.Play(ctx, bout)
		if err != nil {
			return err
		}
		g, err := played.Record()
		if err != nil {
			return err
		}
		g.Players = [2]string{bout.Players[0].String(), bout.Players[1].String()}
		if err := o.look(ctx, g); err != nil {
			return err
		}
	}
}

func (o *puzzles) lookAtStored(ctx context.Context, db *store.DB) error {
	list, err := db.Games(ctx, store.Filter{Limit: o.stored, Newest: true})
	if err != nil {
		return err
	}
	for _, x := range list {
		stored, err := db.Game(ctx, x.ID)
		if err != nil {
			return err
		}
		g, err := stored.Record()
		if err != nil {
			return err
		}
		if g.Rules.Variant != stratego.Classic {
			continue // the judge's network knows no other
		}
		g.Players = [2]string{x.Red, x.Blue}
		if err := o.look(ctx, g); err != nil {
			return err
		}
	}
	return nil
}

// look finds puzzles in one game and keeps them at once: whoever stops loses nothing.
func (o *puzzles) look(ctx context.Context, g *record.Game) error {
	if len(o.list) >= o.count {
		return errEnoughPuzzles
	}
	before := len(o.list)
	err := o.maker.Find(ctx, g, func(p puzzle.Puzzle) bool {
		if o.kinds[p.Kind] < o.kind && !o.has(p) {
			o.kinds[p.Kind]++
			o.list = append(o.list, p)
		}
		return len(o.list)-before < o.each && len(o.list) < o.count
	})
	o.looked++
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(o.errs, "\r%d games, %d of %d puzzles ", o.looked, len(o.list), o.count); err != nil {
		return err
	}
	return o.save()
}

func (o *puzzles) has(p puzzle.Puzzle) bool {
	for _, x := range o.list {
		if x.ID == p.ID {
			return true
		}
	}
	return false
}

// save writes all puzzles, whole or not at all.
func (o *puzzles) save() (err error) {
	file, err := os.CreateTemp(filepath.Dir(o.out), ".puzzles-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(file.Name())
		}
	}()
	if err := errors.Join(puzzle.Write(file, o.list), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), o.out)
}
