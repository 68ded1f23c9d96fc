package experiment

import (
	"context"
	"fmt"
	"math/rand/v2"

	"marengo/agent"
	"marengo/agents"
	"marengo/arena"
	"marengo/setup"
	"marengo/stratego"
)

// boards gives each pair of games its two setups, red's first.
type boards func(pair int) (stratego.Setup, stratego.Setup, error)

// providedBoards draws setups from a provider.
func providedBoards(name string, seed uint64) (boards, error) {
	p, err := setup.Parse(name)
	if err != nil {
		return nil, err
	}
	return func(pair int) (red, blue stratego.Setup, err error) {
		rng := rand.New(rand.NewPCG(seed, uint64(pair)))
		if red, err = p.Setup(stratego.DefaultRules, rng); err != nil {
			return red, blue, err
		}
		blue, err = p.Setup(stratego.DefaultRules, rng)
		return red, blue, err
	}, nil
}

// playMatch plays pairs of games between two agent strings, each board once with
// either in red, and counts for the first.
func playMatch(ctx context.Context, o *Options, a, b string, rules stratego.Rules, games int, nodes int64, on boards) (t arena.Tally, err error) {
	var players [2]*agents.Factory
	for i, name := range [2]string{a, b} {
		if players[i], err = agents.Parse(name); err != nil {
			return t, err
		}
	}
	terms := arena.Terms{Rules: rules, Budget: agent.Budget{Nodes: nodes}}
	outcomes := make([][2]arena.Outcome, (games+1)/2)
	play := func(pair int) error {
		red, blue, err := on(pair)
		if err != nil {
			return err
		}
		for i := range outcomes[pair] {
			seats := [2]arena.Contender{players[i], players[1-i]}
			g, err := arena.Play(ctx, terms, seats, [2]*stratego.Setup{&red, &blue}, o.Seed<<32|uint64(2*pair+i))
			if err != nil {
				return err
			}
			outcomes[pair][i] = outcomeOf(g.Winner, stratego.Color(i))
		}
		return nil
	}
	err = spread(ctx, o, len(outcomes), fmt.Sprintf("%s against %s, pairs of games", a, b), func() func(int) error { return play })
	for _, x := range outcomes {
		t.AddPair(x[0], x[1])
	}
	return t, err
}

// outcomeOf is a game's result for a colour.
func outcomeOf(winner, c stratego.Color) arena.Outcome {
	switch winner {
	case c:
		return arena.Win
	case stratego.NoColor:
		return arena.Draw
	}
	return arena.Loss
}

// interval writes a tally's score with its 95% interval.
func interval(t arena.Tally) string {
	lo, hi := t.Interval()
	return fmt.Sprintf("%.2f%% (%.1f to %.1f)", 100*t.Score(), 100*lo, 100*hi)
}
