// Package lobby is where people meet: names without accounts, open games, who plays, the
// results and ratings, and counted matches of a person against an agent.
//
// There is only one type, the Lobby, which answers the requests about them.
package lobby

import (
	"context"
	"errors"
	"net/http"
	"time"

	"marengo/store"
	"marengo/stratego"
	"marengo/web/api"
	"marengo/web/fair"
	"marengo/web/live"
	"marengo/web/roster"
	"marengo/web/wire"
)

// Lobby answers requests about people.
type Lobby struct {
	DB        *store.DB
	Catalogue roster.Catalogue
	Browsers  api.Browsers
	Hall      *live.Hall
	Names     *fair.Rates // how often names and keys may be tried from one address
}

// Routes adds them.
func (b *Lobby) Routes(add api.Route) {
	add("GET /api/lobby", b.getLobby)
	add("GET /api/me", b.answerMe)
	add("POST /api/me", b.postName)
	add("POST /api/me/key", b.postKey)
	add("DELETE /api/me/key", b.deleteKey)
	add("POST /api/me/use", b.postUse)
	add("POST /api/contests", b.postContest)
	add("GET /api/contests/{id}", b.getContest)
	add("POST /api/contests/{id}/game", b.postContestGame)
}

// The lengths of the lobby's lists.
const (
	openFor   = 7 * 24 * time.Hour // how long an open game waits for somebody
	maxShown  = 50                 // games of a kind
	maxRated  = 100                // people of a variant
	maxReport = 20                 // counted matches
)

// getLobby tells what is going on.
func (b *Lobby) getLobby(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	who, err := b.DB.Who(ctx, b.Browsers.Profile(w, r))
	if err != nil {
		return err
	}
	out := wire.Lobby{Ratings: map[string][]wire.PersonRow{}, Matches: []wire.Contest{}}
	if out.Me, err = b.me(ctx, who.Profile); err != nil {
		return err
	}
	for _, list := range []struct {
		into *[]wire.LobbyGame
		read func() ([]store.Live, error)
	}{
		{&out.Open, func() ([]store.Live, error) { return b.DB.OpenGames(ctx, time.Now().Add(-openFor)) }},
		{&out.Playing, func() ([]store.Live, error) { return b.DB.PeopleGames(ctx, false, maxShown) }},
		{&out.Results, func() ([]store.Live, error) { return b.DB.PeopleGames(ctx, true, maxShown) }},
	} {
		lives, err := list.read()
		if err != nil {
			return err
		}
		if *list.into, err = games(lives, who); err != nil {
			return err
		}
	}
	for _, v := range []stratego.Variant{stratego.Classic, stratego.Barrage} {
		if out.Ratings[v.String()], err = b.ratings(ctx, v.String()); err != nil {
			return err
		}
	}
	contests, err := b.DB.Contests(ctx, who, maxReport)
	if err != nil {
		return err
	}
	for _, c := range contests {
		x, err := b.report(ctx, c, who)
		if err != nil {
			return err
		}
		out.Matches = append(out.Matches, x)
	}
	return api.Answer(w, out)
}

// games describes games of two people. Those that nobody may look on at are left out
// until they are over, but for who plays them.
func games(lives []store.Live, who store.Who) ([]wire.LobbyGame, error) {
	list := []wire.LobbyGame{}
	for _, l := range lives {
		t, err := live.Table(l)
		if err != nil {
			return nil, err
		}
		row, err := live.RowFor(l, who)
		if err != nil {
			return nil, err
		}
		mine := l.Yours(who) != [2]bool{}
		if l.Game == 0 && t.Free == "" && !t.Looking && !mine {
			continue
		}
		list = append(list, wire.LobbyGame{PeopleTable: *t, Date: row.Date, Plies: row.Plies, Winner: row.Winner, Reason: row.Reason, Mine: mine})
		if len(list) == maxShown {
			break
		}
	}
	return list, nil
}

func (b *Lobby) ratings(ctx context.Context, variant string) ([]wire.PersonRow, error) {
	rated, err := b.DB.PersonRatings(ctx, variant)
	if err != nil {
		return nil, err
	}
	rows := []wire.PersonRow{}
	for _, r := range rated[:min(len(rated), maxRated)] {
		rows = append(rows, wire.PersonRow{Name: r.Name, Rating: r.Mean, Deviation: r.Deviation, Games: r.Games})
	}
	return rows, nil
}

// me is who a browser is to others.
func (b *Lobby) me(ctx context.Context, profile string) (wire.Me, error) {
	p, err := b.DB.PersonOf(ctx, profile)
	if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	return wire.Me{Name: p.Name, Key: p.Key}, err
}
