package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"

	"github.com/spf13/cobra"

	"marengo/agent"
	"marengo/agents"
	"marengo/arena"
	"marengo/record/archive"
	"marengo/setup"
	"marengo/stratego"
)

// gameMaker plays the games of a dataset.
type gameMaker struct {
	names       []string
	players     []*agents.Factory
	rules       stratego.Rules
	setups      setup.Provider
	budget      agent.Budget
	seed        uint64
	games       int
	concurrency int
}

func newDatasetPlay() *cobra.Command {
	var (
		m                          gameMaker
		db                         database
		out, rulesText, setupsText string
		quiet                      bool
	)
	cmd := &cobra.Command{
		Use:   "play AGENT...",
		Short: "Play games for a dataset, into a file of two bytes a ply",
		Long: `Lets every agent play every agent, itself included, in turn, and keeps the games in a small file. A file
that is there already is continued, up to the number of games asked for.`,
		Example: "  marengo dataset play invincible lewis star --games 2000 --out games.bin",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if err := checkScale(cmd); err != nil {
				return err
			}
			if out == "" {
				return badInputf("--out is missing: the file to write")
			}
			m.names = args
			if m.players, err = parseAll(db.players(cmd.Context()), args); err != nil {
				return badInput{err}
			}
			if m.rules, err = stratego.ParseRules(rulesText); err != nil {
				return badInput{err}
			}
			if m.setups, err = setup.Parse(providerText(setupsText)); err != nil {
				return badInput{err}
			}
			note := fmt.Sprintf("seed %d, %d nodes, %d evaluations, setups %s", m.seed, m.budget.Nodes, m.budget.Evaluations, setupsText)
			progress := &workProgress{progress: newProgress(cmd.ErrOrStderr(), quiet)}
			defer progress.end()
			return m.play(cmd.Context(), out, archive.Header{Rules: rulesText, Players: args, Note: note}, progress)
		},
	}
	db.flag(cmd)
	f := cmd.Flags()
	f.StringVar(&out, "out", "", "file to write or to continue")
	f.IntVar(&m.games, "games", 1000, "games the file shall have")
	f.StringVar(&rulesText, "rules", "match", "rules of the games")
	f.StringVar(&setupsText, "setups", "human-like", "boards: a file of setups, or a provider such as human-like")
	f.Int64Var(&m.budget.Nodes, "nodes", 1000, "positions a move that a search may visit")
	f.Int64Var(&m.budget.Evaluations, "evaluations", 100, "positions a move that an evaluator or network may judge")
	f.Uint64Var(&m.seed, "seed", 1, "seed of everything random")
	f.IntVar(&m.concurrency, "concurrency", runtime.GOMAXPROCS(0), "games at a time")
	f.BoolVar(&quiet, "quiet", false, "show no progress")
	return cmd
}

// play plays what is missing in a file, each game written whole and in its turn.
func (m *gameMaker) play(ctx context.Context, path string, h archive.Header, p *workProgress) error {
	f, w, done, err := openGames(path, h)
	if err != nil {
		return err
	}
	err = inOrder(ctx, m.concurrency, func(begin func(func(context.Context) (*archive.Game, error)) error) error {
		for i := done; i < m.games; i++ {
			if err := begin(func(ctx context.Context) (*archive.Game, error) { return m.game(ctx, i) }); err != nil {
				return err
			}
		}
		return nil
	}, func(g *archive.Game) error {
		done++
		p.show(done, m.games, "games")
		return w.Write(g)
	})
	return errors.Join(err, f.Close())
}

// game plays the game of a number, which is the same however many are played.
func (m *gameMaker) game(ctx context.Context, i int) (*archive.Game, error) {
	n := len(m.players)
	who := [2]uint8{uint8(i % n), uint8(i / n % n)}
	rng := rand.New(rand.NewPCG(m.seed, uint64(i)))
	b := arena.Bout{Terms: arena.Terms{Rules: m.rules, Budget: m.budget}, Seed: rng.Uint64()}
	for c, player := range who {
		board, err := m.setups.Setup(m.rules, rng)
		if err != nil {
			return nil, err
		}
		b.Players[c], b.Setups[c] = m.players[player], &board
	}
	g, err := arena.Play(ctx, b)
	if err != nil {
		return nil, err
	}
	if g.Detail != "" {
		return nil, fmt.Errorf("game %d, %s against %s: %s: %s", i+1, m.names[who[0]], m.names[who[1]], g.Reason, g.Detail)
	}
	return &archive.Game{Players: who, Winner: g.Winner, Setups: g.Setups, Moves: g.Moves}, nil
}

// openGames opens a file of games for writing on, behind the games that it holds whole.
func openGames(path string, h archive.Header) (f *os.File, w *archive.Writer, games int, err error) {
	if f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return nil, nil, 0, badInput{err}
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close())
		}
	}()
	info, err := f.Stat()
	if err != nil {
		return f, nil, 0, err
	}
	if info.Size() == 0 {
		w, err = archive.NewWriter(f, h)
		return f, w, 0, err
	}
	r, err := archive.NewReader(f)
	if err != nil {
		return f, nil, 0, badInput{fmt.Errorf("%s: %w", path, err)}
	}
	if !reflect.DeepEqual(r.Header, h) {
		return f, nil, 0, badInputf("%s has games of other players or budgets (%s: %s); choose another --out", path, r.Header.Players, r.Header.Note)
	}
	for err == nil {
		err = r.Next(new(archive.Game))
	}
	if !errors.Is(err, io.EOF) && !errors.Is(err, archive.ErrCut) {
		return f, nil, 0, badInput{fmt.Errorf("%s: %w", path, err)}
	}
	games, end := r.Whole()
	if err = f.Truncate(end); err == nil {
		_, err = f.Seek(end, io.SeekStart)
	}
	return f, archive.Continue(f), games, err
}
