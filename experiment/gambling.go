package experiment

import (
	"context"
	"fmt"
	"io"
	"sync"

	"marengo/agent"
	"marengo/arena"
	"marengo/stratego"
)

// gamblers are the players whose gambles are counted, as they come and by the letter.
var gamblers = []string{"invincible", "invincible:paper", "star:schadd", "star:schadd-paper", "mcts", "mcts:paper"}

// gamblingNodes is what a move of theirs may cost.
const gamblingNodes = 4000

// gambles counts the attacks of a player's majors and higher pieces on hidden pieces that
// have not moved.
type gambles struct {
	mu                sync.Mutex
	heavy, won, bombs int
	marshals          int // of those that met bombs
}

// gambling prints how often players run heavy pieces onto hidden ones that have not moved, and
// what comes of it, beside what they score against lewis.
func gambling(ctx context.Context, o *Options, w io.Writer) error {
	games := o.games(40)
	t := Table{Title: "Heavy pieces on hidden unmoved ones, in games against lewis",
		Columns: []string{"player", "score (95%)", "attacks a game", "won", "heavy pieces lost on bombs a game", "of them marshals"}}
	for _, name := range gamblers {
		var g gambles
		tally, err := g.play(ctx, o, name, games)
		if err != nil {
			return err
		}
		n := float64(tally.Games())
		t.Add(name, interval(tally), fmt.Sprintf("%.2f", float64(g.heavy)/n), percent(float64(g.won)/float64(max(1, g.heavy))),
			fmt.Sprintf("%.2f", float64(g.bombs)/n), fmt.Sprintf("%.2f", float64(g.marshals)/n))
	}
	t.Note("%d games each in pairs with the seats exchanged, %s nodes a move, human-like setups, seed %d; heavy are majors and higher.",
		2*((games+1)/2), thousands(o.nodes(gamblingNodes)), o.Seed)
	return t.Write(w, o)
}

// play plays a player against lewis and counts its gambles.
func (g *gambles) play(ctx context.Context, o *Options, name string, games int) (arena.Tally, error) {
	players, err := identities(findPlayer, name, "lewis")
	if err != nil {
		return arena.Tally{}, err
	}
	on, err := providedBoards("human-like", o.Seed)
	if err != nil {
		return arena.Tally{}, err
	}
	local := o.local(findPlayer)
	local.Look = func(_ *arena.Pair, game int) arena.Onlooker {
		return arena.Onlooker{Chosen: func(r *arena.Referee, v *stratego.View, m stratego.Move) {
			if v.Color() == stratego.Color(game) { // the player has red in the first game
				g.see(r.State(), m)
			}
		}}
	}
	s := series{players: players, rules: stratego.DefaultRules, budget: agent.Budget{Nodes: o.nodes(gamblingNodes)}, games: 2 * ((games + 1) / 2),
		what: name + " against lewis, games", watched: true}
	return s.play(ctx, o, local, func(i int) (pair [2]arena.PairGame, err error) {
		board, err := on(i)
		for k := range pair {
			pair[k] = arena.PairGame{Setups: &board, Seed: o.Seed + uint64(2*i+k)}
		}
		return pair, err
	})
}

// see counts a move, if it is a gamble.
func (g *gambles) see(s *stratego.State, m stratego.Move) {
	p, _ := s.At(stratego.From(m))
	d, ok := s.At(stratego.To(m))
	if !ok || d.Known || d.Moved || p.Rank < stratego.Major || p.Rank > stratego.Marshal {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.heavy++
	if stratego.Fight(p.Rank, d.Rank) == stratego.Win {
		g.won++
	}
	if d.Rank == stratego.Bomb {
		g.bombs++
		if p.Rank == stratego.Marshal {
			g.marshals++
		}
	}
}
