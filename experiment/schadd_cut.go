package experiment

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"strings"

	"marengo/agents"
	"marengo/game"
	"marengo/search"
)

//go:embed calibration/dice.json
var diceCalibration string

//go:embed calibration/breakthrough.json
var breakthroughCalibration string

// cpcScale is how many positions a table takes by default, and how many nodes the
// regular search of one may cost: positions that take more are left out, since a
// single one can cost more than all others. They are also those where
// ChanceProbCut saves most, so a limit that leaves some out understates it.
type cpcScale struct {
	positions int
	nodes     int64
}

var cpcScales = map[string]cpcScale{
	"5.2": {40, 200_000_000}, "5.3": {40, 50_000_000}, "5.4": {40, 50_000_000},
	"5.6": {100, 3_000_000}, "5.7": {40, 5_000_000}, "5.8": {40, 20_000_000},
	"5.10": {60, 1_500_000},
}

// schaddExperiments lists the tables of Schadd's chapter 5.
func schaddExperiments() (list []Experiment) {
	for _, spec := range cpcTables {
		list = append(list, Experiment{"schadd-" + spec.name, fmt.Sprintf("ChanceProbCut at depth %d in %s: nodes and errors", spec.depth, spec.game),
			func(ctx context.Context, o *Options, w io.Writer) error { return runCPC(ctx, spec, o, w) }})
	}
	for _, spec := range cpcPlays {
		list = append(list, Experiment{"schadd-" + spec.name, "ChanceProbCut in self-play of " + spec.game,
			func(ctx context.Context, o *Options, w io.Writer) error { return runPlay(ctx, spec, o, w) }})
	}
	return list
}

