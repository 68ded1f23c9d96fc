package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"marengo/agents"
	"marengo/expert"
	"marengo/setup"
	"marengo/stratego"
)

// exampleMaker plays the games of a file of examples.
type exampleMaker struct {
	table       expert.Table
	setups      setup.Provider
	seed        uint64
	games       int
	concurrency int
}

func newDatasetThink() *cobra.Command {
	var (
		m                             exampleMaker
		out, rulesText, text, options string
		quiet                         bool
	)
	cmd := &cobra.Command{
		Use:   "think",
		Short: "Play games of the champion against itself and write what its look ahead chose, for its network to learn from",
		Long: `Lets the champion play itself, looking ahead at every move, and writes each position with the chances that it
gave its moves and how the game ended. train/champion/distil.py teaches a network with the file. A file that
is there already is continued, up to the number of games asked for. Games are written as they end.`,
		Example: "  marengo dataset think --player weights=small --games 100 --evaluations 64 --out examples.bin",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if err := checkScale(cmd); err != nil {
				return err
			}
			if out == "" {
				return badInputf("--out is missing: the file to write")
			}
			if m.table.NewThinker, err = agents.Thinkers(options); err != nil {
				return badInput{err}
			}
			if m.table.Rules, err = stratego.ParseRules(rulesText); err != nil {
				return badInput{err}
			}
			if m.setups, err = setup.Parse(providerText(text)); err != nil {
				return badInput{err}
			}
			h := expert.Header{Version: expert.Version, Player: whatItPlays(options), Rules: rulesText, Setups: text, Evaluations: m.table.Evaluations, Seed: m.seed}
			progress := &workProgress{progress: newProgress(cmd.ErrOrStderr(), quiet)}
			defer progress.end()
			return m.play(cmd.Context(), out, h, progress)
		},
	}
	f := cmd.Flags()
	f.StringVar(&out, "out", "", "file to write or to continue")
	f.StringVar(&options, "player", "temperature=1", "the champion's options")
	f.IntVar(&m.games, "games", 1000, "games the file shall have")
	f.IntVar(&m.table.Evaluations, "evaluations", 64, "positions a move that it may judge")
	f.StringVar(&rulesText, "rules", "match", "rules of the games")
	f.StringVar(&text, "setups", "human-like", "boards: a file of setups, or a provider such as human-like")
	f.Uint64Var(&m.seed, "seed", 1, "seed of everything random")
	f.IntVar(&m.concurrency, "concurrency", runtime.GOMAXPROCS(0), "games at a time")
	f.BoolVar(&quiet, "quiet", false, "show no progress")
	return cmd
}

// whatItPlays returns the options without where the network is asked, which changes no move: a
// file is continued whoever answers.
func whatItPlays(options string) string {
	parts := slices.DeleteFunc(strings.Split(options, ","), func(o string) bool { return strings.HasPrefix(o, "evaluator=") })
	return strings.Join(parts, ",")
}

// play plays the games that a file lacks, several at a time, and writes each when it ends: none
// waits for a longer one that began before it.
func (m *exampleMaker) play(ctx context.Context, path string, h expert.Header, p *workProgress) (err error) {
	file, err := expert.OpenFile(path, h)
	if err != nil {
		return badInput{err}
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	var missing []int
	for i := range m.games {
		if !file.Has(i) {
			missing = append(missing, i)
		}
	}
	return asFinished(ctx, m.concurrency, missing, m.game, func(i int, examples []expert.Example) error {
		err := file.Append(i, examples)
		p.show(file.Len(), m.games, "games")
		return err
	})
}

// game plays the game of a number, which is the same however many are played.
func (m *exampleMaker) game(ctx context.Context, i int) ([]expert.Example, error) {
	rng := rand.New(rand.NewPCG(m.seed, uint64(i)))
	var boards [2]stratego.Setup
	for c := range boards {
		var err error
		if boards[c], err = m.setups.Setup(m.table.Rules, rng); err != nil {
			return nil, err
		}
	}
	return m.table.Play(ctx, i, boards, rng.Uint64())
}
