package web

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"sync"
	"time"

	"marengo/arena"
	"marengo/store"
	"marengo/stratego"
)

// MatchRow is one of the arena's matches.
type MatchRow struct {
	ID       int64   `json:"id"`
	A        string  `json:"a"`
	B        string  `json:"b"`
	Rules    string  `json:"rules"`
	Games    int     `json:"games"`
	Played   int     `json:"played"`
	Wins     int     `json:"wins"`
	Draws    int     `json:"draws"`
	Losses   int     `json:"losses"`
	Score    float64 `json:"score"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
	Elo      float64 `json:"elo"`
	EloError float64 `json:"eloError"`
	Running  bool    `json:"running"`
	Mine     bool    `json:"mine"` // the asker started it, and may stop it
	Date     string  `json:"date"`
}

// RatingRow is an agent's measured strength.
type RatingRow struct {
	Agent string  `json:"agent"`
	Elo   float64 `json:"elo"`
	Error float64 `json:"error"`
	Games int     `json:"games"`
}

// matches are the arena's runs that this server plays.
type matches struct {
	mu      sync.Mutex
	running map[int64]*runningMatch
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
func (s *Server) getArena(w http.ResponseWriter, r *http.Request) error {
	stored, err := s.db.Matches(r.Context())
	if err != nil {
		return err
	}
	profile := s.profile(w, r)
	rows := []MatchRow{}
	for _, m := range stored {
		if len(rows) >= matchesShown {
			break
		}
		rows = append(rows, s.matchRows(m, profile)...)
	}
	rated := []RatingRow{}
	for name, x := range s.ratings.all(r.Context()) {
		rated = append(rated, RatingRow{name, x.Elo, x.Error, x.Games})
	}
	return answer(w, map[string]any{"matches": rows, "ratings": rated})
}

// matchRows gives a line for each two agents of a match, as a profile sees it.
func (s *Server) matchRows(m store.Match, profile string) (rows []MatchRow) {
	spec, err := arena.ParseSpec(m.Spec)
	if err != nil {
		return nil // a later version's: the others are still shown
	}
	var report arena.Report
	played, running, mine := m.Games, false, false
	s.matches.mu.Lock()
	if live, ok := s.matches.running[m.ID]; ok {
		running, mine = true, live.owner == profile
		if live.report != nil {
			report, played = *live.report, live.done
		}
	}
	s.matches.mu.Unlock()
	if !running && m.Report != "" {
		if err := json.Unmarshal([]byte(m.Report), &report); err != nil {
			return nil
		}
	}
	date := m.Created.UTC().Format(time.RFC3339)
	for _, x := range report.Meetings {
		rows = append(rows, MatchRow{ID: m.ID, A: x.A, B: x.B, Rules: spec.Rules, Games: spec.Games, Played: x.Games, Wins: x.Wins, Draws: x.Draws,
			Losses: x.Losses, Score: x.Score, Low: x.ScoreLow, High: x.ScoreHigh, Elo: x.Elo, EloError: x.EloError, Running: running, Mine: mine, Date: date})
	}
	if len(rows) == 0 && len(spec.Agents) >= 2 {
		rows = append(rows, MatchRow{ID: m.ID, A: spec.Agents[0], B: spec.Agents[1], Rules: spec.Rules, Games: spec.Games, Played: played,
			Running: running, Mine: mine, Date: date})
	}
	return rows
}

// postMatch starts a match of two agents.
func (s *Server) postMatch(w http.ResponseWriter, r *http.Request) error {
	ask, err := readJSON[struct {
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
		return badRequest("a match needs 2 to %d games and at most %g seconds a move", maxMatchGames, maxMatchTime)
	}
	seed, err := parseSeed(ask.Seed)
	if err != nil {
		return err
	}
	run, err := arena.NewRun(arena.Spec{Agents: []string{ask.A, ask.B}, Games: ask.Games, Seed: seed, Rules: ask.Rules, Setups: "human-like",
		Time: time.Duration(ask.Seconds * float64(time.Second))}, s.catalogue.Find)
	if err != nil {
		return badRequest("%v", err)
	}
	if err := s.startMatch(r.Context(), s.profile(w, r), run); err != nil {
		return err
	}
	return answer(w, map[string]int64{"id": run.ID})
}

// startMatch stores a match and plays it beside the server's work, for an hour at
// most: then others may start one.
func (s *Server) startMatch(ctx context.Context, owner string, run *arena.Run) error {
	s.matches.mu.Lock()
	defer s.matches.mu.Unlock()
	if len(s.matches.running) >= maxMatches {
		return tooMany("a match is being played already; wait for its end")
	}
	if err := run.Begin(ctx, s.db, "match"); err != nil {
		return err
	}
	playing, cancel := context.WithTimeout(s.ctx, maxMatchLasts)
	live := &runningMatch{cancel: cancel, owner: owner}
	if s.matches.running == nil {
		s.matches.running = make(map[int64]*runningMatch)
	}
	s.matches.running[run.ID] = live
	run.Progress = func(x *arena.Standing) {
		report := x.Report()
		s.matches.mu.Lock()
		live.report, live.done = report, x.Done()
		s.matches.mu.Unlock()
	}
	s.wait.Add(1)
	go func() {
		defer s.wait.Done()
		defer cancel()
		_, err := run.Play(playing)
		s.matches.mu.Lock()
		delete(s.matches.running, run.ID)
		s.matches.mu.Unlock()
		if playing.Err() == nil {
			s.note("play a match", err)
		}
	}()
	return nil
}

func (s *Server) deleteMatch(w http.ResponseWriter, r *http.Request) error {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return badRequest("bad match number %q", r.PathValue("id"))
	}
	s.matches.mu.Lock()
	live, ok := s.matches.running[id]
	s.matches.mu.Unlock()
	if !ok {
		return httpError{http.StatusNotFound, "this match is not being played here"}
	}
	if live.owner != s.profile(w, r) {
		return httpError{http.StatusForbidden, "only who started a match may stop it"}
	}
	live.cancel()
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// StatRow is a person's record against one opponent.
type StatRow struct {
	Opponent string `json:"opponent"`
	Games    int    `json:"games"`
	Wins     int    `json:"wins"`
	Draws    int    `json:"draws"`
	Losses   int    `json:"losses"`
}

// StatGame is one game of a person's record.
type StatGame struct {
	Date     string  `json:"date"`
	Opponent string  `json:"opponent"`
	Score    float64 `json:"score"`
}

// getStatistics sums up a browser's games that count, the oldest first.
func (s *Server) getStatistics(w http.ResponseWriter, r *http.Request) error {
	lives, err := s.db.Lives(r.Context(), s.profile(w, r), true)
	if err != nil {
		return err
	}
	rows, games := []StatRow{}, []StatGame{}
	at := make(map[string]int)
	for i := len(lives) - 1; i >= 0; i-- {
		row, spec, err := rowOf(lives[i])
		if err != nil {
			return err
		}
		if !row.Counts || row.You == "" {
			continue
		}
		opponent := spec.Players[0]
		if row.You == stratego.Red.String() {
			opponent = spec.Players[1]
		}
		name := opponent.name()
		k, ok := at[name]
		if !ok {
			k = len(rows)
			at[name] = k
			rows = append(rows, StatRow{Opponent: name})
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
		games = append(games, StatGame{row.Date, name, score})
	}
	return answer(w, map[string]any{"rows": rows, "games": games})
}