// modelOf returns the calibration of a game.
func modelOf(name string) (*search.Model, error) {
	text := agents.StarCalibration()
	switch name {
	case "dice":
		text = diceCalibration
	case "breakthrough":
		text = breakthroughCalibration
	}
	m, err := search.ReadModel(strings.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

// chanceProbCut adds ChanceProbCut at the depths asked for, or the paper's.
func chanceProbCut(o search.Options, name string, m *search.Model, t float64, depths []int) search.Options {
	paper := paperDepths[name]
	o.Model = m
	o.ChanceProbCut = search.ProbCut{Depths: paper.Depths, R: paper.R, T: t}
	if name == "breakthrough" {
		o.ChanceProbCut.Depths = []int{3, 5} // the third pair is a figure only (5.6.3)
	}
	if len(depths) > 0 {
		o.ChanceProbCut.Depths = depths
	}
	return o
}

// regularOptions is the search that ChanceProbCut is held against: in Stratego the
// engine with its null move, elsewhere all sound techniques (5.5.4). Where throws
// are plies it deepens by two, so that every depth ends with a move.
func regularOptions(name string, chancePly bool) search.Options {
	o := soundOptions(chancePly)
	if chancePly {
		o.DeepenBy = 2
	}
	if name == "stratego" {
		o.NullMove = 2
	}
	return o
}

func runCPC(ctx context.Context, spec cpcSpec, o *Options, w io.Writer) error {
	if err := o.checkT(spec.name, spec.ts()); err != nil {
		return err
	}
	n := o.positions(cpcScales[spec.name].positions)
	switch spec.game {
	case "dice":
		d, err := diceDomain(5, n, o.Seed)
		if err != nil {
			return err
		}
		return cpcTable(ctx, d, spec, o, w)
	case "breakthrough":
		d, err := breakthroughDomain(n, o.Seed)
		if err != nil {
			return err
		}
		return cpcTable(ctx, d, spec, o, w)
	}
	d, err := strategoDomain(schaddSet, n)
	if err != nil {
		return err
	}
	return cpcTable(ctx, d, spec, o, w)
}

// full is a position with its regular search.
type full[S game.State] struct {
	state S
	found
}

// found is what a search found.
type found struct {
	Value   game.Score
	Move    game.Move
	Nodes   int64
	Cutoffs search.Cutoffs
}

// cutSearch is what a search with ChanceProbCut found, and what its move is worth less
// than the best.
type cutSearch struct {
	found
	Error float64
}

func cpcTable[S game.State](ctx context.Context, d *domain[S], spec cpcSpec, o *Options, w io.Writer) error {
	model, err := modelOf(spec.game)
	if err != nil {
		return err
	}
	cut := chanceProbCut(regularOptions(spec.game, d.chancePly), spec.game, model, 1, o.CutDepths)
	if err := cut.Check(); err != nil {
		return BadInput{err}
	}
	depth := o.depth(spec.depth)
	regular := regularOptions(spec.game, d.chancePly)
	fulls, err := searchFull(ctx, d, regular, depth, o.nodes(cpcScales[spec.name].nodes), o)
	if err != nil {
		return err
	}
	if len(fulls) == 0 {
		return fmt.Errorf("no position could be searched to depth %d with the nodes allowed", depth)
	}
	base := make([]int64, len(fulls))
	for i, f := range fulls {
		base[i] = f.Nodes
	}
	t := Table{Title: fmt.Sprintf("Table %s: ChanceProbCut at depth %d in %s", spec.name, depth, spec.game),
		Columns: []string{"t", "nodes", "reduction", "95%", "ACPCME", "DCPCME", "Schadd: reduction", "ACPCME", "DCPCME"}}
	t.Add("-", thousands(total(base)), "-", "-", "-", "-", "-", "-", "-")
	for _, row := range spec.rows {
		if !o.row(row.t) {
			continue
		}
		cuts, err := cutErrors(ctx, d, chanceProbCut(regular, spec.game, model, row.t, o.CutDepths), regular, fulls, depth, o, fmt.Sprintf("t = %v", row.t))
		if err != nil {
			return errors.Join(err, t.Write(w, o)) // the rows that are done are worth seeing
		}
		nodes, errs := sizes(cuts)
		mean, deviation := meanDeviation(errs)
		lo, hi := bootstrap(len(fulls), o.Seed, func(x []int) float64 { return reduction(base, nodes, x) })
		t.Add(row.t, thousands(total(nodes)), percent(reduction(base, nodes, everyone(len(fulls)))), fmt.Sprintf("%.1f to %.1f", 100*lo, 100*hi),
			fmt.Sprintf("%.2f", mean), fmt.Sprintf("%.2f", deviation), fmt.Sprintf("%.1f%%", row.reduction), fmt.Sprintf("%.2f", row.error), fmt.Sprintf("%.2f", row.deviation))
	}
	lo, hi := d.eval().Bounds()
	if len(fulls) < len(d.positions) {
		t.Note("%d of %d positions: the others take more than %s nodes without ChanceProbCut.", len(fulls), len(d.positions), thousands(o.nodes(cpcScales[spec.name].nodes)))
	} else {
		t.Note("All %d positions.", len(fulls))
	}
	t.Note("Evaluation bounds %v to %v, random factor off.", lo, hi)
	t.Note("ChanceProbCut at depths %v with a reduction of %d.", cut.ChanceProbCut.Depths, cut.ChanceProbCut.R)
	t.Note("The move error is what the move found is worth less than the best, both searched in full. Seed %d.", o.Seed)
	return t.Write(w, o)
}

// searchFull searches every position in full and keeps those within the nodes.
func searchFull[S game.State](ctx context.Context, d *domain[S], regular search.Options, depth int, nodes int64, o *Options) (out []full[S], err error) {
	all, err := regularSearch(ctx, d, regular, depth, nodes, o, "regular search")
	for i, f := range all {
		if f.Nodes < nodes {
			out = append(out, full[S]{d.positions[i], f})
		}
	}
	return out, err
}

// regularSearch searches every position as far as the nodes allow.
func regularSearch[S game.State](ctx context.Context, d *domain[S], regular search.Options, depth int, nodes int64, o *Options, what string) ([]found, error) {
	return gather(ctx, o, len(d.positions), what, func() func(int) (found, error) {
		s := search.New(d.eval(), regular)
		return func(i int) (found, error) {
			r, err := s.Search(ctx, d.positions[i], search.Limits{Depth: depth, Nodes: nodes})
			return found{r.Score, r.Move, r.Nodes, r.Cutoffs}, err
		}
	})
}

// cutErrors searches with ChanceProbCut and holds its moves against the best.
func cutErrors[S game.State](ctx context.Context, d *domain[S], cut, regular search.Options, fulls []full[S], depth int, o *Options, what string) ([]cutSearch, error) {
	return gather(ctx, o, len(fulls), what, func() func(int) (cutSearch, error) {
		s, whole := search.New(d.eval(), cut), search.New(d.eval(), regular)
		return func(i int) (c cutSearch, err error) {
			f := &fulls[i]
			r, err := s.Search(ctx, f.state, search.Limits{Depth: depth})
			c.found = found{r.Score, r.Move, r.Nodes, r.Cutoffs}
			if err != nil || r.Move == f.Move {
				return c, err
			}
			x, err := whole.Search(ctx, f.state, search.Limits{Depth: depth, Moves: []game.Move{r.Move}})
			c.Error = float64(f.Value - x.Score)
			if f.state.ToMove() == game.Second {
				c.Error = -c.Error
			}
			return c, err
		}
	})
}

// sizes returns the nodes and the errors of searches.
func sizes(cuts []cutSearch) (nodes []int64, errs []float64) {
	for _, c := range cuts {
		nodes, errs = append(nodes, c.Nodes), append(errs, c.Error)
	}
	return nodes, errs
}
