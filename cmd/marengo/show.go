package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"marengo/record"
	"marengo/record/draw"
	"marengo/record/formats"
	"marengo/stratego"
)

func newShow() *cobra.Command {
	var s show
	cmd := &cobra.Command{
		Use:   "show FILE",
		Short: "Draw a position, or replay a game",
		Long: `Draw the last position of a game or position file, the one after a given ply, or all of
them. The file is one of ours, Gravon's .gsn or .xml, or an evaluator's log; docs/formats.md
describes them.

In plain characters [M] is red's marshal and (M) blue's; with colours the squares tell. After
the rank, ! marks a piece that both players know and ' one that has moved and is hidden.`,
		Example: `  marengo show game.marengo
  marengo show game.gsn --ply 40
  marengo show game.marengo --delay 300ms --eyes blue`,
		Args:              oneFile,
		ValidArgsFunction: completeRecords,
		RunE:              func(cmd *cobra.Command, args []string) error { return s.run(cmd, args[0]) },
	}
	f := cmd.Flags()
	f.IntVar(&s.ply, "ply", 0, "draw the position after this ply; negative counts from the end")
	f.BoolVar(&s.all, "all", false, "draw every position, from the first")
	f.DurationVar(&s.delay, "delay", 0, "replay the game, waiting so long after each ply")
	f.BoolVar(&s.plain, "plain", false, "no colours, even on a terminal")
	f.StringVar(&s.eyes, "eyes", "", "see the board as red or blue does: hidden ranks are ?")
	f.BoolVar(&s.json, "json", false, "print the game and the position as a JSON object")
	completeFlag(cmd, "eyes", []string{"red", "blue"})
	return cmd
}

// oneFile refuses anything but one argument.
func oneFile(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return badInputf("expected one file, got %d arguments", len(args))
	}
	return nil
}

// show holds the command's flags.
type show struct {
	ply              int
	all, plain, json bool
	delay            time.Duration
	eyes             string
}

func (o *show) run(cmd *cobra.Command, path string) error {
	whole := o.all || o.delay > 0
	if whole && (o.json || cmd.Flags().Changed("ply")) {
		return badInputf("--all and --delay, and --ply and --json, exclude each other")
	}
	g, err := formats.Read(path)
	if err != nil {
		return badInput{err}
	}
	reportRepairs(cmd.ErrOrStderr(), path, g)
	out := cmd.OutOrStdout()
	look := draw.Options{Color: !o.plain && coloured(out), Players: g.Players}
	if o.eyes != "" {
		c, err := stratego.ParseColor(o.eyes)
		if err != nil {
			return badInput{fmt.Errorf("--eyes: %w", err)}
		}
		look.Eyes = &c
	}
	if whole {
		return o.replay(cmd.Context(), out, g, look)
	}
	s, err := g.At(chosenPly(cmd, o.ply, g))
	if err != nil {
		return badInput{fmt.Errorf("%s: %w", path, err)}
	}
	if o.json {
		return json.NewEncoder(out).Encode(shownGame(g, s))
	}
	if _, err := fmt.Fprintf(out, "%s\n\n", headline(g)); err != nil {
		return err
	}
	if err := draw.Position(out, s, look); err != nil {
		return err
	}
	return sayResult(out, g, s)
}

// chosenPly returns the ply that --ply asks for: the last without it, and counted
// from the end if it is negative.
func chosenPly(cmd *cobra.Command, ply int, g *record.Game) int {
	switch {
	case !cmd.Flags().Changed("ply"):
		return len(g.Moves)
	case ply < 0:
		return ply + len(g.Moves) + 1
	}
	return ply
}

// reportRepairs says what a tolerant reader mended.
func reportRepairs(w io.Writer, path string, g *record.Game) {
	for _, r := range g.Repairs {
		fmt.Fprintf(w, "%s: %s\n", path, r)
	}
}

// coloured says whether a writer is a terminal that wants colours
// (https://no-color.org).
func coloured(w io.Writer) bool { return isTerminal(w) && os.Getenv("NO_COLOR") == "" }

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// headline names the players, the rules and the date.
func headline(g *record.Game) string {
	var parts []string
	if g.Players != [2]string{} {
		names := g.Players
		for c := range names {
			if names[c] == "" {
				names[c] = stratego.Color(c).String()
			}
		}
		parts = append(parts, draw.Printable(names[stratego.Red]+" against "+names[stratego.Blue]))
	} else if g.Position != nil {
		parts = append(parts, "a free position")
	} else {
		parts = append(parts, "a game")
	}
	parts = append(parts, "rules "+g.Rules.String())
	if !g.Date.IsZero() {
		parts = append(parts, g.Date.Format(time.DateOnly))
	}
	if n := len(g.Moves); n > 0 {
		parts = append(parts, fmt.Sprintf("%d plies", n))
	}
	return strings.Join(parts, ", ")
}

