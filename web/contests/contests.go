// Package contests lets agents play matches against each other from the page, and
// tells what came of all that the arena has played.
package contests

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"sync"
	"time"

	"marengo/arena"
	"marengo/store"
	"marengo/web/api"
	"marengo/web/roster"
	"marengo/web/wire"
)

// Options are what Contests need.
type Options struct {
	DB        *store.DB
	Catalogue roster.Catalogue
	Ratings   *roster.Ratings
	Browsers  api.Browsers
	Note      func(what string, err error) // takes what goes wrong where nobody waits for it
}

// Contests are the arena's matches, and those of them that this server plays.
type Contests struct {
	Options
	ctx  context.Context
	stop context.CancelFunc
	wait sync.WaitGroup

	mu      sync.Mutex
	running map[int64]*runningMatch
}

// New makes Contests. Close them before their database.
func New(o Options) *Contests {
	c := &Contests{Options: o, running: make(map[int64]*runningMatch)}
	c.ctx, c.stop = context.WithCancel(context.Background())
	return c
}

// Close stops the matches. Their games stay in the store.
func (c *Contests) Close() {
	c.stop()
	c.wait.Wait()
}

// Routes adds the requests about matches.
func (c *Contests) Routes(add api.Route) {
	add("GET /api/arena", c.getArena)
	add("POST /api/matches", c.postMatch)
	add("DELETE /api/matches/{id}", c.deleteMatch)
}

type runningMatch struct {
	cancel context.CancelFunc
	owner  string // the profile that started it
	report *arena.Report
	done   int
}

// The bounds of a match started from the page.
const (
	maxMatches    = 1 // at a time
	maxMatchGames = 1000
	maxMatchTime  = 5.0 // seconds a move
	maxMatchLasts = time.Hour
	matchesShown  = 100
)

// getArena lists matches and ratings.
func (c *Contests) getArena(w http.ResponseWriter, r *http.Request) error {
	stored, err := c.DB.Matches(r.Context())
	if err != nil {
		return err
	}
	profile := c.Browsers.Profile(w, r)
	rows := []wire.MatchRow{}
	for _, m := range stored {
		if len(rows) >= matchesShown {
			break
		}
		rows = append(rows, c.matchRows(m, profile)...)
	}
	rated := []wire.RatingRow{}
	for name, x := range c.Ratings.All(r.Context()) {
		rated = append(rated, wire.RatingRow{Agent: name, Elo: x.Elo, Error: x.Error, Games: x.Games, Old: !roster.Current(x.Player)})
	}
	return api.Answer(w, map[string]any{"matches": rows, "ratings": rated})
}

// matchRows gives a line for each two agents of a match, as a profile sees it.
func (c *Contests) matchRows(m store.Match, profile string) (rows []wire.MatchRow) {
	spec, err := arena.ParseSpec(m.Spec)
	if err != nil {
		return nil // a later version's: the others are still shown
	}
	var report arena.Report
	played, running, mine := m.Games, false, false
	c.mu.Lock()
	if live, ok := c.running[m.ID]; ok {
		running, mine = true, live.owner == profile
		if live.report != nil {
			report, played = *live.report, live.done
		}
	}
	c.mu.Unlock()
	if !running && m.Report != "" {
		if err := json.Unmarshal([]byte(m.Report), &report); err != nil {
			return nil
		}
	}
	date := m.Created.UTC().Format(time.RFC3339)
	for _, x := range report.Meetings {
		rows = append(rows, wire.MatchRow{ID: m.ID, A: x.A, B: x.B, Rules: spec.Rules, Games: spec.Games, Played: x.Games, Wins: x.Wins, Draws: x.Draws,
			Losses: x.Losses, Score: x.Score, Low: x.ScoreLow, High: x.ScoreHigh, Elo: x.Elo, EloError: x.EloError, Running: running, Mine: mine, Date: date})
	}
	if len(rows) == 0 && len(spec.Agents) >= 2 {
		rows = append(rows, wire.MatchRow{ID: m.ID, A: spec.Agents[0], B: spec.Agents[1], Rules: spec.Rules, Games: spec.Games, Played: played,
			Running: running, Mine: mine, Date: date})
	}
	return rows
}

// postMatch starts a match of two agents.
func (c *Contests) postMatch(w http.ResponseWriter, r *http.Request) error {
	ask, err := api.Read[struct {
		A       string  `json:"a"`
		B       string  `json:"b"`
		Rules   string  `json:"rules"`
		Games   int     `json:"games"`
		Seconds float64 `json:"seconds"`
		Seed    string  `json:"seed"`
	}](r)
	if err != nil {
		return err
	}
	if ask.Games < 2 || ask.Games > maxMatchGames || ask.Seconds <= 0 || ask.Seconds > maxMatchTime {
		return api.Bad("a match needs 2 to %d games and at most %g seconds a move", maxMatchGames, maxMatchTime)
	}
	seed, err := api.Seed(ask.Seed)
	if err != nil {
		return err
	}
	run, err := arena.NewRun(arena.Spec{Agents: []string{ask.A, ask.B}, Games: ask.Games, Seed: seed, Rules: ask.Rules, Setups: "human-like",
		Time: time.Duration(ask.Seconds * float64(time.Second))}, c.Catalogue.Find)
	if err != nil {
		return api.Bad("%v", err)
	}
	if err := c.startMatch(r.Context(), c.Browsers.Profile(w, r), run); err != nil {
		return err
	}
	return api.Answer(w, map[string]int64{"id": run.ID})
}

// startMatch stores a match and plays it beside the server's work, for an hour at
// most: then others may start one.
func (c *Contests) startMatch(ctx context.Context, owner string, run *arena.Run) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.running) >= maxMatches {
		return api.TooMany("a match is being played already; wait for its end")
	}
	if err := run.Begin(ctx, c.DB, "match"); err != nil {
		return err
	}
	playing, cancel := context.WithTimeout(c.ctx, maxMatchLasts)
	live := &runningMatch{cancel: cancel, owner: owner}
	c.running[run.ID] = live
	run.Progress = func(x *arena.Standing) {
		report := x.Report()
		c.mu.Lock()
		live.report, live.done = report, x.Done()
		c.mu.Unlock()
	}
	c.wait.Add(1)
	go func() {
		defer c.wait.Done()
		defer cancel()
		_, err := run.Play(playing)
		c.mu.Lock()
		delete(c.running, run.ID)
		c.mu.Unlock()
		if playing.Err() == nil {
			c.Note("play a match", err)
		}
	}()
	return nil
}

func (c *Contests) deleteMatch(w http.ResponseWriter, r *http.Request) error {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return api.Bad("bad match number %q", r.PathValue("id"))
	}
	c.mu.Lock()
	live, ok := c.running[id]
	c.mu.Unlock()
	if !ok {
		return api.Fail(http.StatusNotFound, "this match is not being played here")
	}
	if live.owner != c.Browsers.Profile(w, r) {
		return api.Fail(http.StatusForbidden, "only who started a match may stop it")
	}
	live.cancel()
	w.WriteHeader(http.StatusNoContent)
	return nil
}
