package library

import (
	"net/http"

	"marengo/stratego"
	"marengo/web/api"
	"marengo/web/live"
	"marengo/web/wire"
)

// getStatistics sums up a browser's games that count, the oldest first.
func (lib *Library) getStatistics(w http.ResponseWriter, r *http.Request) error {
	who, err := lib.DB.Who(r.Context(), lib.Browsers.Profile(w, r))
	if err != nil {
		return err
	}
	lives, err := lib.DB.Lives(r.Context(), who.Profile, true)
	if err != nil {
		return err
	}
	rows, games := []wire.StatRow{}, []wire.StatGame{}
	at := make(map[string]int)
	for i := len(lives) - 1; i >= 0; i-- {
		row, err := live.RowFor(lives[i], who)
		if err != nil {
			return err
		}
		if !row.Counts || row.You == "" {
			continue
		}
		name := row.Red
		if row.You == stratego.Red.String() {
			name = row.Blue
		}
		k, ok := at[name]
		if !ok {
			k = len(rows)
			at[name] = k
			rows = append(rows, wire.StatRow{Opponent: name})
		}
		score := 0.5
		rows[k].Games++
		switch row.Winner {
		case "":
			rows[k].Draws++
		case row.You:
			rows[k].Wins++
			score = 1
		default:
			rows[k].Losses++
			score = 0
		}
		games = append(games, wire.StatGame{Date: row.Date, Opponent: name, Score: score})
	}
	return api.Answer(w, map[string]any{"rows": rows, "games": games})
}
