package agents

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"marengo/agent"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// TestEveryPlayerHasReasons asks each player why: it says something, what it plays comes first,
// and whatever it expects is an expected score.
func TestEveryPlayerHasReasons(t *testing.T) {
	for _, name := range []string{"random", "careful", "lewis", "star", "star:schadd", "mcts", "invincible", "marengo", "marengo:think=off"} {
		t.Run(name, func(t *testing.T) {
			v := strategotest.Seen(strategotest.Midgame(t, stratego.DefaultRules, 60, rand.New(rand.NewPCG(4, 1))))
			var last agent.Thoughts
			budget := agent.Budget{Nodes: 3000, Evaluations: 60, Seed: 3, Report: func(x agent.Thoughts) { last = x }}
			action, err := newPlayer(t, name).Move(context.Background(), v, budget)
			if err != nil {
				t.Fatal(err)
			}
			if last.Summary == "" {
				t.Error("it says nothing")
			}
			played := stratego.FormatMove(action.Move)
			if len(last.Candidates) > 0 && last.Candidates[0].Move != played {
				t.Errorf("it plays %s and tells of %s first", played, last.Candidates[0].Move)
			}
			for _, c := range last.Candidates {
				if c.Win < 0 || c.Win > 1 {
					t.Errorf("%s: an expected score of %g", c.Move, c.Win)
				}
			}
			for _, table := range last.Tables {
				if table.Name != "plans" {
					continue
				}
				totals := make([]float64, len(table.Rows))
				for i, row := range table.Rows {
					totals[i] = -row.Cells[len(row.Cells)-1]
				}
				if table.Rows[0].Name != played || !slices.IsSorted(totals) {
					t.Errorf("the plans' table begins with %s of %g, %s is played", table.Rows[0].Name, -totals[0], played)
				}
			}
			t.Log(last.Summary)
		})
	}
}
