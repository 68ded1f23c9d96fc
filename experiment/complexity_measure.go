package experiment

import (
	"context"
	"fmt"
	"math/rand/v2"

	"marengo/game"
	"marengo/games/breakthrough"
	"marengo/games/dice"
	"marengo/search"
	"marengo/stratego"
)

// measured are the averages of a set of games.
type measured struct {
	games             int
	length, branching float64
	chances, events   float64 // chance nodes a game, events a node
}

func (m measured) rows(t *Table, name, branching, length, chances, events string) {
	t.Add(name+": branching factor", fmt.Sprintf("%.3f", m.branching), branching)
	t.Add("  length in plies", fmt.Sprintf("%.1f", m.length), length)
	t.Add("  chance nodes a game", fmt.Sprintf("%.1f", m.chances), chances)
	t.Add("  events a chance node", fmt.Sprintf("%.2f", m.events), events)
}

// tally sums up over games.
type tally struct{ games, plies, moves, chances, events int }

// byMove sums branching factors by move number, for Arts's figure 3.1.
type byMove struct{ moves, games []int }

func (b *byMove) add(ply, moves int) {
	if ply == len(b.moves) {
		b.moves, b.games = append(b.moves, 0), append(b.games, 0)
	}
	b.moves[ply] += moves
	b.games[ply]++
}

// fewestGames is how many games a point of the figure needs.
const fewestGames = 10

func (b *byMove) figure() figure {
	line := polyline{name: "stored self-play games"}
	for ply, n := range b.games {
		if n >= fewestGames {
			line.points = append(line.points, [2]float64{float64(ply + 1), float64(b.moves[ply]) / float64(n)})
		}
	}
	return figure{title: "Average branching factor of Stratego by move number (Arts, figure 3.1)", xLabel: "move", yLabel: "legal moves", lines: []polyline{line}}
}

func (t tally) averages() measured {
	return measured{t.games, float64(t.plies) / float64(t.games), float64(t.moves) / float64(t.plies),
		float64(t.chances) / float64(t.games), float64(t.events) / float64(max(1, t.chances))}
}

// measureStored replays the stored Stratego games as their players saw them.
func measureStored() (m measured, curve byMove, err error) {
	games, err := schaddGames.games()
	if err != nil {
		return m, curve, err
	}
	var sum tally
	var moves []stratego.Move
	view := new(stratego.View)
	for i, g := range games {
		s, err := stratego.NewState(stratego.DefaultRules, g.red, g.blue)
		if err != nil {
			return m, curve, err
		}
		sum.games++
		for ply, m := range g.moves {
			moves = s.Moves(moves[:0])
			curve.add(ply, len(moves))
			sum.plies++
			sum.moves += len(moves)
			if p, ok := s.At(stratego.To(m)); ok && !p.Known {
				s.View(s.Turn(), view)
				sum.chances++
				sum.events += view.Possible(p.Color, p.ID).Len()
			}
			if err := s.Play(m); err != nil {
				return measured{}, curve, fmt.Errorf("stored game %d: %w", i+1, err)
			}
		}
	}
	return sum.averages(), curve, nil
}

// The small games that are played: few, with little thought.
const (
	measuredGames = 20
	measuredNodes = 500
)

func measureDice(ctx context.Context, o *Options) (measured, error) {
	player := func(seed uint64) *search.Searcher[*dice.State] {
		return search.New[*dice.State](&dice.Evaluator{Random: 0.1, Seed: seed}, smallOptions(true))
	}
	return measureSmall(ctx, o, player, func() (*dice.State, error) { return dice.New(dice.MaxSize, 0) })
}

func measureBreakthrough(ctx context.Context, o *Options) (measured, error) {
	player := func(seed uint64) *search.Searcher[*breakthrough.State] {
		return search.New[*breakthrough.State](&breakthrough.Evaluator{Random: 5, Seed: seed}, smallOptions(false))
	}
	return measureSmall(ctx, o, player, func() (*breakthrough.State, error) { return breakthrough.New(), nil })
}

// measureSmall plays games, each with another random factor.
func measureSmall[S game.State](ctx context.Context, o *Options, player func(seed uint64) *search.Searcher[S], start func() (S, error)) (measured, error) {
	var sum tally
	rng := rand.New(rand.NewPCG(o.Seed, 0x6d656173))
	for g := range o.games(measuredGames) {
		o.progress(g, o.games(measuredGames), "games")
		s, err := start()
		if err != nil {
			return measured{}, err
		}
		sum.games++
		mind := player(rng.Uint64())
		for s.ToMove() != game.Nobody {
			if s.ToMove() == game.Chance {
				events := s.Outcomes(nil)
				sum.chances++
				sum.events += len(events)
				s.Do(drawEvent(events, rng))
				continue
			}
			sum.plies++
			sum.moves += len(s.Moves(nil))
			r, err := mind.Search(ctx, s, search.Limits{Nodes: o.nodes(measuredNodes)})
			if err != nil {
				return measured{}, err
			}
			if err := ctx.Err(); err != nil {
				return measured{}, err
			}
			s.Do(r.Move)
		}
	}
	return sum.averages(), nil
}
