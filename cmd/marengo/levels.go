package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"marengo/agent"
	"marengo/agents"
	"marengo/arena"
	"marengo/setup"
	"marengo/store"
	"marengo/stratego"
)

// step is how a level did against the one below it.
type step struct {
	Level int     `json:"level"`
	Games int     `json:"games"`
	Score float64 `json:"score"`
	Low   float64 `json:"score_low"`
	High  float64 `json:"score_high"`
}

func newLevels() *cobra.Command {
	var (
		db     database
		games  int
		seed   uint64
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:     "levels AGENT",
		Short:   "Measure how far the client's five levels of an agent are apart",
		Example: "  marengo levels lewis --games 100",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if games < 2 {
				return badInputf("--games is %d, expected at least 2", games)
			}
			var steps []step
			for level := 2; level <= agents.Levels; level++ {
				s, err := measureLevel(cmd, db.find(cmd.Context()), args[0], level, games, seed)
				if err != nil {
					return err
				}
				steps = append(steps, s)
				if !asJSON {
					if _, err := fmt.Fprintf(cmd.OutOrStdout(), "level %d against level %d: %.1f%% (%.1f–%.1f) of %d games\n",
						level, level-1, 100*s.Score, 100*s.Low, 100*s.High, s.Games); err != nil {
						return err
					}
				}
			}
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(steps)
			}
			return nil
		},
	}
	db.flag(cmd)
	f := cmd.Flags()
	f.IntVar(&games, "games", 100, "games between neighbouring levels, in pairs that change seats")
	f.Uint64Var(&seed, "seed", 1, "seed of everything random")
	f.BoolVar(&asJSON, "json", false, "print a JSON array")
	return cmd
}

// measureLevel plays pairs of games between a level and the one below it.
func measureLevel(cmd *cobra.Command, find arena.Finder, name string, level, games int, seed uint64) (step, error) {
	var players [2]store.Player
	for i := range players {
		c, err := find(agents.AtLevel(name, level-i))
		if err != nil {
			return step{}, badInput{err}
		}
		players[i] = arena.Identity(c)
	}
	terms := arena.Terms{Rules: stratego.DefaultRules, Budget: agent.Budget{Time: agents.LevelTime(level)}}
	pair := func(i int) (*arena.Pair, error) {
		rng := rand.New(rand.NewPCG(seed, uint64(i)))
		var board [2]stratego.Setup
		for c := range board {
			var err error
			if board[c], err = setup.Default().Setup(terms.Rules, rng); err != nil {
				return nil, err
			}
		}
		return &arena.Pair{Players: players, Terms: terms,
			Games: [2]arena.PairGame{{Setups: &board, Seed: rng.Uint64()}, {Setups: &board, Seed: rng.Uint64()}}}, nil
	}
	tally, err := arena.PlayPairs(cmd.Context(), arena.Local{Find: find}, arena.Series{Pairs: games / 2, Pair: pair})
	if err != nil {
		return step{}, err
	}
	low, high := tally.Interval()
	return step{level, tally.Games(), tally.Score(), low, high}, nil
}
