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
				s, err := measureLevel(cmd, args[0], level, games, seed)
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
	f := cmd.Flags()
	f.IntVar(&games, "games", 100, "games between neighbouring levels, in pairs that change seats")
	f.Uint64Var(&seed, "seed", 1, "seed of everything random")
	f.BoolVar(&asJSON, "json", false, "print a JSON array")
	return cmd
}

// measureLevel plays pairs of games between a level and the one below it.
func measureLevel(cmd *cobra.Command, name string, level, games int, seed uint64) (step, error) {
	upper, err := agents.Parse(agents.AtLevel(name, level))
	if err != nil {
		return step{}, badInput{err}
	}
	lower, err := agents.Parse(agents.AtLevel(name, level-1))
	if err != nil {
		return step{}, badInput{err}
	}
	var tally arena.Tally
	outcome := func(players [2]arena.Contender, board [2]*stratego.Setup, seed uint64, side stratego.Color) (arena.Outcome, error) {
		terms := arena.Terms{Rules: stratego.DefaultRules, Budget: agent.Budget{Time: agents.LevelTime(level)}}
		g, err := arena.Play(cmd.Context(), terms, players, board, seed)
		if err != nil {
			return arena.Draw, err
		}
		switch g.Winner {
		case side:
			return arena.Win, nil
		case stratego.NoColor:
			return arena.Draw, nil
		}
		return arena.Loss, nil
	}
	for pair := range games / 2 {
		rng := rand.New(rand.NewPCG(seed, uint64(pair)))
		var board [2]*stratego.Setup
		for i := range board {
			s, err := setup.Default().Setup(stratego.DefaultRules, rng)
			if err != nil {
				return step{}, err
			}
			board[i] = &s
		}
		first, err := outcome([2]arena.Contender{upper, lower}, board, rng.Uint64(), stratego.Red)
		if err != nil {
			return step{}, err
		}
		second, err := outcome([2]arena.Contender{lower, upper}, board, rng.Uint64(), stratego.Blue)
		if err != nil {
			return step{}, err
		}
		tally.AddPair(first, second)
	}
	low, high := tally.Interval()
	return step{level, 2 * (games / 2), tally.Score(), low, high}, nil
}
