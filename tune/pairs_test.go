package tune

import (
	"context"
	"strings"
	"testing"

	"marengo/agent"
	"marengo/agents"
	"marengo/arena"
	"marengo/setup"
	"marengo/stratego"
)

// faulty is a player whose agents panic in some games.
type faulty struct {
	arena.Contender
	fails func() bool
}

func (f faulty) New() (agent.Agent, error) {
	a, err := f.Contender.New()
	if err == nil && f.fails() {
		a = panicking{a}
	}
	return a, err
}

type panicking struct{ agent.Agent }

func (panicking) Move(context.Context, *stratego.View, agent.Budget) (agent.Action, error) {
	panic("out of ideas")
}

// TestFaultsDoNotCount: a run goes on after a game that was lost by a fault, which is told and
// not counted; a point of which hardly any game ends well is an error.
func TestFaultsDoNotCount(t *testing.T) {
	boards, err := setup.Parse("human-like")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := stratego.ParseRules("match/barrage")
	if err != nil {
		t.Fatal(err)
	}
	games, every := 0, 5
	find := func(text string) (arena.Contender, error) {
		c, err := agents.Parse(text)
		if text != "random" {
			return c, err
		}
		return faulty{c, func() bool { games++; return games%every == 0 }}, err
	}
	told := 0
	p := &Pairs{With: func([]float64) string { return "careful" }, Opponents: []string{"random"}, Find: find, Workers: arena.Local{Find: find},
		Boards: boards, Games: 20, Terms: arena.Terms{Rules: rules}, Fault: func(error) { told++ }}
	score, err := p.Measure(t.Context(), 0, nil)
	if err != nil || told != 4 || score <= 0.5 {
		t.Errorf("score %v, %d faults told, %v", score, told, err)
	}
	every = 1
	if _, err := p.Measure(t.Context(), 0, nil); err == nil || !strings.Contains(err.Error(), "only 0 of 20 games") {
		t.Errorf("a player that always fails: %v", err)
	}
}
