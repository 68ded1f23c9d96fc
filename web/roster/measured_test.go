package roster

import (
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
		if !known[name] || r.Games == 0 || r.Error <= 0 {
			t.Errorf("%s: %+v, known: %v", name, r, known[name])
		}
	}
}
