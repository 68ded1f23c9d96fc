package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"marengo/agents"
	"marengo/arena"
	"marengo/cluster"
	"marengo/store"
	"marengo/tune"
)

// validation is the command tune validate.
type validation struct {
	db      database
	cluster clusterFlags
	workers *cluster.Workers // of the cluster; nil without

	folder      string
	old         string
	others      []string
	sprt        string
	testGames   int
	games       int
	seed        uint64
	nodes       int64
	evaluations int64
	concurrency int
	quiet       bool

	spec  tune.Spec
	begun begunValidation
}

// begunValidation is kept in the run's folder, so that a validation that was broken off goes
// on: what it plays, and the matches it has begun, by their place.
type begunValidation struct {
	Old     string   `json:"old"`
	Others  []string `json:"others"`
	SPRT    string   `json:"sprt"`
	Games   [2]int   `json:"games"` // of the test at most, and of each match
	Seed    uint64   `json:"seed"`
	Matches []int64  `json:"matches"`
}

// The files that a validation leaves in the run's folder.
const (
	validationBegun = "validation.json"
	validationText  = "validation.txt"
)

func newTuneValidate() *cobra.Command {
	v := &validation{}
	cmd := &cobra.Command{
		Use:   "validate FOLDER",
		Short: "Test tuned figures on boards that they were not tuned on",
		Long: `Test what a run found. The tuned player meets the one it came from in a sequential test,
which accepts it or not, and both meet every other player on the same boards. The matches are
stored in the database; the table is printed and kept in the folder. A validation that was
broken off goes on when it is asked for again.`,
		Example: `  marengo tune validate tuned
  marengo tune validate tuned --against lewis --against star:schadd --games 400 --nodes 4000`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			v.folder = args[0]
			return v.run(cmd)
		},
	}
	v.db.flag(cmd)
	f := cmd.Flags()
	f.StringVar(&v.old, "old", "", "the player to beat (default: the one that was tuned)")
	f.StringArrayVar(&v.others, "against", nil, "another player to meet (default: every player but those that set up by themselves)")
	f.StringVar(&v.sprt, "sprt", "0,20", "Elo differences of the sequential test")
	f.IntVar(&v.testGames, "test-games", 4000, "games of the sequential test at most")
	f.IntVar(&v.games, "games", 200, "games against each other player")
	f.Uint64Var(&v.seed, "seed", 0, "seed of the boards, other than the run's (default: drawn and reported)")
	f.Int64Var(&v.nodes, "nodes", 0, "positions a move that a search may visit (default: as in the run)")
	f.Int64Var(&v.evaluations, "evals", 0, "positions a move that an evaluator or network may judge (default: as in the run)")
	f.IntVar(&v.concurrency, "concurrency", 1, "games at a time; 0: one for each processor")
	f.BoolVar(&v.quiet, "quiet", false, "print no progress")
	v.cluster.playFlags(cmd)
	return cmd
}

func (v *validation) run(cmd *cobra.Command) error {
	if v.concurrency == 0 {
		v.concurrency = runtime.GOMAXPROCS(0)
	}
	j, spec, err := tune.OpenJournal(filepath.Join(v.folder, tuneJournal))
	if err != nil {
		return badInput{err}
	}
	if err := j.Close(); err != nil {
		return err
	}
	v.spec = spec
	set, err := filepath.Abs(filepath.Join(v.folder, tuneSet))
	if err != nil {
		return err
	}
	if _, err := os.Stat(set); err != nil {
		return badInputf("the run has found nothing yet: %w", err)
	}
	if err := v.begin(cmd); err != nil {
		return err
	}
	if v.workers, err = v.cluster.workers(cmd, v.db.find(cmd.Context()), "match"); err != nil {
		return err
	}
	if v.workers != nil {
		defer v.workers.Close()
	}
	return v.db.with(cmd.Context(), func(db *store.DB) error {
		place := 0
		play := func(ctx context.Context, a, b string, games int, seed uint64, sprt string) (arena.Meeting, error) {
			place++
			return v.match(cmd, db, place-1, arena.Spec{Agents: []string{a, b}, Games: games, Seed: seed, SPRT: sprt,
				Rules: spec.Terms.Rules, Setups: spec.Terms.Setups, Nodes: v.nodes, Evaluations: v.evaluations})
		}
		result, err := tune.Validate(cmd.Context(), play, agents.WithFigures(spec.Agent, set), v.begun.Old, v.begun.Others,
			v.begun.SPRT, v.begun.Games[0], v.begun.Games[1], v.begun.Seed)
		if errors.Is(err, context.Canceled) {
			return fmt.Errorf("interrupted; to continue: marengo tune validate %s", quoted(v.folder))
		}
		if err != nil {
			return err
		}
		return v.print(cmd, result)
	})
}

