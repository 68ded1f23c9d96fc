package experiment

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"

	"marengo/agent"
	"marengo/plan"
	"marengo/setup"
	"marengo/stratego"
)

// planner is a player that shows its planner.
type planner interface{ Planner() *plan.Planner }

// planWorth prints for each of Invincible's plans how often it speaks, how often
// its removal changes the move, and what the removal costs in games between the
// whole player and the one without, and in games of both against lewis.
func planWorth(ctx context.Context, o *Options, w io.Writer) error {
	games := o.games(100)
	decided, err := decides(ctx, o, games)
	if err != nil {
		return err
	}
	whole, err := series(ctx, o, "invincible", "lewis", games, "the whole player")
	if err != nil {
		return err
	}
	t := Table{Title: "Invincible's plans: what they decide and what their removal costs",
		Columns: []string{"plan", "speaks", "decides", "points lost head to head", "95% interval", "points lost against lewis"}}
	plans := plan.All()
	for k, p := range plans {
		o.progress(k, len(plans), "removing plans")
		without := "invincible:without=" + p.Name()
		own, err := series(ctx, o, "invincible", without, games, "")
		if err != nil {
			return err
		}
		against, err := series(ctx, o, without, "lewis", games, "")
		if err != nil {
			return err
		}
		lo, hi := proportion(own, games)
		t.Add(p.Name(), percent(decided.speaks[k]), percent(decided.decides[k]), fmt.Sprintf("%+.1f%%", 100*(own/float64(games)-0.5)),
			fmt.Sprintf("%+.1f%% to %+.1f%%", 100*(lo-0.5), 100*(hi-0.5)), fmt.Sprintf("%+.1f%%", 100*(whole-against)/float64(games)))
	}
	t.Note("%d games for each figure, colours changing, seed %d; %s moves for the shares.", games, o.Seed, thousands(int64(decided.moves)))
	t.Note("The whole player scores %s against lewis.", percent(whole/float64(games)))
	return t.Write(w, o)
}

// decisions says how often plans spoke and decided.
type decisions struct {
	speaks, decides []float64
	moves           int
}

// decides watches games against lewis and asks at every move what each plan's
// absence would have changed.
func decides(ctx context.Context, o *Options, games int) (d decisions, err error) {
	n := len(plan.All())
	d.speaks, d.decides = make([]float64, n), make([]float64, n)
	_, err = duels(ctx, o, "invincible", "lewis", games, "watching", func(_ *stratego.State, _ *stratego.View, a agent.Agent, m stratego.Move) {
		p, ok := a.(planner)
		if !ok {
			return
		}
		d.moves++
		for k := range n {
			if p.Planner().Active(k) {
				d.speaks[k]++
			}
			if other, _ := p.Planner().BestWithout(k); other != m {
				d.decides[k]++
			}
		}
	})
	for k := range n {
		d.speaks[k] /= float64(max(1, d.moves))
		d.decides[k] /= float64(max(1, d.moves))
	}
	return d, err
}

// series returns the points of the first player over some games.
func series(ctx context.Context, o *Options, a, b string, games int, what string) (float64, error) {
	return duels(ctx, o, a, b, games, what, nil)
}

// duels plays games in pairs: one board, both seats.
func duels(ctx context.Context, o *Options, a, b string, games int, what string,
	see func(*stratego.State, *stratego.View, agent.Agent, stratego.Move)) (points float64, err error) {
	f, err := parseAgents(a, b)
	if err != nil {
		return 0, err
	}
	rng := rand.New(rand.NewPCG(o.Seed, 0x706c616e))
	var boards [2]stratego.Setup
	for g := range games {
		if what != "" {
			o.progress(g, games, what)
		}
		if g%2 == 0 {
			for c := range boards {
				if boards[c], err = setup.Default().Setup(stratego.DefaultRules, rng); err != nil {
					return 0, err
				}
			}
		}
		seat := stratego.Color(g % 2)
		game := duel{setups: boards, seed: rng.Uint64(), see: see}
		game.players[seat], game.players[seat.Other()] = f[0], f[1]
		s, err := game.play(ctx)
		if err != nil {
			return 0, err
		}
		points += s.Result().Score(seat)
	}
	return points, nil
}
