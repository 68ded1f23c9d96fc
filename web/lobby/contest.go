package lobby

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"marengo/arena"
	"marengo/store"
	"marengo/web/api"
	"marengo/web/live"
	"marengo/web/wire"
)

// maxGames bounds a counted match.
const maxGames = 40

// postContest begins a counted match against an agent.
func (b *Lobby) postContest(w http.ResponseWriter, r *http.Request) error {
	ask, err := api.Read[wire.NewContest](r)
	if err != nil {
		return err
	}
	if ask.Games < 2 || ask.Games > maxGames || ask.Games%2 != 0 {
		return api.Bad("a counted match has an even number of games, 2 to %d", maxGames)
	}
	who, err := b.DB.Who(r.Context(), b.Browsers.Profile(w, r))
	if err != nil {
		return err
	}
	if err := b.limit(r); err != nil {
		return err
	}
	if err := b.Hall.CheckContest(ask); err != nil {
		return err
	}
	contender, err := b.Catalogue.Find(ask.Agent)
	if err != nil {
		return api.Bad("%v", err)
	}
	spec, err := json.Marshal(contestSpec{ask, arena.Identity(contender).Revision})
	if err != nil {
		return fmt.Errorf("the match cannot be written: %w", err)
	}
	id, err := b.DB.NewContest(r.Context(), who, string(spec))
	if err != nil {
		return err
	}
	return b.answerContest(w, r, id, who)
}

// contestSpec is what is played, and by which revision of the agent.
type contestSpec struct {
	wire.NewContest
	Revision string `json:"revision"`
}

func (b *Lobby) contest(w http.ResponseWriter, r *http.Request) (store.Contest, store.Who, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return store.Contest{}, store.Who{}, store.ErrNotFound
	}
	who, err := b.DB.Who(r.Context(), b.Browsers.Profile(w, r))
	if err != nil {
		return store.Contest{}, who, err
	}
	c, err := b.DB.Contest(r.Context(), id)
	return c, who, err
}

func (b *Lobby) getContest(w http.ResponseWriter, r *http.Request) error {
	c, who, err := b.contest(w, r)
	if err != nil {
		return err
	}
	return b.answerContest(w, r, c.ID, who)
}

func (b *Lobby) answerContest(w http.ResponseWriter, r *http.Request, id int64, who store.Who) error {
	c, err := b.DB.Contest(r.Context(), id)
	if err != nil {
		return err
	}
	report, err := b.report(r.Context(), c, who)
	if err != nil {
		return err
	}
	return api.Answer(w, report)
}

// postContestGame begins the next game of a counted match: red and blue in turn.
func (b *Lobby) postContestGame(w http.ResponseWriter, r *http.Request) error {
	ask, err := api.Read[struct {
		Setup string `json:"setup"`
	}](r)
	if err != nil {
		return err
	}
	c, who, err := b.contest(w, r)
	if err != nil {
		return err
	}
	report, err := b.report(r.Context(), c, who)
	switch {
	case err != nil:
		return err
	case !report.Mine:
		return api.Fail(http.StatusForbidden, "this match is another's")
	case report.Over:
		return api.Fail(http.StatusConflict, "this match is over")
	case report.Current != "":
		return api.Fail(http.StatusConflict, "a game of this match is under way")
	}
	game := wire.NewGame{Rules: report.Rules, Variant: report.Variant, Red: live.Me, Blue: report.Agent, Level: report.Level, Setup: ask.Setup, Clock: report.Clock, Counts: true}
	if report.Played%2 == 1 {
		game.Red, game.Blue = game.Blue, game.Red
	}
	return b.Hall.ContestGame(w, r, c.ID, game)
}

// report tells how a counted match stands; one that is over is told as it was stored.
func (b *Lobby) report(ctx context.Context, c store.Contest, who store.Who) (x wire.Contest, err error) {
	mine := c.Owner.Profile == who.Profile || c.Owner.Person != 0 && c.Owner.Person == who.Person
	if c.Report != "" {
		err = json.Unmarshal([]byte(c.Report), &x)
		x.Mine = mine
		return x, err
	}
	var spec contestSpec
	if err := json.Unmarshal([]byte(c.Spec), &spec); err != nil {
		return x, fmt.Errorf("counted match %d: %w", c.ID, err)
	}
	x = wire.Contest{ID: c.ID, Person: c.Name, Agent: spec.Agent, Level: spec.Level, Revision: spec.Revision, Rules: spec.Rules, Variant: spec.Variant,
		Clock: spec.Clock, Games: spec.Games, Date: c.Created.UTC().Format(time.RFC3339), List: []wire.ContestGame{}}
	lives, err := b.DB.ContestGames(ctx, c.ID)
	if err != nil {
		return x, err
	}
	var tally arena.Tally
	for _, l := range slices.Backward(lives) {
		row, err := live.Row(l)
		if err != nil {
			return x, err
		}
		if row.Live {
			x.Current = l.ID
			continue
		}
		x.List = append(x.List, wire.ContestGame{Game: l.ID, You: row.You, Winner: row.Winner, Reason: row.Reason, Plies: row.Plies})
		switch row.Winner {
		case "":
			tally.Add(arena.Draw)
		case row.You:
			tally.Add(arena.Win)
		default:
			tally.Add(arena.Loss)
		}
	}
	x.Played, x.Wins, x.Draws, x.Losses = tally.Games(), tally.Wins, tally.Draws, tally.Losses
	if x.Played > 0 {
		x.Score = tally.Score()
	}
	x.Low, x.High = arena.Wilson(x.Score, float64(x.Played), arena.Z95)
	x.Over = x.Played >= x.Games
	x.Mine = mine
	return x, nil
}

// Finished stores the report of a counted match with its last game.
func (b *Lobby) Finished(ctx context.Context, game string) error {
	l, err := b.DB.Live(ctx, game)
	if err != nil || l.Contest == 0 {
		return err
	}
	c, err := b.DB.Contest(ctx, l.Contest)
	if err != nil || c.Report != "" {
		return err
	}
	x, err := b.report(ctx, c, store.Who{})
	if err != nil || !x.Over {
		return err
	}
	data, err := json.Marshal(x)
	if err != nil {
		return fmt.Errorf("the report cannot be written: %w", err)
	}
	return b.DB.SaveContestReport(ctx, c.ID, string(data))
}