// begin settles what is played: as a validation of this folder was begun, or by the flags.
func (v *validation) begin(cmd *cobra.Command) error {
	if v.nodes == 0 && v.evaluations == 0 {
		v.nodes, v.evaluations = v.spec.Terms.Nodes, v.spec.Terms.Evaluations
		if v.nodes == 0 && v.evaluations == 0 {
			v.nodes = 1 // for players that search nothing
		}
	}
	data, err := os.ReadFile(filepath.Join(v.folder, validationBegun))
	if err == nil {
		for _, flag := range []string{"old", "against", "sprt", "test-games", "games", "seed"} {
			if cmd.Flags().Changed(flag) {
				return badInputf("%s was begun already: --%s cannot change unless that file goes", filepath.Join(v.folder, validationBegun), flag)
			}
		}
		return json.Unmarshal(data, &v.begun)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if v.old == "" {
		v.old = v.spec.Agent
	}
	if !cmd.Flags().Changed("seed") {
		v.seed = rand.Uint64N(1e9)
	}
	if v.seed == v.spec.Seed {
		return badInputf("--seed %d is the run's own: what was tuned on its boards must be tested on others", v.seed)
	}
	if len(v.others) == 0 {
		for _, e := range agents.Table() {
			if !e.OwnSetup {
				v.others = append(v.others, e.Name)
			}
		}
	}
	v.others = slices.DeleteFunc(v.others, func(name string) bool { return name == v.old })
	v.begun = begunValidation{Old: v.old, Others: v.others, SPRT: v.sprt, Games: [2]int{v.testGames, v.games}, Seed: v.seed}
	return v.keep()
}

// keep writes down what was begun.
func (v *validation) keep() error {
	data, err := json.MarshalIndent(v.begun, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(v.folder, validationBegun), append(data, '\n'), 0o644)
}

// match plays one match of the validation, or what is missing of it.
func (v *validation) match(cmd *cobra.Command, db *store.DB, place int, spec arena.Spec) (arena.Meeting, error) {
	ctx := cmd.Context()
	run, err := arena.NewRun(spec, v.db.find(ctx))
	if err != nil {
		return arena.Meeting{}, badInput{err}
	}
	run.DB, run.Concurrency = db, v.concurrency
	if place < len(v.begun.Matches) {
		run.ID = v.begun.Matches[place]
	} else {
		if err := run.Begin(ctx, db, "match"); err != nil {
			return arena.Meeting{}, err
		}
		v.begun.Matches = append(v.begun.Matches, run.ID)
		if err := v.keep(); err != nil {
			return arena.Meeting{}, err
		}
	}
	line := &contestProgress{progress: newProgress(cmd.ErrOrStderr(), v.quiet), began: time.Now()}
	run.Progress = line.show
	if v.workers != nil {
		if err := hire(ctx, v.workers, run); err != nil {
			return arena.Meeting{}, err
		}
	}
	report, err := run.Play(ctx)
	line.end()
	if err != nil {
		return arena.Meeting{}, err
	}
	return report.Meetings[0], nil
}

// print prints the table and keeps it.
func (v *validation) print(cmd *cobra.Command, result *tune.Validation) error {
	if err := result.WriteText(cmd.OutOrStdout()); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(v.folder, validationText))
	if err != nil {
		return err
	}
	return errors.Join(result.WriteText(f), f.Close())
}
