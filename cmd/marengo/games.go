package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"marengo/record/draw"
	"marengo/record/formats"
	"marengo/store"
)

func newGames() *cobra.Command {
	db := new(database)
	cmd := &cobra.Command{
		Use:   "games",
		Short: "List, show and export the games in the database",
		Example: `  marengo games list --agent lewis --reason flag
  marengo games show 12 --log
  marengo games export --match 3 --out games/`,
	}
	db.flag(cmd)
	cmd.AddCommand(newGamesList(db), newGamesShow(db), newGamesExport(db), newGamesMatches(db))
	return cmd
}

// gameFilter is the flags that choose games.
type gameFilter struct{ store.Filter }

func (g *gameFilter) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Int64Var(&g.Match, "match", 0, "only games of this match or tournament, in the order of its schedule")
	f.StringVar(&g.Agent, "agent", "", "only games of this agent: a whole agent string, or its name for all options")
	f.StringVar(&g.Winner, "winner", "", "only games won by red, blue or nobody")
	f.StringVar(&g.Reason, "reason", "", "only games that ended so, such as flag, no_moves, quiet_limit, timeout")
	f.IntVar(&g.Limit, "limit", 0, "at most so many games")
	f.IntVar(&g.Offset, "offset", 0, "pass over so many games first")
}

// check refuses what no game can match.
func (g *gameFilter) check() error {
	switch g.Winner {
	case "", "red", "blue", "nobody":
	default:
		return badInputf("--winner is %q, expected red, blue or nobody", g.Winner)
	}
	if g.Limit < 0 || g.Offset < 0 {
		return badInputf("--limit and --offset cannot be below zero")
	}
	return nil
}

func newGamesList(db *database) *cobra.Command {
	var filter gameFilter
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List games, the latest first",
		Example: "  marengo games list --agent lewis --winner blue --limit 20 --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := filter.check(); err != nil {
				return err
			}
			filter.Newest = filter.Match == 0
			return db.with(cmd.Context(), func(d *store.DB) error {
				list, err := d.Games(cmd.Context(), filter.Filter)
				if err != nil {
					return err
				}
				if asJSON {
					return json.NewEncoder(cmd.OutOrStdout()).Encode(append([]store.Summary{}, list...))
				}
				return writeGameList(cmd.OutOrStdout(), list)
			})
		},
	}
	filter.flags(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON array")
	return cmd
}

func writeGameList(out io.Writer, list []store.Summary) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "game\tmatch\tred\tblue\twinner\treason\tplies\trules\tfinished")
	for _, g := range list {
		match := "-"
		if g.Match != 0 {
			match = strconv.FormatInt(g.Match, 10)
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\n", g.ID, match, draw.Printable(g.Red), draw.Printable(g.Blue), g.Winner, g.Reason, g.Plies, g.Rules,
			g.Finished.Local().Format(time.DateTime))
	}
	return w.Flush()
}

func newGamesShow(db *database) *cobra.Command {
	var log, times bool
	cmd := &cobra.Command{
		Use:     "show GAME",
		Short:   "Print a game in our text form",
		Example: "  marengo games show 12\n  marengo games show 12 --log --times",
		Args:    oneNumber,
		RunE: func(cmd *cobra.Command, args []string) error {
			return db.with(cmd.Context(), func(d *store.DB) error {
				g, err := storedGame(cmd.Context(), d, args[0])
				if err != nil {
					return err
				}
				return showGame(cmd.OutOrStdout(), g, log, times)
			})
		},
	}
	cmd.Flags().BoolVar(&log, "log", false, "with the date and the lines that the agents logged")
	cmd.Flags().BoolVar(&times, "times", false, "with the time of each move")
	return cmd
}

// oneNumber wants the number of a game.
func oneNumber(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return badInputf("expected the number of one game; marengo games list shows them")
	}
	return nil
}

func storedGame(ctx context.Context, d *store.DB, text string) (*store.Game, error) {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return nil, badInputf("bad game %q, expected its number; marengo games list shows them", text)
	}
	g, err := d.Game(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, badInput{err}
	}
	return g, err
}

// showGame prints a game; what is not part of its text form comes as comments.
func showGame(w io.Writer, g *store.Game, log, times bool) error {
	r, err := g.Record()
	if err != nil {
		return err
	}
	if log {
		r = g.WithLog(r)
	}
	text, err := formats.Text.Encode(r)
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# game %d, seed %d", g.ID, g.Seed)
	if g.Match != 0 {
		fmt.Fprintf(&b, ", match %d, place %d", g.Match, g.Number)
	}
	fmt.Fprintf(&b, "\n# red %s\n# blue %s\n", draw.Printable(g.Red.String()), draw.Printable(g.Blue.String()))
	b.Write(text)
	if times {
		for ply, t := range g.Times {
			fmt.Fprintf(&b, "# ply %d took %v\n", ply+1, t)
		}
	}
	_, err = io.WriteString(w, b.String())
	return err
}

