package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"marengo/store"
	"marengo/stratego"
)

func newExport() *cobra.Command {
	db := new(database)
	cmd := &cobra.Command{
		Use:     "export",
		Short:   "Write data for researchers",
		Example: "  marengo export positions --match 3 --out positions.jsonl",
	}
	db.flag(cmd)
	cmd.AddCommand(newExportPositions(db))
	return cmd
}

func newExportPositions(db *database) *cobra.Command {
	var filter gameFilter
	var every int
	var out string
	cmd := &cobra.Command{
		Use:   "positions",
		Short: "Write positions and what the mover may know of them, as JSON lines",
		Long: `Write one JSON object a line for each position before a move, with the truth, the mover's
view and the move that was played. The keys are described in docs/arena.md.`,
		Example: "  marengo export positions --agent lewis --every 10 --out positions.jsonl",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := filter.check(); err != nil {
				return err
			}
			if every < 1 {
				return badInputf("--every is %d, expected at least 1", every)
			}
			return db.with(cmd.Context(), func(d *store.DB) error {
				return toFile(out, cmd.OutOrStdout(), func(w io.Writer) error {
					enc := json.NewEncoder(w)
					return d.EachGame(cmd.Context(), filter.Filter, func(g *store.Game) error {
						return exportPositions(enc, g, every)
					})
				})
			})
		},
	}
	filter.flags(cmd)
	cmd.Flags().IntVar(&every, "every", 1, "only every so many plies")
	cmd.Flags().StringVar(&out, "out", "", "file to write (default: standard output)")
	return cmd
}

// toFile calls f with a file, or with the standard output where there is no path.
func toFile(path string, stdout io.Writer, f func(io.Writer) error) error {
	if path == "" {
		w := bufio.NewWriter(stdout)
		return errors.Join(f(w), w.Flush())
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(file)
	return errors.Join(f(w), w.Flush(), file.Close())
}

// exportedPosition is a line of marengo export positions.
type exportedPosition struct {
	Game   int64             `json:"game"`
	Match  int64             `json:"match,omitempty"`
	Ply    int               `json:"ply"` // plies played before
	Rules  string            `json:"rules"`
	ToMove string            `json:"to_move"`
	Quiet  int               `json:"quiet"` // plies since the last battle
	Pieces map[string]string `json:"pieces"`
	Moved  []string          `json:"moved"` // squares of pieces that have moved
	Known  []string          `json:"known"` // squares of pieces whose rank both have seen
	View   exportedView      `json:"view"`
	Legal  []string          `json:"legal"`
	Move   string            `json:"move"`
	Winner string            `json:"winner"`
	Reason string            `json:"reason"`
}

// exportedView is what the mover may know: enemy ranks that are hidden from him
// are "?", and each enemy piece has the ranks it can still have.
type exportedView struct {
	Pieces   map[string]string `json:"pieces"`
	Possible map[string]string `json:"possible"`
}

// exportPositions writes a game's positions.
func exportPositions(enc *json.Encoder, g *store.Game, every int) error {
	r, err := g.Record()
	if err != nil {
		return err
	}
	s, err := r.Begin()
	if err != nil {
		return fmt.Errorf("game %d: %w", g.ID, err)
	}
	var view stratego.View
	var moves []stratego.Move
	for ply, m := range g.Moves {
		if ply%every == 0 {
			s.View(s.Turn(), &view)
			moves = s.Moves(moves[:0])
			p := exportedPosition{Game: g.ID, Match: g.Match, Ply: s.Ply(), Rules: g.Rules.String(), ToMove: s.Turn().String(), Quiet: s.Quiet(),
				Pieces: make(map[string]string), Moved: []string{}, Known: []string{}, View: viewOf(&view), Legal: moveWords(moves),
				Move: stratego.FormatMove(m), Winner: g.Winner.String(), Reason: g.Reason}
			p.addPieces(s)
			if err := enc.Encode(p); err != nil {
				return err
			}
		}
		if err := s.Play(m); err != nil {
			return fmt.Errorf("game %d, ply %d: %w", g.ID, ply+1, err)
		}
	}
	return nil
}

// addPieces writes the truth.
func (p *exportedPosition) addPieces(s *stratego.State) {
	for sq := stratego.Square(0); sq < stratego.Squares; sq++ {
		piece, ok := s.At(sq)
		if !ok {
			continue
		}
		p.Pieces[sq.String()] = pieceText(piece.Color, piece.Rank)
		if piece.Moved {
			p.Moved = append(p.Moved, sq.String())
		}
		if piece.Known {
			p.Known = append(p.Known, sq.String())
		}
	}
}

func viewOf(v *stratego.View) exportedView {
	out := exportedView{Pieces: make(map[string]string), Possible: make(map[string]string)}
	for sq := stratego.Square(0); sq < stratego.Squares; sq++ {
		piece, ok := v.At(sq)
		if !ok {
			continue
		}
		out.Pieces[sq.String()] = pieceText(piece.Color, piece.Rank)
		if piece.Color != v.Color() {
			out.Possible[sq.String()] = v.Possible(piece.Color, piece.ID).String()
		}
	}
	return out
}

// pieceText writes r or b and the rank, "?" for a hidden one.
func pieceText(c stratego.Color, r stratego.Rank) string {
	letter := r.Letter()
	if r == stratego.NoRank {
		letter = '?'
	}
	return c.String()[:1] + string(letter)
}
