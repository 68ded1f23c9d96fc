package cluster

import (
	"errors"
	"fmt"
	"time"

	"marengo/arena"
)

// Match is what a coordinator says of its match: what workers need to know before they
// take a pair of it, and how it stands.
type Match struct {
	V     int    `json:"v"`
	Key   string `json:"key"`
	Kind  string `json:"kind"`  // match, tournament, tune or experiment
	Title string `json:"title"` // who plays, in words
	Host  string `json:"host"`  // where the coordinator runs
	State State  `json:"state"`

	// Lasting matches are stored: workers play them while their coordinator is away.
	Lasting bool          `json:"lasting"`
	Lease   time.Duration `json:"lease"` // a worker that is silent so long has lost its pair

	// What workers have to have to play it exactly.
	Platform string   `json:"platform"`
	Players  []Player `json:"players"`
	Lots     []Lot    `json:"lots"`
	Files    []string `json:"files,omitempty"` // hashes of what is put on the server for them

	Began    time.Time      `json:"began"`
	Updated  time.Time      `json:"updated"`
	Pairs    PairCounts     `json:"pairs"`
	Meetings []Meeting      `json:"meetings,omitempty"`
	Failures []Failure      `json:"failures,omitempty"` // the latest
	Dropped  map[string]int `json:"dropped,omitempty"`  // messages, by why
}

// State says whether a match wants workers.
type State string

// The states of a match.
const (
	Running  State = "running"
	Stopped  State = "stopped" // its coordinator was interrupted and may go on with it
	Finished State = "finished"
)

// Lot is pairs of a match that ask the same of a worker.
type Lot struct {
	ID      string `json:"id"`
	Players [2]int `json:"players"` // by their place in Match.Players
	Terms   Terms  `json:"terms"`
}

// PairCounts are how many pairs there are of each kind.
type PairCounts struct {
	Done    int     `json:"done"`   // by this run of the coordinator
	Queued  int     `json:"queued"` // or being played
	Again   int     `json:"again"`  // queued again after they were lost
	PerHour float64 `json:"per_hour"`
}

// Meeting is how two players of a match stand.
type Meeting struct {
	A         string            `json:"a"`
	B         string            `json:"b"`
	Wins      int               `json:"wins"`
	Draws     int               `json:"draws"`
	Losses    int               `json:"losses"`
	Score     float64           `json:"score"`
	ScoreLow  float64           `json:"score_low"`
	ScoreHigh float64           `json:"score_high"`
	Elo       float64           `json:"elo"`
	EloError  float64           `json:"elo_error"`
	SPRT      *arena.TestReport `json:"sprt,omitempty"`
}

// newMeetings takes from the arena's meetings what is announced, of as many as there may be.
func newMeetings(list []arena.Meeting) (out []Meeting) {
	for _, m := range list[:min(len(list), maxMeetings)] {
		out = append(out, Meeting{A: oneLine(m.A), B: oneLine(m.B), Wins: m.Wins, Draws: m.Draws, Losses: m.Losses,
			Score: m.Score, ScoreLow: m.ScoreLow, ScoreHigh: m.ScoreHigh, Elo: m.Elo, EloError: m.EloError, SPRT: m.SPRT})
	}
	return out
}

// Failure is a pair that a worker could not play.
type Failure struct {
	Number int       `json:"number"`
	Worker string    `json:"worker"`
	Reason string    `json:"reason"`
	When   time.Time `json:"when"`
}

// The bounds of announcements.
const (
	maxLots     = 2000
	maxPlayers  = 200
	maxFiles    = 2000
	maxMeetings = 500
	maxFailures = 20
	maxRefusals = 50
	maxSlots    = 1024
	maxCounts   = 20
	maxAgents   = 100
)

