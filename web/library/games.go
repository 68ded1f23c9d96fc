package library

import (
	"net/http"
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
		winner := g.Winner
		if winner == stratego.NoColor.String() {
			winner = ""
		}
		rows[i] = wire.GameRow{ID: strconv.FormatInt(g.ID, 10), Date: g.Finished.UTC().Format(time.RFC3339), Red: g.Red, Blue: g.Blue,
			Rules: g.Rules, Plies: g.Plies, Winner: winner, Reason: g.Reason}
	}
	return api.Answer(w, map[string]any{"games": rows, "total": total})
}

// ownGames lists a browser's games, over or not.
func (lib *Library) ownGames(w http.ResponseWriter, r *http.Request, f store.Filter, over bool) error {
	lives, err := lib.DB.Lives(r.Context(), lib.Browsers.Profile(w, r), over)
	if err != nil {
		return err
	}
	rows := []wire.GameRow{}
	for _, l := range lives {
		row, err := live.Row(l)
		if err != nil {
			return err
		}
		played := f.Agent == ""
		if !played {
			if played, err = live.Played(l, f.Agent); err != nil {
				return err
			}
		}
		winner := row.Winner
		if winner == "" {
			winner = stratego.NoColor.String()
		}
		if played && (f.Winner == "" || f.Winner == winner) {
			rows = append(rows, row)
		}
	}
	total := len(rows)
	rows = rows[min(f.Offset, total):min(f.Offset+f.Limit, total)]
	return api.Answer(w, map[string]any{"games": rows, "total": total})
}