func newGamesExport(db *database) *cobra.Command {
	var filter gameFilter
	var out, format string
	var log bool
	cmd := &cobra.Command{
		Use:   "export [GAME]",
		Short: "Write games to files",
		Long: `Write one game to the standard output or a file, or all games that the flags choose to a
folder, one file a game. Equal games give equal files: dates, times and logs are
left out unless --log asks for them. The files of a match are named by the
places of its schedule, others by the games' numbers.`,
		Example: `  marengo games export 12 --format gsn > game.gsn
  marengo games export --match 3 --out games/`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return badInputf("expected the number of one game, or flags that choose several, got %d numbers", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := filter.check(); err != nil {
				return err
			}
			f, ext, err := recordFormat(format, out, len(args) == 1)
			if err != nil {
				return badInput{err}
			}
			return db.with(cmd.Context(), func(d *store.DB) error {
				if len(args) == 1 {
					g, err := storedGame(cmd.Context(), d, args[0])
					if err != nil {
						return err
					}
					return exportOne(cmd, g, f, log, out)
				}
				if out == "" {
					return badInputf("many games need a folder: --out DIR")
				}
				if err := os.MkdirAll(out, 0o755); err != nil {
					return err
				}
				return exportMany(cmd, d, filter, f, log, func(g *store.Game) string {
					if filter.Match != 0 {
						return filepath.Join(out, fmt.Sprintf("%06d%s", g.Number, ext))
					}
					return filepath.Join(out, fmt.Sprintf("game-%06d%s", g.ID, ext))
				})
			})
		},
	}
	filter.flags(cmd)
	cmd.Flags().StringVar(&out, "out", "", "file of one game (default: standard output), folder of many")
	cmd.Flags().StringVar(&format, "format", "", "marengo, gsn, xml or log (default: by the file's ending, else marengo)")
	cmd.Flags().BoolVar(&log, "log", false, "with the date and the lines that the agents logged")
	completeFlag(cmd, "format", formatNames)
	return cmd
}

// formatNames are the formats as --format names them.
var formatNames = []string{formats.Text.String(), formats.GSN.String(), formats.XML.String(), formats.EvaluatorLog.String()}

// recordFormat finds a format by its name, or by the ending of the one file.
func recordFormat(name, path string, one bool) (formats.Format, string, error) {
	if name == "" && one && filepath.Ext(path) != "" {
		f, err := formats.FormatOf(path)
		return f, "", err
	}
	if name == "" {
		name = formats.Text.String()
	}
	f, err := formats.FormatOf("x." + name)
	if err != nil {
		return f, "", fmt.Errorf("unknown format %q, expected marengo, gsn, xml or log", name)
	}
	return f, "." + name, nil
}

// exportOne writes a game to a file, or to the standard output where out is empty.
func exportOne(cmd *cobra.Command, g *store.Game, f formats.Format, log bool, out string) error {
	data, lost, err := exported(g, f, log)
	if err != nil {
		return err
	}
	if err := sayLosses(cmd.ErrOrStderr(), cmp.Or(out, fmt.Sprintf("game %d", g.ID)), lost); err != nil {
		return err
	}
	if out != "" {
		return os.WriteFile(out, data, 0o644)
	}
	_, err = cmd.OutOrStdout().Write(data)
	return err
}

// exportMany writes games to files of their own. What several lose is said once.
func exportMany(cmd *cobra.Command, d *store.DB, filter gameFilter, f formats.Format, log bool, path func(*store.Game) string) error {
	losses := map[string]int{}
	err := d.EachGame(cmd.Context(), filter.Filter, func(g *store.Game) error {
		data, lost, err := exported(g, f, log)
		for _, l := range lost {
			losses[l]++
		}
		if err != nil {
			return err
		}
		return os.WriteFile(path(g), data, 0o644)
	})
	for _, l := range slices.Sorted(maps.Keys(losses)) {
		err = errors.Join(err, sayLosses(cmd.ErrOrStderr(), fmt.Sprintf("games with this loss: %d", losses[l]), []string{l}))
	}
	return err
}

// exported writes a game in a format, and says what the format does not keep.
func exported(g *store.Game, f formats.Format, log bool) (data []byte, lost []string, err error) {
	r, err := g.Record()
	if err != nil {
		return nil, nil, err
	}
	if log {
		r = g.WithLog(r)
	}
	if lost, err = f.Losses(r); err == nil {
		data, err = f.Encode(r)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("game %d: %w", g.ID, err)
	}
	return data, lost, nil
}

func newGamesMatches(db *database) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "matches",
		Short:   "List matches and tournaments, the latest first",
		Example: "  marengo games matches --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return db.with(cmd.Context(), func(d *store.DB) error {
				list, err := d.Matches(cmd.Context())
				if err != nil {
					return err
				}
				if asJSON {
					return json.NewEncoder(cmd.OutOrStdout()).Encode(listMatches(list))
				}
				return writeMatchList(cmd.OutOrStdout(), list)
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON array")
	return cmd
}
