package tune

import (
	"context"
	"fmt"
	"math/rand/v2"

	"marengo/agent"
	"marengo/arena"
	"marengo/setup"
	"marengo/store"
	"marengo/stratego"
)

// Pairs measures a player of Stratego by games against a set of opponents, each board played
// with either seat, and against each opponent.
type Pairs struct {
	With      func(values []float64) string // the player's agent string
	Opponents []string
	Find      arena.Finder
	Workers   arena.Workers
	Boards    setup.Provider
	Terms     arena.Terms
	Games     int // a point
	Seed      uint64

	// Fault, if set, is told of each game that a player lost by a fault. Such a game says
	// nothing about the figures and does not count.
	Fault func(error)
}

// NewPairs returns the objective of a Spec, with the player that with makes of values.
func NewPairs(s *Spec, with func(values []float64) string, find arena.Finder, w arena.Workers) (*Pairs, error) {
	rules, err := stratego.ParseRules(s.Terms.Rules)
	if err != nil {
		return nil, err
	}
	boards, err := setup.Parse(s.Terms.Setups)
	if err != nil {
		return nil, err
	}
	return &Pairs{With: with, Opponents: s.Opponents, Find: find, Workers: w, Boards: boards, Games: s.Games, Seed: s.Seed,
		Terms: arena.Terms{Rules: rules, Budget: agent.Budget{Nodes: s.Terms.Nodes, Evaluations: s.Terms.Evaluations}}}, nil
}

// Measure implements Objective. Consecutive pairs are played on one board, one against each
// opponent.
func (p *Pairs) Measure(ctx context.Context, generation int, values []float64) (float64, error) {
	tally, err := p.play(ctx, p.With(values), generation, p.Games/2)
	if err == nil && 2*tally.Games() < p.Games {
		err = fmt.Errorf("only %d of %d games of a point ended without a fault", tally.Games(), p.Games)
	}
	return tally.Score(), err
}

// play plays pairs of a player against the opponents in turn.
func (p *Pairs) play(ctx context.Context, player string, generation, pairs int) (arena.Tally, error) {
	own, err := p.Find(player)
	if err != nil {
		return arena.Tally{}, err
	}
	opponents := make([]store.Player, len(p.Opponents))
	for i, text := range p.Opponents {
		c, err := p.Find(text)
		if err != nil {
			return arena.Tally{}, err
		}
		opponents[i] = arena.Identity(c)
	}
	seeds := rand.New(rand.NewPCG(p.Seed, uint64(generation)))
	boards := seeds.Uint64()
	fault := p.Fault
	if fault == nil {
		fault = func(error) {}
	}
	return arena.PlayPairs(ctx, p.Workers, arena.Series{Pairs: pairs, Fault: fault, Pair: func(i int) (*arena.Pair, error) {
		rng := rand.New(rand.NewPCG(boards, uint64(i/len(opponents))))
		var board [2]stratego.Setup
		for c := range board {
			var err error
			if board[c], err = p.Boards.Setup(p.Terms.Rules, rng); err != nil {
				return nil, err
			}
		}
		return &arena.Pair{Players: [2]store.Player{arena.Identity(own), opponents[i%len(opponents)]}, Terms: p.Terms,
			Games: [2]arena.PairGame{{Setups: &board, Seed: rng.Uint64()}, {Setups: &board, Seed: rng.Uint64()}}}, nil
	}})
}

// Trial plays one pair against each opponent, to tell what a run will take.
func (p *Pairs) Trial(ctx context.Context, player string) (games int, err error) {
	tally, err := p.play(ctx, player, -1, len(p.Opponents))
	return tally.Games(), err
}
