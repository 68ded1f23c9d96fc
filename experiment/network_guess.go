package experiment

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"marengo/agents"
	"marengo/belief"
	"marengo/nn/evaluator"
	"marengo/plot"
	"marengo/stratego"
)

// networkGuesser is one of the guessers compared.
type networkGuesser struct {
	name string
	make func(g *watchedGames) (belief.Estimator, error)
}

// networkGuessers are counting, all that the players' table has with chances of their own,
// and the network that was taught to guess: either of its answers, and as it is played with.
func networkGuessers() []networkGuesser {
	var list []networkGuesser
	for _, name := range []string{"counting", "boer", "model", "opponent", "direct", "habits"} {
		list = append(list, networkGuesser{name, func(*watchedGames) (belief.Estimator, error) { return agents.NewGuesser(name) }})
	}
	return append(list,
		networkGuesser{"ranks by setups", func(g *watchedGames) (belief.Estimator, error) { return belief.NewDirect(g.ranks), nil }},
		networkGuesser{"network by all it sees", tempered(belief.Tempering{Seen: 1})},
		networkGuesser{"network by the setup alone", tempered(belief.Tempering{Setup: 1})},
		networkGuesser{"network", func(g *watchedGames) (belief.Estimator, error) {
			return belief.NewNetwork(evaluator.NewLocal(g.weights), g.ranks), nil
		}})
}

// tempered makes a network that mixes by the same figures in every phase.
func tempered(t belief.Tempering) func(*watchedGames) (belief.Estimator, error) {
	return func(g *watchedGames) (belief.Estimator, error) {
		e := belief.NewNetwork(evaluator.NewLocal(g.weights), nil)
		e.Temper([len(belief.Phases)]belief.Tempering{t, t, t})
		return e, nil
	}
}

// How whole worlds are judged: early in a game there are too many to sum over.
const (
	worldPoints = 300_000 // points of the sampler's lattice at the most
	worldDraws  = 60      // worlds drawn for a mean
)

// calibrationBins is how many bins chances are sorted into.
const calibrationBins = 20

// guessTally is how well one guesser did in some games. It is what a journal keeps.
type guessTally struct {
	Loss, Right, Pieces [len(belief.Phases)]float64
	World, Hidden       float64 // log-loss of whole worlds, and their hidden pieces
	Worlds              float64
	Said, Came, Of      [calibrationBins]float64 // chances by size: their sum, how often they came true, how many
}

func (t *guessTally) add(o *guessTally) {
	for i := range t.Loss {
		t.Loss[i] += o.Loss[i]
		t.Right[i] += o.Right[i]
		t.Pieces[i] += o.Pieces[i]
	}
	t.World += o.World
	t.Hidden += o.Hidden
	t.Worlds += o.Worlds
	for i := range t.Said {
		t.Said[i] += o.Said[i]
		t.Came[i] += o.Came[i]
		t.Of[i] += o.Of[i]
	}
}

// see judges what a guesser makes of a position.
func (t *guessTally) see(e belief.Estimator, p *watchedPosition, rng *rand.Rand) {
	e.Update(p.view)
	m := e.Matrix()
	phase := belief.PhaseOf(p.view)
	enemy := p.view.Color().Other()
	hidden := 0.0
	for id := range m {
		if q := p.view.Piece(enemy, id); !q.Alive() || q.Known {
			continue
		}
		hidden++
		truth := p.truth[id]
		t.Loss[phase] -= math.Log(m[id][truth])
		t.Pieces[phase]++
		if m.Best(id) == truth {
			t.Right[phase]++
		}
		for r, x := range m[id] {
			bin := min(int(x*calibrationBins), calibrationBins-1)
			t.Said[bin] += x
			t.Of[bin]++
			if stratego.Rank(r) == truth {
				t.Came[bin]++
			}
		}
	}
	if belief.LatticePoints(p.view.Hidden(enemy)) > worldPoints || hidden == 0 {
		return
	}
	t.Worlds++
	t.Hidden += hidden
	if n, ok := e.(*belief.Network); ok {
		t.World -= n.LogChance(&p.truth, worldDraws, rng)
	} else {
		t.World -= belief.LogChance(p.view, m, &p.truth)
	}
}

