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

// turningDrop is how much a move must fall below the best to be a turning point.
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
// best.
type turningPly struct{ Drop [2]float64 }

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
	var both, plies, near int
	var only [2]int
	for _, game := range byGame {
		for _, p := range game {
			plies++
			short, long := p.Drop[0] >= turningDrop, p.Drop[1] >= turningDrop
			switch {
			case short && long:
				both++
			case short:
				only[0]++
			case long:
				only[1]++
			}
			if short != long && math.Abs(p.Drop[0]-p.Drop[1]) < nearlyTurning {
				near++
			}
		}
	}
	t := &Table{Title: "Turning points, " + names[0] + " against " + names[1] + " a move", Columns: []string{"games", "plies", "found by both", "by the short only", "by the long only",
		"of these within 3 points", "of the long's found by the short", "alike"}}
	all := both + only[0] + only[1]
	t.Add(games, plies, both, only[0], only[1], near, percent(float64(both)/float64(max(1, both+only[1]))), percent(float64(both)/float64(max(1, all))))
	t.Note("A turning point is a move that leaves %.0f points less than the best, of a hundred. Player %s, seed %d.", 100*turningDrop, player, o.Seed)
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
