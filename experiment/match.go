package experiment

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"marengo/agent"
	"marengo/agents"
	"marengo/arena"
	"marengo/setup"
	"marengo/store"
	"marengo/stratego"
)

// patience is how long a player may take for a move of an experiment: its budget is
// what ends its thinking, however slow the machine.
const patience = time.Hour

// boards gives each pair of games its two setups, red's first.
type boards func(pair int) ([2]stratego.Setup, error)

// providedBoards draws setups from a provider.
func providedBoards(name string, seed uint64) (boards, error) {
	p, err := setup.Parse(name)
	if err != nil {
		return nil, err
	}
	return func(pair int) ([2]stratego.Setup, error) {
		return drawBoard(p, stratego.DefaultRules, rand.New(rand.NewPCG(seed, uint64(pair))))
	}, nil
}

// drawBoard draws red's setup and then blue's.
func drawBoard(p setup.Provider, rules stratego.Rules, rng *rand.Rand) (board [2]stratego.Setup, err error) {
	for c := range board {
		if board[c], err = p.Setup(rules, rng); err != nil {
			return board, err
		}
	}
	return board, nil
}

// findPlayer finds players for the arena.
func findPlayer(text string) (arena.Contender, error) { return agents.Parse(text) }

// identities finds two players.
func identities(find arena.Finder, a, b string) (players [2]store.Player, err error) {
	for i, text := range [...]string{a, b} {
		c, err := find(text)
		if err != nil {
			return players, BadInput{err}
		}
		players[i] = arena.Identity(c)
	}
	return players, nil
}

// playFair plays one game, in which a player's fault is an error.
func playFair(ctx context.Context, b arena.Bout) (*store.Game, error) {
	g, err := arena.Play(ctx, b)
	if err != nil {
		return nil, err
	}
	return g, arena.FaultOf(g)
}

// series is games in pairs between two players, the first of whom has red in the
// first game of each pair.
type series struct {
	players [2]store.Player
	rules   stratego.Rules
	budget  agent.Budget
	games   int
	what    string // what it is, for people who wait; empty: they hear nothing
	watched bool   // someone looks on: every game has to be played
}

// play plays the series, with what differs between its games from pair, and counts
// for the first player.
func (s *series) play(ctx context.Context, o *Options, w arena.Workers, pair func(i int) ([2]arena.PairGame, error)) (arena.Tally, error) {
	s.rules = o.cut(s.rules)
	known, err := s.known(o)
	if err != nil {
		return arena.Tally{}, err
	}
	done := len(known)
	shown := func() {
		if s.what != "" {
			o.progress(done, s.games, s.what)
		}
	}
	shown()
	if l, ok := w.(arena.Local); ok && l.Look == nil && o.Workers != nil {
		w = o.Workers // nobody has to look on, so others may play
	}
	return arena.PlayPairs(ctx, w, arena.Series{
		Pairs: (s.games + 1) / 2,
		Pair: func(i int) (*arena.Pair, error) {
			games, err := pair(i)
			games[1].Absent = 2*i+1 >= s.games
			return &arena.Pair{Players: s.players, Terms: arena.Terms{Rules: s.rules, Budget: s.budget, Hard: patience}, Games: games}, err
		},
		Known: known,
		Kept: func(number int, outcome arena.Outcome) error {
			done++
			shown()
			if o.Journal == nil || s.watched {
				return nil
			}
			return o.Journal.add(o.key(s.name(), number), outcome)
		},
	})
}

// known returns the outcomes that the journal holds, by number.
func (s *series) known(o *Options) (map[int]arena.Outcome, error) {
	known := make(map[int]arena.Outcome)
	if o.Journal == nil || s.watched {
		return known, nil
	}
	for number := range s.games {
		var outcome arena.Outcome
		found, err := o.Journal.find(o.key(s.name(), number), &outcome)
		if err != nil {
			return nil, err
		}
		if found {
			known[number] = outcome
		}
	}
	return known, nil
}

// name tells the series from others of the experiment.
func (s *series) name() string {
	return fmt.Sprintf("%s: %v against %v, rules %v, %d nodes", s.what, s.players[0], s.players[1], s.rules, s.budget.Nodes)
}

// local plays the pairs of an experiment in this process.
func (o *Options) local(find arena.Finder) arena.Local {
	return arena.Local{Find: find, Concurrency: o.workers()}
}

// playMatch plays pairs of games between two agent strings, each board once with
// either in red, and counts for the first.
func playMatch(ctx context.Context, o *Options, a, b string, rules stratego.Rules, games int, nodes int64, on boards) (arena.Tally, error) {
	players, err := identities(findPlayer, a, b)
	if err != nil {
		return arena.Tally{}, err
	}
	s := series{players: players, rules: rules, budget: agent.Budget{Nodes: nodes}, games: 2 * ((games + 1) / 2), what: fmt.Sprintf("%s against %s, games", a, b)}
	return s.play(ctx, o, o.local(findPlayer), func(i int) (pair [2]arena.PairGame, err error) {
		board, err := on(i)
		for k := range pair {
			pair[k] = arena.PairGame{Setups: &board, Seed: o.Seed<<32 | uint64(2*i+k)}
		}
		return pair, err
	})
}

// interval writes a tally's score with its 95% interval.
func interval(t arena.Tally) string {
	lo, hi := t.Interval()
	return fmt.Sprintf("%.2f%% (%.1f to %.1f)", 100*t.Score(), 100*lo, 100*hi)
}
