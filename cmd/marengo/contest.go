package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"marengo/arena"
	"marengo/cluster"
	"marengo/store"
	"marengo/stratego"
)

// contest is what the commands match and tournament have in common.
type contest struct {
	kind    string // match or tournament
	db      database
	cluster clusterFlags

	games       int
	time        time.Duration
	nodes       int64
	evaluations int64
	threads     int
	hard        time.Duration
	concurrency int
	seed        uint64
	rules       string
	setups      string
	own         bool
	logs        bool
	sprt        string
	resume      int64
	out         string
	asJSON      bool
	asCSV       bool
	quiet       bool
}

// defaultTime is a move's budget where none is given.
const defaultTime = 100 * time.Millisecond

func (c *contest) flags(cmd *cobra.Command) {
	c.db.flag(cmd)
	f := cmd.Flags()
	f.IntVar(&c.games, "games", 100, "games between every two agents, played in pairs that change seats")
	f.DurationVar(&c.time, "time", 0, "time a move (default 100ms where no other budget is given)")
	f.Int64Var(&c.nodes, "nodes", 0, "positions a move that a search may visit")
	f.Int64Var(&c.evaluations, "evals", 0, "positions a move that an evaluator or network may judge")
	threadsFlag(f, &c.threads)
	f.DurationVar(&c.hard, "hard-limit", 0, "time after which a move loses the game (default: twice --time and 10s)")
	f.IntVar(&c.concurrency, "concurrency", 1, "games at a time; 0: one for each processor")
	f.Uint64Var(&c.seed, "seed", 0, "seed of everything random (default: drawn and reported)")
	f.StringVar(&c.rules, "rules", "match", "rules: "+strings.Join(stratego.PresetNames(), ", ")+", each also as NAME/barrage, or spelt out as in docs/rules.md")
	f.StringVar(&c.setups, "setups", "human-like", "boards: a file of setups, or a provider such as human-like, random, named:accolade")
	f.BoolVar(&c.own, "own-setups", false, "let every agent set up by itself: in a pair only the seats change")
	f.BoolVar(&c.logs, "log", true, "keep the lines that agents log, for marengo games show --log")
	f.Int64Var(&c.resume, "resume", 0, "continue the unfinished match of this number")
	f.StringVar(&c.out, "out", "", "also write the report to this file: .json, .csv, or else text")
	f.BoolVar(&c.asJSON, "json", false, "print the report as JSON")
	f.BoolVar(&c.asCSV, "csv", false, "print the report as CSV")
	f.BoolVar(&c.quiet, "quiet", false, "print no progress")
	c.cluster.playFlags(cmd)
	cmd.ValidArgsFunction = completeAgents
	completeFlag(cmd, "rules", stratego.PresetNames())
}

// threadsFlag lets a player think on several threads.
func threadsFlag(f *pflag.FlagSet, threads *int) {
	f.IntVar(threads, "threads", 1, "threads that a player may think on at once; most use one whatever this says")
}

// run plays a new contest between agents, or continues an old one.
func (c *contest) run(cmd *cobra.Command, names []string) error {
	if c.asJSON && c.asCSV {
		return badInputf("--json and --csv exclude each other")
	}
	if c.concurrency == 0 {
		c.concurrency = runtime.GOMAXPROCS(0)
	}
	if c.concurrency < 0 {
		return badInputf("--concurrency is %d, expected at least 0", c.concurrency)
	}
	if c.resume != 0 {
		for _, flag := range specFlags {
			if cmd.Flags().Changed(flag) {
				return badInputf("--resume continues the match as it was begun: --%s cannot change", flag)
			}
		}
	}
	if err := checkOut(c.out); err != nil {
		return err
	}
	ctx := cmd.Context()
	workers, err := c.cluster.workers(cmd, c.db.find(ctx), c.kind)
	if err != nil {
		return err
	}
	if workers != nil {
		defer workers.Close()
	}
	return c.db.with(ctx, func(db *store.DB) error {
		run, err := c.prepare(cmd, db, names)
		if err != nil {
			return err
		}
		return c.play(ctx, cmd, run, workers)
	})
}

// specFlags decide which games are played.
var specFlags = []string{"games", "time", "nodes", "evals", "threads", "hard-limit", "seed", "rules", "setups", "own-setups", "log", "sprt"}

// prepare makes the run of a new contest or finds that of an old one.
func (c *contest) prepare(cmd *cobra.Command, db *store.DB, names []string) (*arena.Run, error) {
	spec := c.spec(cmd, names)
	if c.resume != 0 {
		var err error
		if spec, err = c.stored(cmd.Context(), db, names); err != nil {
			return nil, err
		}
	}
	run, err := arena.NewRun(spec, c.db.find(cmd.Context()))
	if err != nil {
		return nil, badInput{err}
	}
	run.DB, run.ID, run.Concurrency = db, c.resume, c.concurrency
	if c.resume != 0 {
		return run, nil
	}
	return run, run.Begin(cmd.Context(), db, c.kind)
}

