package experiment

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"marengo/agent"
	"marengo/agents"
	"marengo/arena"
	"marengo/stratego"
)

// depthRow is a selector with the depths that the paper reports for 10,000 and
// 100,000 evaluations (6.2.2 to 6.2.4).
type depthRow struct {
	name, agent string
	paper       [2]string
}

var depthRows = []depthRow{
	{"epsilon 0.65", epsilonAgent, [2]string{"10", "13"}},
	{"epsilon 0.65, all at once", epsilonAgent + ",draw=all", [2]string{"10", "13"}},
	{"ucb 0.15", ucbAgent, [2]string{"5", "up to 8"}},
	{"puct", puctAgent, [2]string{"11", "14 (16)"}},
}

// straitegoDepth measures how deep the searches of each selector get, over positions
// of a game that epsilon-greedy and lewis play.
func straitegoDepth(ctx context.Context, o *Options, w io.Writer) error {
	l, err := newLaboratory(o, 1, 10000)
	if err != nil {
		return err
	}
	views, err := l.depthPositions(ctx, o.positions(12))
	if err != nil {
		return err
	}
	t := &Table{Title: "How deep the selectors search (Schoenmakers 6.2)",
		Columns: []string{"selector", "evaluations", "paper", "depth, mean", "least", "most"}}
	budgets := [2]int64{l.evaluations, 10 * l.evaluations}
	done, total := 0, len(depthRows)*len(budgets)*len(views)
	for _, row := range depthRows {
		factory, err := agents.Parse(row.agent + ",guess=random")
		if err != nil {
			return BadInput{err}
		}
		for i, budget := range budgets {
			a, err := factory.New()
			if err != nil {
				return err
			}
			var depths []float64
			for k, v := range views {
				var thoughts agent.Thoughts
				_, err := a.Move(ctx, v, agent.Budget{Evaluations: budget, Seed: uint64(k), Report: func(t agent.Thoughts) { thoughts = t }})
				if err != nil {
					return err
				}
				depths = append(depths, float64(thoughts.Depth))
				done++
				o.progress(done, total, row.name)
			}
			mean, _ := meanDeviation(depths)
			t.Add(row.name, thousands(budget), row.paper[i], fmt.Sprintf("%.1f", mean), slices.Min(depths), slices.Max(depths))
		}
	}
	t.Note("%d positions of games against lewis, random estimator; the depth is that of the deepest evaluation. The paper's figures are for 10,000 and 100,000.", len(views))
	return t.Write(w, o)
}

// errEnough breaks a game off that has given the positions wanted.
var errEnough = errors.New("there are positions enough")

// depthPositions returns the Views of n positions, twenty plies apart.
func (l *laboratory) depthPositions(ctx context.Context, n int) (views []*stratego.View, err error) {
	const apart = 20
	p, err := l.provider(gravon)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(l.o.Seed, 0x6465))
	bout := arena.Bout{Terms: arena.Terms{Rules: l.rules, Hard: patience}, Seeds: rng.Uint64}
	for c, text := range [...]string{epsilonAgent + ",guess=random,n=500", "lewis"} {
		if bout.Players[c], err = agents.Parse(text); err != nil {
			return nil, err
		}
	}
	bout.Turn = func(_ *arena.Referee, v *stratego.View) error {
		if v.Ply()%apart == 0 && v.Color() == stratego.Red && v.Ply() > 0 {
			views = append(views, v.Clone())
		}
		if len(views) == n {
			return errEnough
		}
		return nil
	}
	for len(views) < n {
		board, err := drawBoard(p, l.rules, rng)
		if err != nil {
			return nil, err
		}
		bout.Setups = [2]*stratego.Setup{&board[0], &board[1]}
		if _, err := playFair(ctx, bout); err != nil && !errors.Is(err, errEnough) {
			return nil, err
		}
	}
	return views, nil
}
