package agents

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"marengo/agent"
	"marengo/stratego"
)

// Levels is how many strengths a player is offered to people in.
const Levels = 5

// levels says how a player without levels of its own is weakened: the share of its moves that it plays without
// thought, and its time a move. `marengo levels` measures how far they are apart.
var levels = [Levels]struct {
	careless float64
	time     time.Duration
}{
	{0.60, 200 * time.Millisecond},
	{0.40, 300 * time.Millisecond},
	{0.22, 500 * time.Millisecond},
	{0.09, time.Second},
	{0, 2 * time.Second},
}

// marengoLevels weaken the champion: its small network plays without looking ahead, and
// the higher the temperature, the more often what it thinks less of.
var marengoLevels = []string{
	"weights=small,think=off,temperature=6,floor=0",
	"weights=small,think=off,temperature=3.8,floor=0",
	"weights=small,think=off,temperature=2.4,floor=0",
	"weights=small,think=off,temperature=1.5,floor=0",
}

// levelOption is taken by every player but other people's programs, which have to
// play each of their moves themselves.
var levelOption = Option{Name: "level", Default: fmt.Sprint(Levels), Help: fmt.Sprintf("1 to %d: below %d it plays weaker, see marengo levels", Levels, Levels)}

// AtLevel returns the agent string of a player weakened to a level from 1 to Levels.
// The highest is the player itself, as is a program of other people's at any level.
func AtLevel(text string, level int) string {
	name, _, options := strings.Cut(text, ":")
	e, err := find(name)
	if level < 1 || level >= Levels || err != nil || e.Free {
		return text
	}
	separator := ":"
	if options {
		separator = ","
	}
	return fmt.Sprintf("%s%slevel=%d", text, separator, level)
}

// LevelTime is a player's time a move at a level.
func LevelTime(level int) time.Duration {
	if level < 1 || level > Levels {
		level = Levels
	}
	return levels[level-1].time
}

// atLevel weakens what a Maker makes.
func atLevel(make Maker, level int) Maker {
	if level == Levels {
		return make
	}
	return func() (agent.Agent, error) {
		a, err := make()
		if err != nil {
			return nil, err
		}
		return &careless{Agent: a, share: levels[level-1].careless}, nil
	}
}

// careless is an agent that sometimes plays any move that does not lose its piece
// for certain.
type careless struct {
	agent.Agent
	share float64
}

// carelessStream sets the draws of carelessness apart from the agent's own.
const carelessStream = 0x6a09e667f3bcc909 // the square root of 2

func (c *careless) Move(ctx context.Context, v *stratego.View, b agent.Budget) (agent.Action, error) {
	rng := rand.New(rand.NewPCG(b.Seed, carelessStream))
	if rng.Float64() >= c.share {
		return c.Agent.Move(ctx, v, b)
	}
	if m, ok := carelessMove(v, rng); ok {
		return agent.Action{Move: m}, nil
	}
	return c.Agent.Move(ctx, v, b)
}

// carelessMove draws a move that is no certain loss, if there is one.
func carelessMove(v *stratego.View, rng *rand.Rand) (stratego.Move, bool) {
	moves := v.Moves(nil)
	for _, i := range rng.Perm(len(moves)) {
		m := moves[i]
		own, _ := v.At(stratego.From(m))
		enemy, attack := v.At(stratego.To(m))
		if !attack || enemy.Rank >= stratego.NoRank || stratego.Fight(own.Rank, enemy.Rank) != stratego.Lose {
			return m, true
		}
	}
	return 0, false
}

// AcceptDraw passes the question on.
func (c *careless) AcceptDraw(ctx context.Context, v *stratego.View) bool {
	answerer, ok := c.Agent.(agent.DrawAnswerer)
	return ok && answerer.AcceptDraw(ctx, v)
}
