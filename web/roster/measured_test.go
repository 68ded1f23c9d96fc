package roster

import (
	"strings"
	"testing"

	"marengo/agents"
)

func TestMeasuredRatingsAreOfKnownAgents(t *testing.T) {
	known := make(map[string]bool)
	for _, e := range agents.Table() {
		known[e.Name] = true
	}
	if len(measured()) < 3 {
		t.Fatalf("%d ratings", len(measured()))
	}
	for name, r := range measured() {
		player, _, _ := strings.Cut(name, ":")
		if _, err := agents.Revision(name); err != nil || !known[player] || r.Games == 0 || r.Error <= 0 {
			t.Errorf("%s: %+v: %v", name, r, err)
		}
	}
}

// TestTheLadderRises: its rungs are rated, the weakest first, and none is there twice.
func TestTheLadderRises(t *testing.T) {
	rungs := Ladder(Agents())
	seen := make(map[string]bool)
	for i, r := range rungs {
		name := agents.AtLevel(r.Agent, r.Level)
		if seen[name] || i > 0 && r.Rating < rungs[i-1].Rating {
			t.Errorf("rung %d, %s, is rated %g", i, name, r.Rating)
		}
		seen[name] = true
	}
}
