package arena

import (
	"encoding/json"
	"fmt"
	"time"

	"marengo/agent"
	"marengo/stratego"
)

// Spec is a schedule of games: every two of the agents meet. It is stored when a
// match begins and says all that decides which games are played, so that a match
// broken off at any moment can be continued.
type Spec struct {
	Agents []string `json:"agents"`           // agent strings
	Files  []string `json:"files"`            // of each agent, with their hashes
	Plays  []string `json:"plays,omitempty"`  // revision of each agent's play; none: all the first
	Games  int      `json:"games"`            // between every two agents
	Seed   uint64   `json:"seed"`             // of everything random
	Rules  string   `json:"rules"`            // a preset, or rules spelt out
	Setups string   `json:"setups"`           // the provider of the boards
	Boards string   `json:"boards,omitempty"` // hash of the provider's file
	Drawn  string   `json:"drawn,omitempty"`  // revision of the provider; none: the first
	Own    bool     `json:"own,omitempty"`    // every agent sets up by itself
	SPRT   string   `json:"sprt,omitempty"`   // bounds of a sequential test, for two agents
	Logs   bool     `json:"logs,omitempty"`   // keep what agents log

	// The budget of a move, and the limit that loses.
	Time        time.Duration `json:"time,omitempty"`
	Nodes       int64         `json:"nodes,omitempty"`
	Evaluations int64         `json:"evaluations,omitempty"`
	Threads     int           `json:"threads,omitempty"`
	Hard        time.Duration `json:"hard,omitempty"`
}

// ParseSpec reads a stored Spec.
func ParseSpec(text string) (Spec, error) {
	var s Spec
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return s, fmt.Errorf("stored schedule: %w", err)
	}
	return s, nil
}

// String writes the Spec as ParseSpec reads it.
func (s Spec) String() string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(fmt.Sprintf("a Spec that JSON cannot hold: %v", err)) // it has only strings and numbers
	}
	return string(text)
}

// terms returns what each game is played under.
func (s Spec) terms() (Terms, error) {
	rules, err := stratego.ParseRules(s.Rules)
	if err != nil {
		return Terms{}, err
	}
	return Terms{Rules: rules, Hard: s.Hard, Logs: s.Logs,
		Budget: agent.Budget{Time: s.Time, Nodes: s.Nodes, Evaluations: s.Evaluations, Threads: s.Threads}}, nil
}

// check says what is wrong with the Spec, or nothing.
func (s Spec) check() error {
	switch {
	case len(s.Agents) < 2:
		return fmt.Errorf("%d agents, expected at least 2", len(s.Agents))
	case s.Games < 1:
		return fmt.Errorf("%d games, expected at least 1", s.Games)
	case len(s.Agents) > 2 && s.twice() != "":
		return fmt.Errorf("agent %q is named twice: a tournament rates each agent once", s.twice())
	case s.SPRT != "" && len(s.Agents) != 2:
		return fmt.Errorf("a sequential test needs a match of 2 agents, not %d", len(s.Agents))
	case s.SPRT != "":
		if _, err := parseSPRT(s.SPRT); err != nil {
			return err
		}
	}
	if s.Time < 0 || s.Nodes < 0 || s.Evaluations < 0 || s.Hard < 0 || s.Threads < 0 {
		return fmt.Errorf("a budget below zero")
	}
	return nil
}

// twice returns an agent that is named more than once, or "".
func (s Spec) twice() string {
	seen := make(map[string]bool)
	for _, a := range s.Agents {
		if seen[a] {
			return a
		}
		seen[a] = true
	}
	return ""
}

// pairing is two agents that meet, by their place in Spec.Agents.
type pairing struct{ a, b int }

// pairings lists who meets whom.
func (s Spec) pairings() (list []pairing) {
	for a := range s.Agents {
		for b := a + 1; b < len(s.Agents); b++ {
			list = append(list, pairing{a, b})
		}
	}
	return list
}
