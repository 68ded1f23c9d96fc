package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"marengo/nn/features"
	"marengo/store"
	"marengo/stratego"
)

func newDataset() *cobra.Command {
	db := new(database)
	var filter store.Filter
	var out string
	cmd := &cobra.Command{
		Use:   "dataset",
		Short: "Write the positions of stored games for training StrAItego's networks",
		Long: `Writes every position of the stored games, as the player to move saw it, with the move he
played, how the game ended for him, and the ranks that were hidden from him. train/straitego/data.py
says how the file is laid out and reads it.`,
		Example: "  marengo dataset --db games.db --out positions.bin",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" {
				return badInputf("--out is missing: the file to write")
			}
			f, err := os.Create(out)
			if err != nil {
				return badInput{err}
			}
			w := &datasetWriter{w: bufio.NewWriter(f)}
			err = db.with(cmd.Context(), func(d *store.DB) error { return d.EachGame(cmd.Context(), filter, w.game) })
			if err := errors.Join(err, w.w.Flush(), f.Close()); err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d positions of %d games\n", w.positions, w.games)
			return err
		},
	}
	db.flag(cmd)
	cmd.Flags().StringVar(&out, "out", "", "file to write")
	cmd.Flags().Int64Var(&filter.Match, "match", 0, "only games of this match")
	cmd.Flags().StringVar(&filter.Agent, "agent", "", "only games of this agent")
	return cmd
}

// datasetWriter writes one record for each position.
type datasetWriter struct {
	w                *bufio.Writer
	games, positions int
	view             stratego.View
	buf              []byte
}

// game replays a game and writes its positions.
func (d *datasetWriter) game(g *store.Game) error {
	if g.Start != "" || g.Rules.Variant != stratego.Classic {
		return nil
	}
	s, err := stratego.NewState(g.Rules, g.Setups[stratego.Red], g.Setups[stratego.Blue])
	if err != nil {
		return fmt.Errorf("game %d: %w", g.ID, err)
	}
	for _, m := range g.Moves {
		c := s.Turn()
		s.View(c, &d.view)
		d.record(g, c, m)
		if _, err := d.w.Write(d.buf); err != nil {
			return err
		}
		d.positions++
		if err := s.Play(m); err != nil {
			return fmt.Errorf("game %d: %w", g.ID, err)
		}
	}
	d.games++
	return nil
}

// record fills buf; the order of the fields is that of train/straitego/data.py.
func (d *datasetWriter) record(g *store.Game, c stratego.Color, m stratego.Move) {
	var own [features.Tokens]uint8
	var ownMay, enemyMay [features.Tokens]stratego.RankSet
	var startMay [stratego.SetupSquares]stratego.RankSet
	v := &d.view
	for id := range stratego.SetupSquares {
		if p := v.Piece(c, id); p.Alive() {
			at := features.TokenOf(p.Square, c)
			own[at], ownMay[at] = 1+uint8(p.Rank), v.Possible(c, id)
		}
		p := v.Piece(c.Other(), id)
		if p.Alive() {
			enemyMay[features.TokenOf(p.Square, c)] = v.Possible(c.Other(), id)
		}
		startMay[p.StartIndex()] = v.Possible(c.Other(), id)
	}
	b := append(d.buf[:0], own[:]...)
	for _, sets := range [][]stratego.RankSet{ownMay[:], enemyMay[:], startMay[:]} {
		for _, s := range sets {
			b = binary.LittleEndian.AppendUint16(b, uint16(s))
		}
	}
	for _, r := range g.Setups[c.Other()] {
		b = append(b, uint8(r))
	}
	b = binary.LittleEndian.AppendUint16(b, uint16(features.Slide(m, c)))
	score := stratego.Result{Winner: g.Winner, Reason: stratego.FlagCaptured}.Score(c)
	b = append(b, uint8(2*score), 0)
	d.buf = binary.LittleEndian.AppendUint32(b, uint32(d.games))
}
