package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"runtime"

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
is there already is continued, up to the number of games asked for.`,
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
			h := exampleHeader{Version: 1, Player: options, Rules: rulesText, Setups: text, Evaluations: m.table.Evaluations, Seed: m.seed}
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

// exampleHeader is the first line of a file of examples, filled up to the size of an Example.
type exampleHeader struct {
	Version     int    `json:"version"`
	Player      string `json:"player"`
	Rules       string `json:"rules"`
	Setups      string `json:"setups"`
	Evaluations int    `json:"evaluations"`
	Seed        uint64 `json:"seed"`
}

// block returns the header as it is written.
func (h exampleHeader) block() (b expert.Example, err error) {
	raw, err := json.Marshal(h)
	if err != nil {
		return b, err
	}
	if len(raw) >= len(b) {
		return b, badInputf("the options are too long for the file's head: %d bytes of %d", len(raw), len(b))
	}
	for i := copy(b[:], raw); i < len(b); i++ {
		b[i] = ' '
	}
	b[len(b)-1] = '\n'
	return b, nil
}

// play plays what is missing in a file, each game written whole and in its turn.
func (m *exampleMaker) play(ctx context.Context, path string, h exampleHeader, p *workProgress) error {
	f, done, err := openExamples(path, h)
	if err != nil {
		return err
	}
	err = inOrder(ctx, m.concurrency, func(begin func(func(context.Context) ([]expert.Example, error)) error) error {
		for i := done; i < m.games; i++ {
			if err := begin(func(ctx context.Context) ([]expert.Example, error) { return m.game(ctx, i) }); err != nil {
				return err
			}
		}
		return nil
	}, func(examples []expert.Example) error {
		done++
		p.show(done, m.games, "games")
		raw := make([]byte, 0, len(examples)*expert.Size)
		for i := range examples {
			raw = append(raw, examples[i][:]...)
		}
		_, err := f.Write(raw)
		return err
	})
	return errors.Join(err, f.Close())
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

// openExamples opens a file for writing on, behind the games that it holds whole.
func openExamples(path string, h exampleHeader) (f *os.File, games int, err error) {
	head, err := h.block()
	if err != nil {
		return nil, 0, err
	}
	if f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return nil, 0, badInput{err}
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close())
		}
	}()
	r := bufio.NewReaderSize(f, 1<<20)
	var e expert.Example
	_, err = io.ReadFull(r, e[:])
	switch {
	case errors.Is(err, io.EOF):
		_, err = f.Write(head[:])
		return f, 0, err
	case err != nil || e != head:
		return f, 0, badInputf("%s is not a file of examples with these options; choose another --out", path)
	}
	end := int64(expert.Size)
	for at := end; ; at += expert.Size {
		if _, err = io.ReadFull(r, e[:]); err != nil {
			break
		}
		if e.Last() {
			end, games = at+expert.Size, e.Game()+1
		}
	}
	if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return f, 0, err
	}
	if err = f.Truncate(end); err == nil {
		_, err = f.Seek(end, io.SeekStart)
	}
	return f, games, err
}
