package experiment

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/optimize"

	"marengo/belief"
	"marengo/nn/evaluator"
)

// temperedPosition is a watched position with what the network guesses of it.
type temperedPosition struct {
	watchedPosition
	phase int
	guess belief.Guess
}

// pairStrengths are tried for the weight of how ranks go together.
var pairStrengths = []float64{0, 0.2, 0.4, 0.6, 0.8, 1}

// networkTemper fits the figures of belief/tempering.go on games of players that are met in
// training, so that strangers stay a test.
func networkTemper(ctx context.Context, o *Options, w io.Writer) error {
	g, err := readWatched(o)
	if err != nil {
		return err
	}
	games := o.games(100)
	positions, err := g.guesses(ctx, o, games)
	if err != nil {
		return err
	}
	t := &Table{Title: "How far the network that guesses is believed about strangers",
		Columns: []string{"phase", "pieces", "counting", "habits", "seen", "setup", "ranks", "tempered", "Seen", "Setup", "Habits", "Ranks", "Pairs"}}
	for phase, p := range belief.Phases {
		var own []*temperedPosition
		for i := range positions {
			if positions[i].phase == phase {
				own = append(own, &positions[i])
			}
		}
		if len(own) == 0 {
			return badInputf("%d games have no position of the %s: play more with --games", games, p.Name)
		}
		f := fitting{positions: own, phase: phase, estimator: belief.NewNetwork(nil, g.ranks), seed: o.Seed}
		o.progress(phase, len(belief.Phases), "fitting the "+p.Name)
		best, err := f.fit(ctx)
		if err != nil {
			return err
		}
		_, pieces := f.loss(best)
		loss := func(t belief.Tempering) string {
			x, _ := f.loss(t)
			return fmt.Sprintf("%.4f", x)
		}
		t.Add(p.Name, fmt.Sprintf("%.0f", pieces), loss(belief.Tempering{}), loss(belief.Tempering{Habits: 1}), loss(belief.Tempering{Seen: 1}), loss(belief.Tempering{Setup: 1}), loss(belief.Tempering{Ranks: 1}), loss(best),
			fmt.Sprintf("%.2f", best.Seen), fmt.Sprintf("%.2f", best.Setup), fmt.Sprintf("%.2f", best.Habits), fmt.Sprintf("%.2f", best.Ranks), fmt.Sprintf("%.1f", best.Pairs))
	}
	t.Note("%d games of %s against each of %v on %s, held out of training, seed %d; log-loss in nats for each hidden piece.", games, g.champion, guests, g.source, o.Seed)
	t.Note("Seen, Setup, Habits and Ranks are the powers of least log-loss; Pairs is the weight of least log-loss of whole worlds among %v, where they can be summed over.", pairStrengths)
	return t.Write(w, o)
}

// guesses plays the games and asks the network about their positions.
func (g *watchedGames) guesses(ctx context.Context, o *Options, games int) ([]temperedPosition, error) {
	plain := *o
	plain.Journal = nil // positions are too large to keep
	byGame, err := gather(ctx, &plain, games*len(guests), "games against guests", func() func(int) ([]temperedPosition, error) {
		net := belief.NewNetwork(evaluator.NewLocal(g.weights), nil)
		return func(i int) (list []temperedPosition, err error) {
			positions, err := g.play(ctx, o, guests[i/games], i%games)
			if err != nil {
				return nil, err
			}
			for _, p := range positions {
				x := temperedPosition{watchedPosition: p, phase: belief.PhaseOf(p.view)}
				switch asked, err := net.Ask(ctx, p.view); {
				case err != nil:
					return nil, err
				case asked == 0:
					return nil, fmt.Errorf("the network cannot be asked about ply %d", p.view.Ply())
				}
				x.guess = net.Guess()
				list = append(list, x)
			}
			return list, nil
		}
	})
	if err != nil {
		return nil, err
	}
	var all []temperedPosition
	for _, list := range byGame {
		all = append(all, list...)
	}
	return all, nil
}

// fitting finds the figures of one phase.
type fitting struct {
	positions []*temperedPosition
	phase     int
	estimator *belief.Network
	seed      uint64
}

// temper makes the estimator use some figures.
func (f *fitting) temper(t belief.Tempering) {
	var all [len(belief.Phases)]belief.Tempering
	all[f.phase] = t
	f.estimator.Temper(all)
}

// loss returns the mean log-loss of a hidden piece, and how many there are.
func (f *fitting) loss(t belief.Tempering) (loss, pieces float64) {
	f.temper(t)
	for _, p := range f.positions {
		f.estimator.Hear(p.view, &p.guess)
		m := f.estimator.Matrix()
		enemy := p.view.Color().Other()
		for id := range m {
			if q := p.view.Piece(enemy, id); q.Alive() && !q.Known {
				loss -= math.Log(m[id][p.truth[id]])
				pieces++
			}
		}
	}
	return loss / pieces, pieces
}

// point is where the search for the powers stands.
func point(x []float64) belief.Tempering {
	return belief.Tempering{Seen: x[0], Setup: x[1], Habits: x[2], Ranks: x[3]}
}

// fit finds the powers by Nelder and Mead's method, then the weight of the pairs.
func (f *fitting) fit(ctx context.Context) (best belief.Tempering, err error) {
	const most = 120 // evaluations of the loss
	problem := optimize.Problem{
		Func: func(x []float64) float64 {
			loss, _ := f.loss(point(x))
			return loss
		},
		Status: func() (optimize.Status, error) {
			if ctx.Err() != nil {
				return optimize.RuntimeLimit, ctx.Err()
			}
			return optimize.NotTerminated, nil
		},
	}
	r, err := optimize.Minimize(problem, []float64{0.4, 0.3, 0.2, 0.1}, &optimize.Settings{FuncEvaluations: most}, &optimize.NelderMead{SimplexSize: 0.2})
	if ctx.Err() != nil {
		return best, ctx.Err()
	}
	if r == nil {
		return best, err
	}
	best = point(r.X)
	least := math.Inf(1)
	for _, strength := range pairStrengths {
		try := best
		try.Pairs = strength
		if loss, worlds := f.worldLoss(try); worlds > 0 && loss < least {
			least, best.Pairs = loss, strength
		}
	}
	return best, ctx.Err()
}

// worldLoss returns the log-loss of whole worlds, and how many there are.
func (f *fitting) worldLoss(t belief.Tempering) (loss, worlds float64) {
	f.temper(t)
	rng := rand.New(rand.NewPCG(f.seed, 0x776f726c64))
	for i := range f.positions {
		p := f.positions[i]
		if belief.LatticePoints(p.view.Hidden(p.view.Color().Other())) > worldPoints {
			continue
		}
		f.estimator.Hear(p.view, &p.guess)
		loss -= f.estimator.LogChance(&p.truth, worldDraws, rng)
		worlds++
	}
	return loss, worlds
}
