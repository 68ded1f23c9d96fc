package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"marengo/agents"
	"marengo/arena"
	"marengo/figure"
	"marengo/tune"
)

// tuning is the command tune.
type tuning struct {
	db      database
	cluster clusterFlags

	spec        tune.Spec
	out         string
	resume      string
	concurrency int
	costOnly    bool
	quiet       bool
}

// champion is the player that no run may play against.
const champion = "marengo"

// The files of a run's folder.
const (
	tuneJournal = "journal.jsonl"
	tuneSet     = "tuned.figures"
	tunePlot    = "course.svg"
)

func newTune() *cobra.Command {
	t := &tuning{}
	cmd := &cobra.Command{
		Use:   "tune AGENT",
		Short: "Set the figures that a player plays by, by games against a set of opponents",
		Long: `Set the figures that a player plays by. Every generation the method tries points
around where it stands, each in games against all opponents, on boards of that generation, and
moves on; the answer is the mean that it ends at. The folder --out keeps a journal, from which
--resume goes on after any interruption, the figures found, as figures=FILE reads them, and a
plot of the course. What was found is a claim: marengo tune validate tests it.

The champion's policy is not allowed among the opponents: players are measured against it.`,
		Example: `  marengo tune invincible --against lewis --against invincible --generations 200 --games 400 --out tuned
  marengo tune star:schadd --only 'miner*,marshal' --against lewis --against star --nodes 1000 --out tuned --cost
  marengo tune --resume tuned
  marengo tune validate tuned`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 && !(t.resume != "" && len(args) == 0) {
				return badInputf("tune takes one agent, got %d; marengo agents lists them", len(args))
			}
			return nil
		},
		RunE:              t.run,
		ValidArgsFunction: completeAgents,
	}
	t.db.flag(cmd)
	f := cmd.Flags()
	f.StringArrayVar(&t.spec.Opponents, "against", nil, "an opponent; give it twice or more")
	f.StringSliceVar(&t.spec.Only, "only", nil, "the figures to tune, as names or patterns such as weight.* (default: all)")
	f.StringVar(&t.spec.Method, "method", tune.SPSA{}.Name(), "spsa or evolution")
	f.IntVar(&t.spec.Generations, "generations", 200, "generations")
	f.IntVar(&t.spec.Games, "games", 400, "games a point, in pairs against all opponents alike")
	f.Uint64Var(&t.spec.Seed, "seed", 1, "seed of everything random")
	f.Int64Var(&t.spec.Terms.Nodes, "nodes", 0, "positions a move that a search may visit")
	f.Int64Var(&t.spec.Terms.Evaluations, "evals", 0, "positions a move that an evaluator or network may judge")
	f.StringVar(&t.spec.Terms.Rules, "rules", "match", "rules of the games")
	f.StringVar(&t.spec.Terms.Setups, "setups", "human-like", "boards: a provider of setups")
	f.IntVar(&t.concurrency, "concurrency", 1, "games at a time; 0: one for each processor")
	f.StringVar(&t.out, "out", "", "folder of the run, which must not hold one yet")
	f.StringVar(&t.resume, "resume", "", "go on with the run of this folder")
	f.BoolVar(&t.costOnly, "cost", false, "say what it would take, and stop")
	f.BoolVar(&t.quiet, "quiet", false, "print no progress")
	t.cluster.playFlags(cmd)
	cmd.AddCommand(newTuneValidate())
	return cmd
}

func (t *tuning) run(cmd *cobra.Command, args []string) error {
	if t.concurrency == 0 {
		t.concurrency = runtime.GOMAXPROCS(0)
	}
	if t.concurrency < 0 {
		return badInputf("--concurrency is %d, expected at least 0", t.concurrency)
	}
	if t.resume != "" {
		if err := t.reopen(cmd); err != nil {
			return err
		}
	} else {
		t.spec.Agent = args[0]
	}
	run, err := t.prepare(cmd)
	if err != nil {
		return err
	}
	workers, err := t.cluster.workers(cmd, t.db.find(cmd.Context()), tuneKind)
	if err != nil {
		return err
	}
	if workers != nil {
		defer workers.Close()
	}
	if err := t.sayCost(cmd, run); err != nil || t.costOnly {
		return err
	}
	if workers != nil {
		workers.Title = t.spec.Agent
		run.Objective.(*tune.Pairs).Workers = workers
	}
	if t.resume == "" {
		if err := os.MkdirAll(t.out, 0o755); err != nil {
			return badInput{err}
		}
		if run.Journal, err = tune.CreateJournal(filepath.Join(t.out, tuneJournal), run.Spec); err != nil {
			return badInput{err}
		}
	} else if run.Journal, _, err = tune.OpenJournal(filepath.Join(t.out, tuneJournal)); err != nil {
		return badInput{err}
	}
	return errors.Join(t.play(cmd, run), run.Journal.Close())
}

