package library

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"marengo/record/formats"
	"marengo/store"
	"marengo/stratego"
	"marengo/web/api"
	"marengo/web/live"
	"marengo/web/wire"
)

// Finished finds a finished game by its number, or by the name it had while live.
func (lib *Library) Finished(ctx context.Context, id string) (*store.Game, *store.Live, error) {
	if number, err := strconv.ParseInt(id, 10, 64); err == nil {
		g, err := lib.DB.Game(ctx, number)
		if err != nil {
			return nil, nil, err
		}
		l, err := lib.DB.LiveOf(ctx, number)
		if errors.Is(err, store.ErrNotFound) {
			return g, nil, nil
		}
		return g, &l, err
	}
	l, err := lib.DB.Live(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	if l.Game == 0 {
		return nil, nil, api.Fail(http.StatusForbidden, "this game is not over yet")
	}
	g, err := lib.DB.Game(ctx, l.Game)
	return g, &l, err
}

func (lib *Library) getRecord(w http.ResponseWriter, r *http.Request) error {
	g, was, err := lib.Finished(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	game, err := g.Record()
	if err != nil {
		return err
	}
	first, err := game.Begin()
	if err != nil {
		return err
	}
	last, err := game.At(len(game.Moves))
	if err != nil {
		return err
	}
	winner := g.Winner.String()
	if g.Winner == stratego.NoColor {
		winner = ""
	}
	out := wire.GameRecord{
		GameRow: wire.GameRow{ID: r.PathValue("id"), Date: g.Finished.UTC().Format(time.RFC3339), Red: g.Red.Name, Blue: g.Blue.Name,
			Rules: g.Rules.String(), Plies: len(g.Moves), Winner: winner, Reason: g.Reason},
		Variant: g.Rules.Variant.String(), Start: wire.OpenPieces(first), First: first.Turn().String(),
		Events: wire.EventsOf(last.Events(nil), 0), Log: logOf(g.Log),
	}
	if was != nil {
		who, err := lib.DB.Who(r.Context(), lib.Browsers.Profile(w, r))
		if err != nil {
			return err
		}
		row, err := live.RowFor(*was, who)
		if err != nil {
			return err
		}
		if was.Yours(who) != [2]bool{} {
			out.You = row.You
			if you, err := stratego.ParseColor(row.You); err == nil {
				if out.Marks, err = live.Marks(*was, you); err != nil {
					return err
				}
			}
		}
		out.People = row.People
		out.Counts, out.Red, out.Blue = row.Counts, row.Red, row.Blue
	}
	thoughts, err := lib.DB.Thoughts(r.Context(), g.ID)
	if err != nil {
		return err
	}
	if out.Minds, err = live.ReadMinds(thoughts); err != nil {
		return fmt.Errorf("thoughts of game %d: %w", g.ID, err)
	}
	return api.Answer(w, out)
}

// logOf gathers log lines by ply. The lines of a ply were written before it, so
// the client shows them at the position the agent looked at.
func logOf(lines []store.LogLine) []wire.PlyLog {
	list := []wire.PlyLog{}
	for _, l := range lines {
		ply := max(0, l.Ply-1)
		if n := len(list); n > 0 && list[n-1].Ply == ply {
			list[n-1].Lines = append(list[n-1].Lines, l.Text)
			continue
		}
		list = append(list, wire.PlyLog{Ply: ply, Lines: []string{l.Text}})
	}
	return list
}

// fileFormats are the forms that a game can be downloaded in.
var fileFormats = map[string]formats.Format{"marengo": formats.Text, "gsn": formats.GSN, "xml": formats.XML}

func (lib *Library) getFile(w http.ResponseWriter, r *http.Request) error {
	name := r.URL.Query().Get("format")
	format, ok := fileFormats[name]
	if !ok {
		return api.Bad("unknown format %q, expected marengo, gsn or xml", name)
	}
	g, _, err := lib.Finished(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	game, err := g.Record()
	if err != nil {
		return err
	}
	data, err := format.Encode(g.WithLog(game))
	if err != nil {
		return api.Bad("the game does not fit this format: %v", err)
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", "game-"+strconv.FormatInt(g.ID, 10)+"."+name))
	_, _ = w.Write(data) // the client may be gone
	return nil
}

// postImport keeps a game file that a person dropped on the page.
func (lib *Library) postImport(w http.ResponseWriter, r *http.Request) error {
	if !lib.Imports.Take(api.Visitor(r), time.Now()) {
		return api.TooMany("too many game files at once; wait a little")
	}
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	name := r.URL.Query().Get("name")
	if name == "" || len(name) > 200 {
		name = "file"
	}
	game, err := formats.Parse(name, data)
	if err != nil {
		return api.Bad("%v", err)
	}
	for c, player := range game.Players {
		if player == "" {
			game.Players[c] = "unknown"
		}
	}
	g, err := store.FromRecord(game)
	if err != nil {
		return api.Bad("%v", err)
	}
	id, err := lib.DB.ImportGame(r.Context(), lib.Browsers.Profile(w, r), g)
	if err != nil {
		return err
	}
	return api.Answer(w, wire.GameMeta{ID: strconv.FormatInt(id, 10), Phase: "over", Seats: []wire.Seat{}, Variant: game.Rules.Variant.String()})
}