// sayResult tells the game's result where the board itself does not show it.
func sayResult(w io.Writer, g *record.Game, s *stratego.State) error {
	if s.Ply() < len(g.Moves) || !g.Result.Over() || s.Result().Over() {
		return nil
	}
	text := draw.ResultWords(g.Result)
	if g.Note != "" {
		text += " (" + draw.Printable(g.Note) + ")"
	}
	_, err := fmt.Fprintln(w, "\n"+text)
	return err
}

// Terminal commands: back to the top left corner, clear to the end of the screen
// or line, hide and show the cursor.
const (
	cursorHome = "\x1b[H"
	clearBelow = "\x1b[J"
	clearLine  = "\x1b[K"
	cursorHide = "\x1b[?25l"
	cursorShow = "\x1b[?25h"
)

// replay draws every position, one over the other where there is a delay and a
// terminal.
func (o *show) replay(ctx context.Context, out io.Writer, g *record.Game, look draw.Options) (err error) {
	s, err := g.Begin()
	if err != nil {
		return err
	}
	over := o.delay > 0 && isTerminal(out)
	if over {
		if _, err := io.WriteString(out, cursorHide+cursorHome+clearBelow); err != nil {
			return err
		}
		defer func() { _, e := io.WriteString(out, cursorShow); err = errors.Join(err, e) }()
	}
	for i := 0; ; i++ {
		if err := drawFrame(out, g, s, look, over); err != nil {
			return err
		}
		if i == len(g.Moves) {
			return nil
		}
		if err := wait(ctx, o.delay); err != nil {
			return nil // the watcher has seen enough
		}
		s.Do(g.Moves[i])
	}
}

// drawFrame draws one position of a replay.
func drawFrame(out io.Writer, g *record.Game, s *stratego.State, look draw.Options, over bool) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", headline(g))
	if err := draw.Position(&b, s, look); err != nil {
		return err
	}
	if err := sayResult(&b, g, s); err != nil {
		return err
	}
	text := b.String() + "\n"
	if over {
		text = cursorHome + strings.ReplaceAll(b.String(), "\n", clearLine+"\n") + clearBelow
	}
	_, err := io.WriteString(out, text)
	return err
}

// wait pauses, unless the context ends first.
func wait(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// The JSON object of a game and a position of it.
type (
	gameJSON struct {
		Rules    string       `json:"rules"`
		Red      string       `json:"red"`
		Blue     string       `json:"blue"`
		Date     string       `json:"date,omitempty"`
		Moves    []string     `json:"moves"`
		Result   resultJSON   `json:"result"`
		Position positionJSON `json:"position"`
		Repairs  []string     `json:"repairs,omitempty"`
	}
	resultJSON struct {
		Winner string `json:"winner"` // red, blue, draw, or none while the game goes on
		Reason string `json:"reason"`
		Note   string `json:"note,omitempty"`
	}
	positionJSON struct {
		Ply    int         `json:"ply"`
		Quiet  int         `json:"quiet"`
		ToMove string      `json:"to_move"`
		Legal  []string    `json:"legal"`
		Pieces []pieceJSON `json:"pieces"`
	}
	pieceJSON struct {
		Square string `json:"square"`
		Color  string `json:"color"`
		Rank   string `json:"rank"`
		Moved  bool   `json:"moved"`
		Known  bool   `json:"known"`
	}
)

func shownGame(g *record.Game, s *stratego.State) gameJSON {
	j := gameJSON{Rules: g.Rules.String(), Red: g.Players[stratego.Red], Blue: g.Players[stratego.Blue], Moves: moveWords(g.Moves), Repairs: g.Repairs,
		Result:   resultJSON{Winner: g.Result.Winner.String(), Reason: g.Result.Reason.String(), Note: g.Note},
		Position: positionJSON{Ply: s.Ply(), Quiet: s.Quiet(), ToMove: s.Turn().String(), Legal: moveWords(s.Moves(nil)), Pieces: []pieceJSON{}}}
	if !g.Date.IsZero() {
		j.Date = g.Date.Format(time.RFC3339)
	}
	switch {
	case !g.Result.Over():
		j.Result.Winner = "none"
	case g.Result.Draw():
		j.Result.Winner = "draw"
	}
	for q := stratego.Square(0); q < stratego.Squares; q++ {
		if p, ok := s.At(q); ok {
			j.Position.Pieces = append(j.Position.Pieces, pieceJSON{q.String(), p.Color.String(), string(p.Rank.Letter()), p.Moved, p.Known})
		}
	}
	return j
}

func moveWords(moves []stratego.Move) []string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = stratego.FormatMove(m)
	}
	return words
}
