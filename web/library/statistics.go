package library

import (
	"context"
	"net/http"

	"marengo/store"
	"marengo/stratego"
	"marengo/web/api"
	"marengo/web/live"
	"marengo/web/wire"
)

// getStatistics sums up a browser's finished games, the oldest first: those that count by
// opponent and by how they ended, and all guesses at enemy pieces against the truth.
func (lib *Library) getStatistics(w http.ResponseWriter, r *http.Request) error {
	who, err := lib.DB.Who(r.Context(), lib.Browsers.Profile(w, r))
	if err != nil {
		return err
	}
	s, err := lib.statistics(r.Context(), who)
	if err != nil {
		return err
	}
	return api.Answer(w, s)
}

func (lib *Library) statistics(ctx context.Context, who store.Who) (wire.Statistics, error) {
	s := wire.Statistics{Rows: []wire.StatRow{}, Endings: []wire.StatRow{}, Games: []wire.StatGame{}, Guesses: []wire.GuessRow{}}
	lives, err := lib.DB.Lives(ctx, who.Profile, true)
	if err != nil {
		return s, err
	}
	opponents, endings := make(map[string]int), make(map[string]int)
	for i := len(lives) - 1; i >= 0; i-- {
		row, err := live.RowFor(lives[i], who)
		if err != nil {
			return s, err
		}
		if row.You == "" {
			continue
		}
		if err := addGuesses(&s, lives[i], row.You); err != nil {
			return s, err
		}
		if !row.Counts {
			continue
		}
		name := row.Red
		if row.You == stratego.Red.String() {
			name = row.Blue
		}
		addGame(&s.Rows, opponents, name, row)
		addGame(&s.Endings, endings, row.Reason, row)
		s.Games = append(s.Games, wire.StatGame{Date: row.Date, Opponent: name, Score: row.Score()})
	}
	return s, nil
}

// addGame counts a game in the row of a name.
func addGame(rows *[]wire.StatRow, at map[string]int, name string, row wire.GameRow) {
	k, ok := at[name]
	if !ok {
		k = len(*rows)
		at[name] = k
		*rows = append(*rows, wire.StatRow{Name: name})
	}
	x := &(*rows)[k]
	x.Games++
	switch row.Winner {
	case "":
		x.Draws++
	case row.You:
		x.Wins++
	default:
		x.Losses++
	}
}

// addGuesses counts what a person noted in a game, by the rank guessed.
func addGuesses(s *wire.Statistics, l store.Live, you string) error {
	seat, err := stratego.ParseColor(you)
	if err != nil {
		return err
	}
	list, err := live.Guesses(l, seat)
	for _, g := range list {
		letter := string(g.Guessed.Letter())
		k := 0
		for k < len(s.Guesses) && s.Guesses[k].Rank != letter {
			k++
		}
		if k == len(s.Guesses) {
			s.Guesses = append(s.Guesses, wire.GuessRow{Rank: letter})
		}
		s.Guesses[k].Guesses++
		if g.Guessed == g.Was {
			s.Guesses[k].Right++
		}
	}
	return err
}
