package experiment

import (
	"context"
	"fmt"
	"math/rand/v2"

	"marengo/agent"
	"marengo/agents"
	"marengo/stratego"
)

// deBoerExperiments are those of De Boer's "Invincible" (2007) and of what was
// built on it.
func deBoerExperiments() []Experiment {
	return []Experiment{
		{Name: "de-boer-4.3", Short: "scores of random, semi-random and best-of-n setups (De Boer, table 4.3)", Run: setupScores},
		{Name: "guessing", Short: "log-loss and accuracy of the guessers over games with human setups", Run: guessing},
		{Name: "approach", Short: "counts of approaches and retreats, as the opponent model embeds them", Run: approach},
		{Name: "habits", Short: "counts of what hidden pieces do, as the guesser embeds them", Run: habits},
		{Name: "plans", Short: "what each of Invincible's plans decides, and what its removal costs", Run: planWorth},
	}
}

// duel is one game between two players.
type duel struct {
	players [2]*agents.Factory // by colour
	setups  [2]stratego.Setup
	seed    uint64
	// see, if not nil, is shown the state before each move and the player who chose it.
	see func(s *stratego.State, v *stratego.View, a agent.Agent, m stratego.Move)
}

// play plays the game under the default rules and returns its last state.
func (d *duel) play(ctx context.Context) (*stratego.State, error) {
	s, err := stratego.NewState(stratego.DefaultRules, d.setups[0], d.setups[1])
	if err != nil {
		return nil, err
	}
	var seats [2]agent.Agent
	for c := range seats {
		a, err := d.players[c].New()
		if err != nil {
			return nil, err
		}
		defer a.Close()
		seats[c] = a
	}
	rng := rand.New(rand.NewPCG(d.seed, 0x6475656c))
	var v stratego.View
	for !s.Result().Over() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c := s.Turn()
		s.View(c, &v)
		action, err := seats[c].Move(ctx, &v, agent.Budget{Seed: rng.Uint64()})
		if err != nil {
			return nil, fmt.Errorf("%v, ply %d: %w", d.players[c], s.Ply(), err)
		}
		if action.Resign {
			return s, nil
		}
		if d.see != nil {
			d.see(s, &v, seats[c], action.Move)
		}
		if err := s.Play(action.Move); err != nil {
			return nil, fmt.Errorf("%v: %w", d.players[c], err)
		}
	}
	return s, nil
}

// parseAgents reads agent strings.
func parseAgents(texts ...string) ([]*agents.Factory, error) {
	var list []*agents.Factory
	for _, t := range texts {
		f, err := agents.Parse(t)
		if err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, nil
}