// networkGuess compares guessers on games of the champion with itself and with strangers.
func networkGuess(ctx context.Context, o *Options, w io.Writer) error {
	g, err := readWatched(o)
	if err != nil {
		return err
	}
	games := o.games(200)
	var figures []plot.Figure
	for _, against := range append([]string{g.champion}, strangers...) {
		tallies, err := g.compare(ctx, o, against, games)
		if err != nil {
			return err
		}
		if err := guessTallies(g, against, games, tallies, o).Write(w, o); err != nil {
			return err
		}
		figures = append(figures, calibrationFigure(against, tallies))
	}
	if o.Plot == "" {
		return nil
	}
	return plot.Write(o.Plot, figures)
}

// compare plays games against a player and adds up what every guesser makes of them.
func (g *watchedGames) compare(ctx context.Context, o *Options, against string, games int) ([]guessTally, error) {
	list := networkGuessers()
	what := fmt.Sprintf("games of %s against %s, %d nodes, %d evaluations", g.champion, against, g.budget.Nodes, g.budget.Evaluations)
	byGame, err := gather(ctx, o, games, what, func() func(int) ([]guessTally, error) {
		return func(i int) ([]guessTally, error) {
			positions, err := g.play(ctx, o, against, i)
			if err != nil {
				return nil, err
			}
			out := make([]guessTally, len(list))
			for k, guesser := range list {
				e, err := guesser.make(g)
				if err != nil {
					return nil, err
				}
				rng := rand.New(rand.NewPCG(o.Seed, uint64(i)))
				for p := range positions {
					out[k].see(e, &positions[p], rng)
				}
			}
			return out, nil
		}
	})
	if err != nil {
		return nil, err
	}
	sums := make([]guessTally, len(list))
	for _, one := range byGame {
		for k := range sums {
			sums[k].add(&one[k])
		}
	}
	return sums, nil
}

// guessTallies writes how the guessers did.
func guessTallies(g *watchedGames, against string, games int, tallies []guessTally, o *Options) *Table {
	t := &Table{Title: "Guessing the pieces of " + against + ": log-loss", Columns: []string{"guesser"}}
	for _, p := range belief.Phases {
		t.Columns = append(t.Columns, p.Name, "vs counting", "top-1")
	}
	t.Columns = append(t.Columns, "whole worlds", "a piece of them")
	for k, guesser := range networkGuessers() {
		x, base := &tallies[k], &tallies[0]
		row := []any{guesser.name}
		for i := range belief.Phases {
			loss := x.Loss[i] / x.Pieces[i]
			row = append(row, fmt.Sprintf("%.4f", loss), fmt.Sprintf("%+.1f%%", 100*(x.Loss[i]/base.Loss[i]-1)), percent(x.Right[i]/x.Pieces[i]))
		}
		t.Add(append(row, fmt.Sprintf("%.2f", x.World/x.Worlds), fmt.Sprintf("%.4f", x.World/x.Hidden))...)
	}
	base := &tallies[0]
	t.Note("%d games of %s against %s on %s, held out of training; the champion's guesses at its %dth turns, seed %d.",
		games, g.champion, against, g.source, lookEvery, o.Seed)
	t.Note("Nats for each hidden piece: %.0f in the opening, %.0f in the middle game, %.0f in the endgame; whole worlds where they can be summed over, %.0f of them.",
		base.Pieces[0], base.Pieces[1], base.Pieces[2], base.Worlds)
	return t
}

// calibrationFigure draws how often chances come true, for habits and the network.
func calibrationFigure(against string, tallies []guessTally) plot.Figure {
	f := plot.Figure{Title: "Chances that came true: pieces of " + against, XLabel: "chance given to a rank", YLabel: "how often it was that rank"}
	f.Lines = append(f.Lines, plot.Line{Name: "as it should be", Points: [][2]float64{{0, 0}, {1, 1}}})
	for k, guesser := range networkGuessers() {
		switch guesser.name {
		case "habits", "network by all it sees", "network":
		default:
			continue
		}
		line := plot.Line{Name: guesser.name}
		x := &tallies[k]
		for b := range x.Of {
			if x.Of[b] >= calibrationEnough {
				line.Points = append(line.Points, [2]float64{x.Said[b] / x.Of[b], x.Came[b] / x.Of[b]})
			}
		}
		f.Lines = append(f.Lines, line)
	}
	return f
}

// calibrationEnough is how many chances a bin needs to be drawn.
const calibrationEnough = 30
