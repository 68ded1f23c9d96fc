package library

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"marengo/store"
	"marengo/stratego"
	"marengo/web/api"
	"marengo/web/live"
	"marengo/web/wire"
)

// getGames lists games: a browser's own, or all that are finished.
func (lib *Library) getGames(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	number := func(key string, most int) int {
		n, err := strconv.Atoi(q.Get(key))
		if err != nil {
			return 0
		}
		return min(max(0, n), most)
	}
	limit, offset := number("limit", 200), number("offset", 1<<30)
	if limit == 0 {
		limit = 50
	}
	f := store.Filter{Agent: q.Get("agent"), Winner: q.Get("result"), Limit: limit, Offset: offset, Newest: true}
	if q.Get("live") == "1" || q.Get("mine") == "1" {
		return lib.ownGames(w, r, f, q.Get("live") != "1")
	}
	list, err := lib.DB.Games(r.Context(), f)
	if err != nil {
		return err
	}
	total, err := lib.DB.CountGames(r.Context(), f)
	if err != nil {
		return err
	}
	rows := make([]wire.GameRow, len(list))
	for i, g := range list {
		rows[i] = keptRow(g)
	}
	return api.Answer(w, map[string]any{"games": rows, "total": total})
}

// keptRow is the line in a list of a finished game.
func keptRow(g store.Summary) wire.GameRow {
	winner := g.Winner
	if winner == stratego.NoColor.String() {
		winner = ""
	}
	return wire.GameRow{ID: strconv.FormatInt(g.ID, 10), Date: g.Finished.UTC().Format(time.RFC3339), Red: g.Red, Blue: g.Blue,
		Rules: g.Rules, Plies: g.Plies, Winner: winner, Reason: g.Reason}
}

// ownGames lists a browser's games: those that are not over, or those that are, with
// the ones it brought in files.
func (lib *Library) ownGames(w http.ResponseWriter, r *http.Request, f store.Filter, over bool) error {
	profile := lib.Browsers.Profile(w, r)
	rows, err := lib.playedGames(r.Context(), profile, f, over)
	if err != nil {
		return err
	}
	if over {
		imported := f
		imported.Import, imported.Limit, imported.Offset = profile, 0, 0
		list, err := lib.DB.Games(r.Context(), imported)
		if err != nil {
			return err
		}
		for _, g := range list {
			rows = append(rows, ownRow{g.ID, keptRow(g)})
		}
		slices.SortStableFunc(rows, func(a, b ownRow) int { return cmp.Compare(b.game, a.game) })
	}
	total := len(rows)
	shown := []wire.GameRow{}
	for _, row := range rows[min(f.Offset, total):min(f.Offset+f.Limit, total)] {
		shown = append(shown, row.GameRow)
	}
	return api.Answer(w, map[string]any{"games": shown, "total": total})
}

// ownRow is a line with the finished game's number, which says what came first.
type ownRow struct {
	game int64
	wire.GameRow
}

// playedGames lists the games that a browser's owner played here.
func (lib *Library) playedGames(ctx context.Context, profile string, f store.Filter, over bool) (rows []ownRow, err error) {
	who, err := lib.DB.Who(ctx, profile)
	if err != nil {
		return nil, err
	}
	lives, err := lib.DB.Lives(ctx, profile, over)
	if err != nil {
		return nil, err
	}
	for _, l := range lives {
		row, err := live.RowFor(l, who)
		if err != nil {
			return nil, err
		}
		played := f.Agent == ""
		if !played {
			if played, err = live.Played(l, f.Agent); err != nil {
				return nil, err
			}
		}
		winner := row.Winner
		if winner == "" {
			winner = stratego.NoColor.String()
		}
		if played && (f.Winner == "" || f.Winner == winner) {
			rows = append(rows, ownRow{l.Game, row})
		}
	}
	return rows, nil
}
