package arena

import (
	"encoding/json"
	"fmt"
	"sort"

	"marengo/store"
)

// Report is what came of a match or tournament. Its keys are documented in
// docs/arena.md and stay as they are.
type Report struct {
	Match    int64     `json:"match"`
	Finished bool      `json:"finished"`
	Seed     uint64    `json:"seed"`
	Rules    string    `json:"rules"`
	Players  []Player  `json:"players,omitempty"` // rated, the strongest first; none in a match of two
	Meetings []Meeting `json:"meetings"`          // one for every two agents
}

// Player is an agent's place in a tournament.
type Player struct {
	Agent    string  `json:"agent"`
	Elo      float64 `json:"elo"`
	EloError float64 `json:"elo_error"`
	Points   float64 `json:"points"`
	Games    int     `json:"games"`
	Score    float64 `json:"score"`
	index    int
}

// Meeting is what came of the games between two agents. Wins, losses and all that
// follows from them are a's.
type Meeting struct {
	A         string         `json:"a"`
	B         string         `json:"b"`
	Games     int            `json:"games"`
	Wins      int            `json:"wins"`
	Draws     int            `json:"draws"`
	Losses    int            `json:"losses"`
	Score     float64        `json:"score"`
	ScoreLow  float64        `json:"score_low"`
	ScoreHigh float64        `json:"score_high"`
	Elo       float64        `json:"elo"`
	EloError  float64        `json:"elo_error"`
	Pairs     [5]int         `json:"pairs"` // by points in the pair: 0, ½, 1, 1½, 2
	Reasons   map[string]int `json:"reasons"`
	FaultsA   int            `json:"faults_a"` // games lost by a fault
	FaultsB   int            `json:"faults_b"`
	Faults    []FaultReport  `json:"faults,omitempty"` // the first of them
	Plies     PlyCounts      `json:"plies"`
	TimeA     MoveTimes      `json:"time_a"`
	TimeB     MoveTimes      `json:"time_b"`
	OwnSetups bool           `json:"own_setups"` // the agents set up by themselves: only the seats changed
	SPRT      *TestReport    `json:"sprt,omitempty"`
}

// FaultReport says how a game was lost by a fault.
type FaultReport struct {
	Game   int64    `json:"game"`
	Agent  string   `json:"agent"`
	Reason string   `json:"reason"`
	Detail string   `json:"detail"`
	Errors []string `json:"stderr,omitempty"` // the last of a bot's error output
}

// maxFaults is how many faults a report describes.
const maxFaults = 5

// PlyCounts are the lengths of games.
type PlyCounts struct {
	Mean float64 `json:"mean"`
	Min  int     `json:"min"`
	Max  int     `json:"max"`
}

// MoveTimes are an agent's times a move, in milliseconds.
type MoveTimes struct {
	Mean float64 `json:"mean_ms"`
	P99  float64 `json:"p99_ms"`
}

// TestReport is how a sequential test stands.
type TestReport struct {
	Elo0    float64 `json:"elo0"`
	Elo1    float64 `json:"elo1"`
	LLR     float64 `json:"llr"`
	Lower   float64 `json:"lower"`
	Upper   float64 `json:"upper"`
	Pairs   int     `json:"pairs"` // read so far, in the schedule's order
	Verdict Verdict `json:"verdict"`
}

// text writes the report as the store keeps it: JSON in one line.
func (r *Report) text() string {
	text, err := json.Marshal(r)
	if err != nil {
		panic(fmt.Sprintf("a Report that JSON cannot hold: %v", err)) // its numbers are finite
	}
	return string(text)
}

// Report sums up the games counted so far. Games past the place at which a
// sequential test was decided are left out.
func (s *Standing) Report() *Report {
	r := &Report{Match: s.run.ID, Seed: s.run.Spec.Seed, Rules: s.run.Spec.Rules}
	for k := range s.run.pairings {
		r.Meetings = append(r.Meetings, s.meeting(k))
	}
	if len(s.run.Spec.Agents) > 2 {
		r.Players = s.players(r.Meetings)
	}
	return r
}

