package agents

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"marengo/agent"
	"marengo/stratego"
	"marengo/stratego/strategotest"
	"marengo/value"
)

// selfPlay lets Invincible play itself once and returns red's game state on each of its
// turns and its result.
func selfPlay(t *testing.T, seed uint64) (states []float64, result float64) {
	t.Helper()
	ctx := context.Background()
	players := [2]agent.Agent{newPlayer(t, "invincible"), newPlayer(t, "invincible")}
	var setups [2]stratego.Setup
	for c, p := range players {
		s, err := p.Setup(ctx, agent.Game{Rules: stratego.DefaultRules, Color: stratego.Color(c), Seed: 2*seed + uint64(c) + 900})
		if err != nil {
			t.Fatal(err)
		}
		setups[c] = s
	}
	s, err := stratego.NewState(stratego.DefaultRules, setups[0], setups[1])
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 8))
	var v stratego.View
	for !s.Result().Over() {
		c := s.Turn()
		s.View(c, &v)
		if c == stratego.Red {
			states = append(states, value.Of(&v).State[c])
		}
		action, err := players[c].Move(ctx, &v, agent.Budget{Seed: rng.Uint64()})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Play(action.Move); err != nil {
			t.Fatal(err)
		}
	}
	return states, s.Result().Score(stratego.Red)
}

// TestInvincibleStateScale measures how well the game state foretells the result by the
// scale, and that no scale is better than ours by more than 0.002.
func TestInvincibleStateScale(t *testing.T) {
	if !strategotest.Slow() {
		t.Skip("plays 120 games; MARENGO_SLOW=1 runs it")
	}
	const games, steps = 120, 20 // scales 0, 0.5 to 9.5
	var loss [steps]float64
	n := 0
	for g := range uint64(games) {
		states, result := selfPlay(t, g)
		for _, state := range states {
			if state == 0 {
				continue // no army, no logarithm
			}
			n++
			for k := range loss {
				p := 1 / (1 + math.Pow(state, -float64(k)/2))
				loss[k] -= result*math.Log(p) + (1-result)*math.Log(1-p)
			}
		}
	}
	best := 0
	for k := range loss {
		loss[k] /= float64(n)
		t.Logf("scale %.1f: log-loss %.4f", float64(k)/2, loss[k])
		if loss[k] < loss[best] {
			best = k
		}
	}
	t.Logf("%d positions of %d games, best scale %.1f", n, games, float64(best)/2)
	if ours := loss[2*stateScale]; ours > loss[best]+0.002 {
		t.Errorf("scale %d has log-loss %.4f, %.1f has %.4f", stateScale, ours, float64(best)/2, loss[best])
	}
}
