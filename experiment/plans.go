package experiment

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"

	"marengo/agent"
	"marengo/arena"
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
	whole, err := duels(ctx, o, "invincible", "lewis", games, "the whole player", nil)
	if err != nil {
		return err
	}
	t := Table{Title: "Invincible's plans: what they decide and what their removal costs",
		Columns: []string{"plan", "speaks", "decides", "points lost head to head", "95% interval", "points lost against lewis"}}
	plans := plan.All()
	for k, p := range plans {
		o.progress(k, len(plans), "removing plans")
		without := "invincible:without=" + p.Name()
		own, err := duels(ctx, o, "invincible", without, games, "", nil)
		if err != nil {
			return err
		}
		against, err := duels(ctx, o, without, "lewis", games, "", nil)
		if err != nil {
			return err
		}
		lo, hi := proportion(own.Score(), games)
		t.Add(p.Name(), percent(decided.speaks[k]), percent(decided.decides[k]), fmt.Sprintf("%+.1f%%", 100*(own.Score()-0.5)),
			fmt.Sprintf("%+.1f%% to %+.1f%%", 100*(lo-0.5), 100*(hi-0.5)), fmt.Sprintf("%+.1f%%", 100*(whole.Score()-against.Score())))
	}
	t.Note("%d games for each figure, colours changing, seed %d; %s moves for the shares.", games, o.Seed, thousands(int64(decided.moves)))
	t.Note("The whole player scores %s against lewis.", percent(whole.Score()))
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
	_, err = duels(ctx, o, "invincible", "lewis", games, "watching", func(a agent.Agent, m stratego.Move) {
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

// duelStream sets the moves' seeds of a game apart from its own.
const duelStream = 0x6475656c

// duels plays games in pairs, one board and both seats, and counts for the first
// player. see, if not nil, is shown every move with the player who chose it, before
// it is played.
func duels(ctx context.Context, o *Options, a, b string, games int, what string, see func(agent.Agent, stratego.Move)) (arena.Tally, error) {
	players, err := identities(findPlayer, a, b)
	if err != nil {
		return arena.Tally{}, err
	}
	w := o.local(findPlayer)
	if see != nil {
		w.Concurrency = 1 // it is shown one game after the other
		w.Look = func(*arena.Pair, int) arena.Onlooker { return watchMoves(see) }
	}
	rng := rand.New(rand.NewPCG(o.Seed, 0x706c616e))
	s := series{players: players, rules: stratego.DefaultRules, games: games, what: what, watched: see != nil}
	return s.play(ctx, o, w, func(int) (pair [2]arena.PairGame, err error) {
		board, err := drawBoard(setup.Default(), stratego.DefaultRules, rng)
		for k := range pair {
			seed := rng.Uint64()
			pair[k] = arena.PairGame{Setups: &board, Seed: seed, Stream: &[2]uint64{seed, duelStream}}
		}
		return pair, err
	})
}

// watchMoves shows every move with the player who chose it.
func watchMoves(see func(agent.Agent, stratego.Move)) (look arena.Onlooker) {
	var players [2]agent.Agent
	look.Begun = func(_ *arena.Referee, seated [2]agent.Agent) { players = seated }
	look.Chosen = func(_ *arena.Referee, v *stratego.View, m stratego.Move) { see(players[v.Color()], m) }
	return look
}