// stored reads the schedule of the match to continue.
func (c *contest) stored(ctx context.Context, db *store.DB, names []string) (spec arena.Spec, err error) {
	m, err := db.Match(ctx, c.resume)
	if err != nil {
		return spec, badInput{err}
	}
	if m.Kind != c.kind {
		return spec, badInputf("number %d is a %s: continue it with marengo %s --resume %d", m.ID, m.Kind, m.Kind, m.ID)
	}
	if spec, err = arena.ParseSpec(m.Spec); err != nil {
		return spec, fmt.Errorf("match %d: %w", m.ID, err)
	}
	if len(names) > 0 && !slices.Equal(names, spec.Agents) {
		return spec, badInputf("match %d is between %s", m.ID, strings.Join(spec.Agents, " and "))
	}
	return spec, nil
}

// spec turns the flags into a schedule. A seed that is drawn is kept short, for
// people who type it again.
func (c *contest) spec(cmd *cobra.Command, names []string) arena.Spec {
	seed := c.seed
	if !cmd.Flags().Changed("seed") {
		seed = rand.Uint64N(1e9)
	}
	if c.time == 0 && c.nodes == 0 && c.evaluations == 0 {
		c.time = defaultTime
	}
	return arena.Spec{Agents: names, Games: c.games, Seed: seed, Rules: c.rules, Setups: providerText(c.setups), Own: c.own, SPRT: c.sprt, Logs: c.logs,
		Time: c.time, Nodes: c.nodes, Evaluations: c.evaluations, Threads: c.threads, Hard: c.hard}
}

// providerText is the setup provider of a --setups flag, which may also name a file.
func providerText(flag string) string {
	if info, err := os.Stat(flag); err == nil && info.Mode().IsRegular() {
		if absolute, err := filepath.Abs(flag); err == nil {
			return "file:" + absolute
		}
	}
	return flag
}

// play plays a run, with the workers of a cluster if there are any, and prints what
// came of it.
func (c *contest) play(ctx context.Context, cmd *cobra.Command, run *arena.Run, w *cluster.Workers) error {
	progress := &contestProgress{progress: newProgress(cmd.ErrOrStderr(), c.quiet), began: time.Now()}
	run.Progress = progress.show
	if w != nil {
		if err := hire(ctx, w, run); err != nil {
			return err
		}
	}
	report, err := run.Play(ctx)
	progress.end()
	if report == nil {
		return err
	}
	if printErr := c.print(cmd.OutOrStdout(), report); printErr != nil {
		return errors.Join(err, printErr)
	}
	if err != nil {
		resume := fmt.Sprintf("marengo %s --resume %d", c.kind, run.ID)
		if c.db.path != "" {
			resume += " --db " + quoted(c.db.path)
		}
		if errors.Is(err, context.Canceled) {
			return fmt.Errorf("interrupted; to continue: %s", resume)
		}
		return fmt.Errorf("%w; to continue: %s", err, resume)
	}
	return nil
}

// quoted writes a path as a shell reads it: one that has only plain characters
// stands as it is.
func quoted(path string) string {
	const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./+=:,@%"
	if strings.Trim(path, plain) == "" {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}

// checkOut refuses a file that could not be written once the work is done.
func checkOut(path string) error {
	if path == "" {
		return nil
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return badInputf("--out %s is a folder, expected a file", path)
	}
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return badInputf("--out: %w", err)
	}
	return nil
}

// print writes the report to the standard output, and to --out as its ending says.
func (c *contest) print(w io.Writer, r *arena.Report) error {
	form := "text"
	switch {
	case c.asJSON:
		form = "json"
	case c.asCSV:
		form = "csv"
	}
	if err := c.write(w, r, form); err != nil {
		return err
	}
	if c.out == "" {
		return nil
	}
	f, err := os.Create(c.out)
	if err != nil {
		return err
	}
	return errors.Join(c.write(f, r, strings.TrimPrefix(filepath.Ext(c.out), ".")), f.Close())
}

func (c *contest) write(w io.Writer, r *arena.Report, form string) error {
	switch form {
	case "json":
		return json.NewEncoder(w).Encode(c.object(r))
	case "csv":
		return r.WriteCSV(w)
	}
	return r.WriteText(w)
}

// matchReport is a match of two as one flat object.
type matchReport struct {
	Match    int64  `json:"match"`
	Finished bool   `json:"finished"`
	Seed     uint64 `json:"seed"`
	Rules    string `json:"rules"`
	arena.Meeting
}

func (c *contest) object(r *arena.Report) any {
	if c.kind == "match" {
		return matchReport{r.Match, r.Finished, r.Seed, r.Rules, r.Meetings[0]}
	}
	return r
}
