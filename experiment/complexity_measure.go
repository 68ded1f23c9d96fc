package experiment

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"marengo/game"
	"marengo/games/breakthrough"
	"marengo/games/dice"
	"marengo/plot"
	"marengo/search"
	"marengo/stratego"
)

// measured are the averages of a set of games.
type measured struct {
	games             int
	length, branching float64
	chances, events   float64 // chance nodes a game, events a node
	drawn             float64 // share of games
	lengthBound       float64 // half the width of the 95% interval of length
}

func (m measured) rows(t *Table, name, branching, length, chances, events string) {
	t.Add(name+": branching factor", fmt.Sprintf("%.3f", m.branching), branching)
	t.Add("  length in plies", fmt.Sprintf("%.1f", m.length), length)
	t.Add("  chance nodes a game", fmt.Sprintf("%.1f", m.chances), chances)
	t.Add("  events a chance node", fmt.Sprintf("%.2f", m.events), events)
}

// tally sums up over games.
type tally struct{ Games, Plies, Moves, Chances, Events, Draws int }

func (t *tally) add(o tally) {
	t.Games += o.Games
	t.Plies += o.Plies
	t.Moves += o.Moves
	t.Chances += o.Chances
	t.Events += o.Events
	t.Draws += o.Draws
}

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

func (b *byMove) figure() plot.Figure {
	line := plot.Line{Name: "stored self-play games"}
	for ply, n := range b.games {
		if n >= fewestGames {
			line.Points = append(line.Points, [2]float64{float64(ply + 1), float64(b.moves[ply]) / float64(n)})
		}
	}
	return plot.Figure{Title: "Average branching factor of Stratego by move number (Arts, figure 3.1)", XLabel: "move", YLabel: "legal moves", Lines: []plot.Line{line}}
}

func (t tally) averages() measured {
	return measured{t.Games, float64(t.Plies) / float64(t.Games), float64(t.Moves) / float64(t.Plies),
		float64(t.Chances) / float64(t.Games), float64(t.Events) / float64(max(1, t.Chances)), float64(t.Draws) / float64(t.Games), 0}
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
		s, err := g.Begin()
		if err != nil {
			return m, curve, err
		}
		sum.Games++
		for ply, m := range g.Moves {
			moves = s.Moves(moves[:0])
			curve.add(ply, len(moves))
			sum.Plies++
			sum.Moves += len(moves)
			if p, ok := s.At(stratego.To(m)); ok && !p.Known {
				s.View(s.Turn(), view)
				sum.Chances++
				sum.Events += view.Possible(p.Color, p.ID).Len()
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
	measuredGames     = 20
	measuredNodes     = 500
	measuredDiceNodes = 20_000 // shallow play makes games of Dice longer
)

// measureDice plays Dice with lines of a length.
func measureDice(ctx context.Context, o *Options, line, games int, nodes int64) (measured, error) {
	player := func(seed uint64) *search.Searcher[*dice.State] {
		return search.New[*dice.State](&dice.Evaluator{Random: 0.1, Seed: seed}, smallOptions("dice"))
	}
	what := fmt.Sprintf("lines of %d", line)
	return measureSmall(ctx, o, games, nodes, what, player, func() (*dice.State, error) { return dice.New(dice.MaxSize, line) })
}

func measureBreakthrough(ctx context.Context, o *Options, games int) (measured, error) {
	player := func(seed uint64) *search.Searcher[*breakthrough.State] {
		return search.New[*breakthrough.State](&breakthrough.Evaluator{Random: 5, Seed: seed}, smallOptions("breakthrough"))
	}
	return measureSmall(ctx, o, games, o.nodes(measuredNodes), "breakthrough", player, func() (*breakthrough.State, error) { return breakthrough.New(), nil })
}

// measureSmall plays games, each with another random factor.
func measureSmall[S game.State](ctx context.Context, o *Options, games int, nodes int64, what string,
	player func(seed uint64) *search.Searcher[S], start func() (S, error)) (measured, error) {
	sums, err := gather(ctx, o, games, what, func() func(int) (tally, error) {
		return func(g int) (tally, error) {
			rng := rand.New(rand.NewPCG(o.Seed, 0x6d656173<<32|uint64(g)))
			s, err := start()
			if err != nil {
				return tally{}, err
			}
			return measureGame(ctx, s, player(rng.Uint64()), nodes, rng)
		}
	})
	var sum tally
	var lengths []float64
	for _, t := range sums {
		sum.add(t)
		lengths = append(lengths, float64(t.Plies))
	}
	m := sum.averages()
	_, deviation := meanDeviation(lengths)
	m.lengthBound = 1.96 * deviation / math.Sqrt(float64(games))
	return m, err
}

// measureGame plays one game and counts.
func measureGame[S game.State](ctx context.Context, s S, mind *search.Searcher[S], nodes int64, rng *rand.Rand) (t tally, err error) {
	t.Games = 1
	for s.ToMove() != game.Nobody {
		if s.ToMove() == game.Chance {
			events := s.Outcomes(nil)
			t.Chances++
			t.Events += len(events)
			s.Do(drawEvent(events, rng))
			continue
		}
		t.Plies++
		t.Moves += len(s.Moves(nil))
		r, err := mind.Search(ctx, s, search.Limits{Nodes: nodes})
		if err != nil {
			return t, err
		}
		if err := ctx.Err(); err != nil {
			return t, err
		}
		s.Do(r.Move)
	}
	if s.Value() == 0 {
		t.Draws = 1
	}
	return t, nil
}