// meeting sums up the games of a pairing.
func (s *Standing) meeting(k int) Meeting {
	p := s.run.pairings[k]
	m := Meeting{A: s.run.Spec.Agents[p.a], B: s.run.Spec.Agents[p.b], Reasons: make(map[string]int), OwnSetups: s.run.ownSetups(p)}
	var tally Tally
	plies := 0
	count := func(g played) {
		m.Reasons[g.reason]++
		switch g.faulty {
		case 0:
			m.FaultsA++
		case 1:
			m.FaultsB++
		}
		if g.faulty >= 0 && len(m.Faults) < maxFaults {
			m.Faults = append(m.Faults, g.fault)
		}
		if m.Games == 0 || g.plies < m.Plies.Min {
			m.Plies.Min = g.plies
		}
		m.Plies.Max = max(m.Plies.Max, g.plies)
		plies += g.plies
		m.Games++
	}
	perRound := 2 * len(s.run.pairings)
	for number := 2 * k; number < s.end(); number += perRound {
		first, ok1 := s.results[number]
		second, ok2 := s.results[number+1]
		tally.addPlayed(first.outcome, second.outcome, ok1, ok2)
		if ok1 {
			count(first)
		}
		if ok2 {
			count(second)
		}
	}
	if m.Games > 0 {
		m.Plies.Mean = float64(plies) / float64(m.Games)
	}
	m.Wins, m.Draws, m.Losses, m.Pairs = tally.Wins, tally.Draws, tally.Losses, tally.Pairs
	m.Score = tally.Score()
	m.ScoreLow, m.ScoreHigh = tally.Interval()
	m.Elo, m.EloError = tally.Elo()
	m.TimeA, m.TimeB = s.times[k][0].report(), s.times[k][1].report()
	m.SPRT = s.testReport()
	return m
}

// report gives the times in milliseconds.
func (t *timing) report() MoveTimes {
	const ms = 1e6
	return MoveTimes{Mean: float64(t.mean()) / ms, P99: float64(t.quantile(0.99)) / ms}
}

func (s *Standing) testReport() *TestReport {
	if s.sprt == nil {
		return nil
	}
	low, high := s.sprt.bounds()
	return &TestReport{Elo0: s.sprt.Elo0, Elo1: s.sprt.Elo1, LLR: s.sprt.llr(s.pairs), Lower: low, Upper: high,
		Pairs: s.read, Verdict: s.verdict}
}

// players rates the agents. Without a common scale yet, nobody is rated.
func (s *Standing) players(meetings []Meeting) []Player {
	n := len(s.run.Spec.Agents)
	points := make([][]float64, n)
	list := make([]Player, n)
	for i := range points {
		points[i] = make([]float64, n)
		list[i] = Player{Agent: s.run.Spec.Agents[i], index: i}
	}
	for k, m := range meetings {
		p := s.run.pairings[k]
		a := float64(m.Wins) + float64(m.Draws)/2
		b := float64(m.Games) - a
		points[p.a][p.b], points[p.b][p.a] = a, b
		list[p.a].Points += a
		list[p.b].Points += b
		list[p.a].Games += m.Games
		list[p.b].Games += m.Games
	}
	ratings, err := bradleyTerry(points)
	for i := range list {
		if err == nil {
			list[i].Elo, list[i].EloError = ratings[i].Elo, ratings[i].Error
		}
		if list[i].Games > 0 {
			list[i].Score = list[i].Points / float64(list[i].Games)
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].Elo > list[j].Elo })
	return list
}

// ratings returns the players of a report as the store keeps them.
func (s *Standing) ratings(r *Report) []store.Rating {
	list := make([]store.Rating, len(r.Players))
	for i, p := range r.Players {
		list[i] = store.Rating{Player: Identity(s.run.contenders[p.index]), Elo: p.Elo, Error: p.EloError, Games: p.Games}
	}
	return list
}