func (m *Match) check() error {
	for _, text := range []string{m.Kind, m.Title, m.Host, m.Platform} {
		if !words(text, maxWords) {
			return errors.New("a match with words that cannot be shown")
		}
	}
	switch {
	case !isKey(m.Key):
		return fmt.Errorf("a match without a proper key: %.80q", m.Key)
	case m.State != Running && m.State != Stopped && m.State != Finished:
		return fmt.Errorf("unknown state %.80q", m.State)
	case m.Lease < minLease || m.Lease > maxTime:
		return fmt.Errorf("a lease of %v", m.Lease)
	case len(m.Players) > maxPlayers || len(m.Lots) > maxLots || len(m.Files) > maxFiles || len(m.Meetings) > maxMeetings ||
		len(m.Failures) > maxFailures || len(m.Dropped) > maxCounts:
		return errors.New("a match with too much to say")
	}
	for i := range m.Players {
		if err := m.Players[i].check(); err != nil {
			return err
		}
	}
	for _, l := range m.Lots {
		a, b := l.Players[0], l.Players[1]
		if a < 0 || b < 0 || a >= len(m.Players) || b >= len(m.Players) {
			return fmt.Errorf("lot %.80q is of players that are not named", l.ID)
		}
		if err := l.Terms.check(); err != nil {
			return err
		}
		if l.ID != lotOf([2]Player{m.Players[a], m.Players[b]}, l.Terms) {
			return fmt.Errorf("lot %.80q is not that of its players and terms", l.ID)
		}
	}
	for _, sum := range m.Files {
		if !isSum(sum) {
			return fmt.Errorf("a file named %.80q, which is no hash", sum)
		}
	}
	for _, f := range m.Failures {
		if !words(f.Worker, maxWords) || !words(f.Reason, maxWords) {
			return errors.New("a failure that cannot be shown")
		}
	}
	for _, g := range m.Meetings {
		if !words(g.A, maxAgent) || !words(g.B, maxAgent) {
			return errors.New("a meeting that cannot be shown")
		}
	}
	return checkCounts(m.Dropped)
}

func checkCounts(counts map[string]int) error {
	for why := range counts {
		if !words(why, maxWords) {
			return errors.New("a count of what cannot be shown")
		}
	}
	return nil
}

// Machine is what a worker says of itself.
type Machine struct {
	V        int            `json:"v"`
	ID       string         `json:"id"`
	Version  string         `json:"version"` // of the program
	Platform string         `json:"platform"`
	Kernel   string         `json:"kernel"` // the fastest for networks
	Slots    int            `json:"slots"`
	Bench    float64        `json:"bench"`               // nodes a second of a slot, all slots being busy; 0: not measured
	SetAside string         `json:"set_aside,omitempty"` // why it plays no games whose time is limited
	Agents   []Player       `json:"agents"`              // the players it has, with their revisions and data
	Engines  []string       `json:"engines,omitempty"`   // the commands that it plays, by their hashes
	Began    time.Time      `json:"began"`
	Updated  time.Time      `json:"updated"`
	Leaving  bool           `json:"leaving,omitempty"` // it takes no more pairs
	Playing  []Playing      `json:"playing,omitempty"`
	Done     int            `json:"done"`
	Failed   int            `json:"failed"`
	PerHour  float64        `json:"per_hour"`
	Refused  []Refusal      `json:"refused,omitempty"`
	Dropped  map[string]int `json:"dropped,omitempty"`
}

// Playing is a pair that a worker plays.
type Playing struct {
	Match  string    `json:"match"`
	Number int       `json:"number"`
	What   string    `json:"what"`
	Since  time.Time `json:"since"`
}

// Refusal is work that a worker leaves to others.
type Refusal struct {
	Match string `json:"match"`
	Lot   string `json:"lot"`
	Why   string `json:"why"`
}

func (m *Machine) check() error {
	for _, text := range []string{m.ID, m.Version, m.Platform, m.Kernel, m.SetAside} {
		if !words(text, maxWords) {
			return errors.New("a worker with words that cannot be shown")
		}
	}
	if m.ID == "" || m.Slots < 0 || m.Slots > maxSlots || len(m.Agents) > maxAgents || len(m.Engines) > maxAgents || len(m.Playing) > maxSlots ||
		len(m.Refused) > maxRefusals || len(m.Dropped) > maxCounts || m.Bench < 0 {
		return errors.New("a worker out of bounds")
	}
	for i := range m.Agents {
		if err := m.Agents[i].check(); err != nil {
			return err
		}
	}
	for _, sum := range m.Engines {
		if !isSum(sum) {
			return errors.New("an engine that is no hash")
		}
	}
	for _, p := range m.Playing {
		if !isKey(p.Match) || !words(p.What, maxWords) {
			return errors.New("a game that cannot be shown")
		}
	}
	for _, r := range m.Refused {
		if !isKey(r.Match) || !words(r.Lot, maxWords) || !words(r.Why, maxWords) {
			return errors.New("a refusal that cannot be shown")
		}
	}
	return checkCounts(m.Dropped)
}