// reopen reads what a run was begun with.
func (t *tuning) reopen(cmd *cobra.Command) error {
	for _, flag := range []string{"against", "only", "method", "generations", "games", "seed", "nodes", "evals", "rules", "setups", "out"} {
		if cmd.Flags().Changed(flag) {
			return badInputf("--resume goes on as the run was begun: --%s cannot change", flag)
		}
	}
	t.out = t.resume
	j, spec, err := tune.OpenJournal(filepath.Join(t.out, tuneJournal))
	if err != nil {
		return badInput{err}
	}
	t.spec = spec
	return j.Close()
}

// prepare makes the run, but for its journal.
func (t *tuning) prepare(cmd *cobra.Command) (*tune.Run, error) {
	ctx := cmd.Context()
	player, err := t.db.players(ctx).Parse(t.spec.Agent)
	if err != nil {
		return nil, badInput{err}
	}
	var figures figure.Vector
	if t.resume == "" {
		if figures, err = chosen(player.Figures(), t.spec.Only); err != nil {
			return nil, badInput{err}
		}
		for _, f := range figures {
			t.spec.Figures = append(t.spec.Figures, f.Name)
		}
		t.spec.From = figures.Values()
	} else if figures, err = chosen(player.Figures(), t.spec.Figures); err != nil {
		return nil, badInput{err}
	}
	for _, name := range t.spec.Opponents {
		if _, err := t.db.players(ctx).Parse(name); err != nil {
			return nil, badInput{err}
		}
		if first, _, _ := strings.Cut(name, ":"); first == champion {
			return nil, badInputf("%s cannot be an opponent of a tuning run: players are measured against it", name)
		}
	}
	if err := t.spec.Check(); err != nil {
		return nil, badInput{err}
	}
	if t.out == "" && !t.costOnly {
		return nil, badInputf("a run needs a folder: --out FOLDER")
	}
	fixed := player.Figures()
	with := func(values []float64) string {
		return agents.WithFigures(t.spec.Agent, changed(fixed, figures, values))
	}
	find := t.db.find(ctx)
	objective, err := tune.NewPairs(&t.spec, with, find, arena.Local{Find: find, Concurrency: t.concurrency})
	if err != nil {
		return nil, badInput{err}
	}
	return &tune.Run{Spec: t.spec, Figures: figures, Objective: objective}, nil
}

// chosen returns the figures that some pattern names, all without patterns.
func chosen(v figure.Vector, patterns []string) (figure.Vector, error) {
	if len(patterns) == 0 {
		return v, nil
	}
	var list figure.Vector
	used := make([]bool, len(patterns))
	for _, f := range v {
		match := false
		for k, pattern := range patterns {
			ok, err := path.Match(pattern, f.Name)
			if err != nil {
				return nil, fmt.Errorf("--only %s: %w", pattern, err)
			}
			used[k] = used[k] || ok
			match = match || ok
		}
		if match {
			list = append(list, f)
		}
	}
	if k := slices.Index(used, false); k >= 0 {
		return nil, fmt.Errorf("no figure is named %s", patterns[k])
	}
	return list, nil
}

// changed writes all figures of a player in one word, some of them with other values.
func changed(all, some figure.Vector, values []float64) string {
	x := all.Values()
	for k, f := range some {
		x[all.Find(f.Name)] = values[k]
	}
	return all.Word(x)
}

