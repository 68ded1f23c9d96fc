package experiment

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"time"

	"marengo/agent"
	"marengo/agents"
	"marengo/arena"
	"marengo/stratego"
)

// The budgets with which the champion looks for turning points: times, or so many
// evaluations as are asked for and longer times as many.
var turningTimes = [2]time.Duration{200 * time.Millisecond, time.Second}

const longer = 5

// turningDrop is how far a move must fall below the best, or the expected score change from one
// turn of a player's to the next, to be a turning point.
const turningDrop = 0.15

// turningBudgets returns the two budgets of a move and what to call them.
func turningBudgets(o *Options) (budgets [2]agent.Budget, names [2]string) {
	for k, limit := range turningTimes {
		budgets[k], names[k] = agent.Budget{Time: limit}, limit.String()
	}
	if o.Evaluations > 0 {
		for k, n := range [2]int64{o.Evaluations, longer * o.Evaluations} {
			budgets[k], names[k] = agent.Budget{Evaluations: n}, fmt.Sprintf("%d evaluations", n)
		}
	}
	return budgets, names
}

// nearlyTurning is how close to turningDrop a difference is that either budget may take for
// a turning point.
const nearlyTurning = 0.03

// turningGames are the players of the games looked through: strong and weak ones, so that
// there are turning points.
var turningGames = [][2]string{{"invincible", "lewis"}, {"lewis", "careful"}, {"invincible", "invincible"}, {"careful", "invincible"}}

// turningPly is what either budget makes of a ply: how far the move played falls below the
// best, and what is expected for the player to move.
type turningPly struct{ Drop, Win [2]float64 }

// turningCount is how often two budgets agree.
type turningCount struct {
	seen, both, near int
	only             [2]int
	square           float64 // sum of squared differences between the budgets
}

// add counts what either budget found, each a number that is a turning point from turningDrop on.
func (c *turningCount) add(found [2]float64) {
	c.seen++
	c.square += (found[0] - found[1]) * (found[0] - found[1])
	short, long := math.Abs(found[0]) >= turningDrop, math.Abs(found[1]) >= turningDrop
	switch {
	case short && long && found[0]*found[1] > 0:
		c.both++
		return
	case short && long: // up in one, down in the other
		c.only[0]++
		c.only[1]++
	case short:
		c.only[0]++
	case long:
		c.only[1]++
	}
	if short != long && math.Abs(found[0]-found[1]) < nearlyTurning {
		c.near++
	}
}

func (c *turningCount) row(t *Table, kind string) {
	share := func(n int) string {
		if n == 0 {
			return "–"
		}
		return percent(float64(c.both) / float64(n))
	}
	t.Add(kind, c.seen, c.both, c.only[0], c.only[1], c.near, share(c.both+c.only[1]), share(c.both+c.only[0]+c.only[1]),
		fmt.Sprintf("%.2f", 100*math.Sqrt(c.square/float64(max(1, c.seen)))))
}

// turningPoints looks through games with two budgets a move and compares what is found.
func turningPoints(ctx context.Context, o *Options, w io.Writer) error {
	player := "marengo:think=on"
	if o.Player != "" {
		player += "," + o.Player
	}
	f, err := agents.Parse(player)
	if err != nil {
		return BadInput{err}
	}
	games := o.games(20)
	budgets, names := turningBudgets(o)
	rest := *o
	if o.Evaluations == 0 {
		rest.Concurrency = orElse(o.Concurrency, 1) // times are taken
	}
	byGame, err := gather(ctx, &rest, games, fmt.Sprintf("games looked through by %s with %v", player, names), func() func(int) ([]turningPly, error) {
		return func(i int) ([]turningPly, error) { return lookThrough(ctx, o, f, budgets, i) }
	})
	if err != nil {
		return err
	}
	var moves, changes turningCount
	for _, game := range byGame {
		for i, p := range game {
			moves.add(p.Drop)
			if i >= 2 {
				changes.add([2]float64{p.Win[0] - game[i-2].Win[0], p.Win[1] - game[i-2].Win[1]})
			}
		}
	}
	t := &Table{Title: "Turning points, " + names[0] + " against " + names[1] + " a move", Columns: []string{"turning point", "looked at", "found by both", "by the short only",
		"by the long only", "of these within 3 points", "of the long's found by the short", "alike", "points apart, rms"}}
	moves.row(t, fmt.Sprintf("a move %.0f points below the best", 100*turningDrop))
	changes.row(t, fmt.Sprintf("a change of %.0f points from turn to turn", 100*turningDrop))
	t.Note("%d games, points of a hundred of the expected score. Player %s, seed %d.", games, player, o.Seed)
	return t.Write(w, o)
}

// lookThrough plays a game and looks at each of its moves with both budgets.
func lookThrough(ctx context.Context, o *Options, f *agents.Factory, budgets [2]agent.Budget, number int) (plies []turningPly, err error) {
	rng := rand.New(rand.NewPCG(o.Seed, uint64(number)))
	bout := arena.Bout{Terms: arena.Terms{Rules: o.cut(stratego.DefaultRules), Hard: patience}, Seed: rng.Uint64()}
	names := turningGames[number%len(turningGames)]
	for c, name := range names {
		if bout.Players[c], err = agents.Parse(name); err != nil {
			return nil, err
		}
	}
	var lookers [len(budgets)]agent.Agent // one for each budget, since they save time from move to move
	for k := range lookers {
		if lookers[k], err = f.New(); err != nil {
			return nil, err
		}
	}
	var failed error
	bout.Chosen = func(_ *arena.Referee, v *stratego.View, m stratego.Move) {
		var p turningPly
		for k, b := range budgets {
			var last agent.Thoughts
			b.Seed, b.Asked, b.Report = arena.MoveSeed(1, v.Ply()), []stratego.Move{m}, func(t agent.Thoughts) { last = t }
			if _, err := lookers[k].Move(ctx, v, b); err != nil {
				failed = err
				return
			}
			if best, win, ok := last.Compare(m); ok {
				p.Drop[k] = best.Win - win
			}
			p.Win[k] = last.Win
		}
		plies = append(plies, p)
	}
	if _, err = playFair(ctx, bout); err == nil {
		err = failed
	}
	for _, a := range lookers {
		err = errors.Join(err, a.Close())
	}
	return plies, err
}
