package tune

import (
	"fmt"
	"strings"
)

// Terms are what the games of a run are played under. Budgets are counted, not timed: then
// a run can be repeated.
type Terms struct {
	Rules       string `json:"rules"`
	Setups      string `json:"setups"` // the provider of the boards
	Nodes       int64  `json:"nodes,omitempty"`
	Evaluations int64  `json:"evaluations,omitempty"`
}

// String says the terms in words.
func (t Terms) String() string {
	parts := []string{"rules " + t.Rules, "setups " + t.Setups}
	if t.Nodes > 0 {
		parts = append(parts, fmt.Sprintf("%d nodes a move", t.Nodes))
	}
	if t.Evaluations > 0 {
		parts = append(parts, fmt.Sprintf("%d evaluations a move", t.Evaluations))
	}
	return strings.Join(parts, ", ")
}