// sayCost plays a trial, always here, and says what the run will take.
func (t *tuning) sayCost(cmd *cobra.Command, run *tune.Run) error {
	points, err := run.Points()
	if err != nil {
		return badInput{err}
	}
	games := points * t.spec.Games
	began := time.Now()
	played, err := run.Objective.(*tune.Pairs).Trial(cmd.Context(), t.spec.Agent)
	if err != nil {
		return err
	}
	perGame := time.Since(began) / time.Duration(played)
	took := perGame * time.Duration(games) / time.Duration(t.concurrency)
	_, err = fmt.Fprintf(cmd.ErrOrStderr(), "%d figures, %d generations of %d points, %d games a point: %d games, some %s at %d a time (%.0f games an hour)\n",
		len(run.Figures), t.spec.Generations, points/t.spec.Generations, t.spec.Games, games,
		took.Round(time.Minute), t.concurrency, float64(t.concurrency)*float64(time.Hour)/float64(perGame))
	return err
}

// play plays the run, and writes what came of it.
func (t *tuning) play(cmd *cobra.Command, run *tune.Run) error {
	line := newProgress(cmd.ErrOrStderr(), t.quiet)
	run.Progress = func(p tune.Progress) { line.tell(p.String()) }
	faults := 0
	run.Objective.(*tune.Pairs).Fault = func(err error) {
		faults++
		var fault *arena.FaultError
		if errors.As(err, &fault) {
			err = fault // the player's name has all its figures
		}
		line.end()
		line.write("fault %d: a game does not count: %v\n", faults, err)
	}
	course, err := run.Play(cmd.Context())
	line.end()
	if course != nil && len(course.Values) > 0 { // a run that is broken off has come somewhere too
		best, _ := course.Best()
		if writeErr := errors.Join(t.write(run, course), course.Plot(filepath.Join(t.out, tunePlot)), t.print(cmd.OutOrStdout(), run, best)); writeErr != nil {
			return errors.Join(err, writeErr)
		}
	}
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("interrupted; to continue: marengo tune --resume %s", quoted(t.out))
	}
	if err != nil {
		return fmt.Errorf("%w; to continue: marengo tune --resume %s", err, quoted(t.out))
	}
	return nil
}

// write writes the set that was found, with where it comes from.
func (t *tuning) write(run *tune.Run, course *tune.Course) error {
	best, _ := course.Best()
	player, err := agents.Parse(t.spec.Agent)
	if err != nil {
		return err
	}
	all := player.Figures()
	for k, f := range run.Figures {
		*all[all.Find(f.Name)].Value = best[k]
	}
	f, err := os.Create(filepath.Join(t.out, tuneSet))
	if err != nil {
		return err
	}
	return errors.Join(all.Write(f, t.spec.Provenance(t.command(), time.Now().Format(time.DateOnly), len(course.Values))), f.Close())
}

// command is what was typed, but for the folder.
func (t *tuning) command() string {
	s := &t.spec
	parts := []string{"marengo tune " + quoted(s.Agent)}
	for _, o := range s.Opponents {
		parts = append(parts, "--against "+quoted(o))
	}
	if len(t.spec.Only) > 0 {
		parts = append(parts, "--only "+quoted(strings.Join(t.spec.Only, ",")))
	}
	parts = append(parts, fmt.Sprintf("--method %s --generations %d --games %d --seed %d", s.Method, s.Generations, s.Games, s.Seed))
	if s.Terms.Nodes > 0 {
		parts = append(parts, fmt.Sprintf("--nodes %d", s.Terms.Nodes))
	}
	if s.Terms.Evaluations > 0 {
		parts = append(parts, fmt.Sprintf("--evals %d", s.Terms.Evaluations))
	}
	return strings.Join(parts, " ")
}

// print lists where each figure went.
func (t *tuning) print(w io.Writer, run *tune.Run, best []float64) error {
	b := new(strings.Builder)
	fmt.Fprintf(b, "%-20s %10s %10s %8s\n", "figure", "from", "to", "steps")
	for k, f := range run.Figures {
		fmt.Fprintf(b, "%-20s %10.4g %10.4g %+8.1f\n", f.Name, t.spec.From[k], best[k], (best[k]-t.spec.From[k])/f.Step)
	}
	fmt.Fprintf(b, "written to %s and %s; to test it: marengo tune validate %s\n",
		filepath.Join(t.out, tuneSet), filepath.Join(t.out, tunePlot), quoted(t.out))
	_, err := io.WriteString(w, b.String())
	return err
}

// tell shows one line: on a terminal it is written over, elsewhere it is one more.
func (p *progress) tell(line string) {
	if p.terminal == nil {
		p.write("%s\n", line)
		return
	}
	p.over(func() string { return line })
}
