package experiment

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"marengo/agent"
	"marengo/agents"
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
		factory, err := agents.Parse(row.agent + ",estimate=random")
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
			t.Add(row.name, thousands(budget), row.paper[i], fmt.Sprintf("%.1f", mean), minimum(depths), maximum(depths))
		}
	}
	t.Note("%d positions of games against lewis, random estimator; the depth is that of the deepest evaluation. The paper's figures are for 10,000 and 100,000.", len(views))
	return t.Write(w, o)
}

func minimum(x []float64) float64 {
	least := x[0]
	for _, v := range x {
		least = min(least, v)
	}
	return least
}

func maximum(x []float64) float64 {
	most := x[0]
	for _, v := range x {
		most = max(most, v)
	}
	return most
}

// depthPositions returns the Views of n positions, twenty plies apart.
func (l *laboratory) depthPositions(ctx context.Context, n int) (views []*stratego.View, err error) {
	const apart = 20
	p, err := l.provider(gravon)
	if err != nil {
		return nil, err
	}
	var seats [2]agent.Agent
	for c, text := range [...]string{epsilonAgent + ",estimate=random,n=500", "lewis"} {
		var factory *agents.Factory
		if factory, err = agents.Parse(text); err != nil {
			return nil, err
		}
		if seats[c], err = factory.New(); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, seats[c].Close()) }()
	}
	rng := rand.New(rand.NewPCG(l.o.Seed, 0x6465))
	for len(views) < n {
		var setups [2]stratego.Setup
		for c := range setups {
			if setups[c], err = p.Setup(l.rules, rng); err != nil {
				return nil, err
			}
		}
		s, err := stratego.NewState(l.rules, setups[0], setups[1])
		if err != nil {
			return nil, err
		}
		for !s.Result().Over() && len(views) < n {
			v := new(stratego.View)
			s.View(s.Turn(), v)
			if s.Ply()%apart == 0 && s.Turn() == stratego.Red && s.Ply() > 0 {
				views = append(views, v)
			}
			action, err := seats[s.Turn()].Move(ctx, v, agent.Budget{Seed: rng.Uint64()})
			if err != nil {
				return nil, err
			}
			if err := s.Play(action.Move); err != nil {
				return nil, err
			}
		}
	}
	return views, nil
}
