package experiment

import (
	"context"
	"fmt"
	"io"
	"math"

	"marengo/agents"
	"marengo/eval"
	"marengo/game"
	"marengo/hidden"
	"marengo/plot"
	"marengo/search"
)

// Calibration says what to fit.
type Calibration struct {
	Game   string // stratego, dice or breakthrough
	Depths []int  // the deep values
	R      int    // how much shallower the others are; 0 is the paper's
	EBQS   int    // level of evaluation-based quiescence in Stratego
	Tuned  bool   // with the tuned figures of Schadd's evaluation, not the paper's
}

// Fitted are the two regressions of the same value pairs.
type Fitted struct {
	Plain, Robust *search.Model
	worst         []float64 // the largest residual of each plain pair
}

// paperDepths are where Schadd applies ChanceProbCut, and with which reduction
// (5.6.1, 5.6.2, 5.6.3).
var paperDepths = map[string]Calibration{
	"stratego":     {Game: "stratego", Depths: []int{4, 5}, R: 2},
	"dice":         {Game: "dice", Depths: []int{7, 9}, R: 4},
	"breakthrough": {Game: "breakthrough", Depths: []int{3, 4, 5}, R: 2},
}

// calibrationNodes ends the search of a position that would take too long; it is
// then left out where it was not finished.
const calibrationNodes = 20_000_000

// Calibrate fits the model of one game on its test positions and plots the value
// pairs if the options say so.
func Calibrate(ctx context.Context, c Calibration, o *Options) (*Fitted, error) {
	paper, ok := paperDepths[c.Game]
	if !ok {
		return nil, badInputf("unknown game %q, expected stratego, dice or breakthrough", c.Game)
	}
	if len(c.Depths) == 0 {
		c.Depths = paper.Depths
	}
	if c.R == 0 {
		c.R = paper.R
	}
	for _, d := range c.Depths {
		if d < 1 || d > search.MaxDepth || c.R < 1 {
			return nil, badInputf("depth %d with reduction %d, expected depths from 1 to %d and a reduction above 0", d, c.R, search.MaxDepth)
		}
	}
	level := eval.EBQSLevel0 + eval.EBQSLevel(c.EBQS)
	if c.EBQS < 0 || level > eval.EBQSLevel3 {
		return nil, badInputf("level %d of evaluation-based quiescence, expected 0 to 3", c.EBQS)
	}
	switch c.Game {
	case "dice":
		d, err := diceDomain(5, o.positions(1000), o.Seed)
		if err != nil {
			return nil, err
		}
		return calibrate(ctx, d, c, o)
	case "breakthrough":
		d, err := breakthroughDomain(o.positions(500), o.Seed)
		if err != nil {
			return nil, err
		}
		return calibrate(ctx, d, c, o)
	}
	d, err := strategoDomain(schaddSet, o.positions(500))
	if err != nil {
		return nil, err
	}
	// Relative to the root every position would begin at 0, and shallow values say
	// nothing; in the tree positions differ.
	d.evaluation = fmt.Sprintf("schadd,ebqs=%d", c.EBQS)
	figures := eval.NewSchaddFigures()
	if c.Tuned {
		d.evaluation += ",tuned"
		if figures, err = agents.TunedSchadd(); err != nil {
			return nil, err
		}
	}
	d.eval = func() search.Evaluator[*hidden.State] {
		e := tuningSchadd(false)
		e.EBQS, e.Figures = level, figures
		return e
	}
	return calibrate(ctx, d, c, o)
}

func calibrate[S game.State](ctx context.Context, d *domain[S], c Calibration, o *Options) (*Fitted, error) {
	values, err := valuesByDepth(ctx, d, c.Depths[len(c.Depths)-1], o)
	if err != nil {
		return nil, err
	}
	lo, hi := d.eval().Bounds()
	f := &Fitted{Plain: &search.Model{Game: d.name, Evaluation: d.evaluation}, Robust: &search.Model{Game: d.name, Evaluation: d.evaluation}}
	var figures []plot.Figure
	for _, depth := range c.Depths {
		x, y := pairs(values, depth, c.R, float64(lo), float64(hi))
		plain, err := fitPair(depth, c.R, x, y)
		if err != nil {
			return nil, fmt.Errorf("calibration of %s: %w", d.name, err)
		}
		robust, err := fitRobust(depth, c.R, x, y)
		if err != nil {
			return nil, fmt.Errorf("calibration of %s: %w", d.name, err)
		}
		f.Plain.Pairs, f.Robust.Pairs = append(f.Plain.Pairs, plain), append(f.Robust.Pairs, robust)
		f.worst = append(f.worst, worstResidual(plain, x, y))
		figures = append(figures, pairFigure(d.name, plain, x, y))
	}
	if o.Plot != "" {
		return f, plot.Write(o.Plot, figures)
	}
	return f, nil
}

// worstResidual is how far the worst pair lies from the line.
func worstResidual(p search.Pair, x, y []float64) (worst float64) {
	for i := range x {
		worst = max(worst, math.Abs(y[i]-p.A*x[i]-p.B))
	}
	return worst
}

// valuesByDepth returns each position's value for its mover at depth 0, 1, … as
// far as it could be searched.
func valuesByDepth[S game.State](ctx context.Context, d *domain[S], depth int, o *Options) ([][]float64, error) {
	return gather(ctx, o, len(d.positions), fmt.Sprintf("values to depth %d", depth), func() func(int) ([]float64, error) {
		e := d.eval()
		s := search.New(e, soundOptions(d.chancePly))
		return func(i int) (out []float64, err error) {
			p := d.positions[i]
			if r, ok := e.(search.Rooted[S]); ok {
				r.SetRoot(p)
			}
			sign := game.Score(1)
			if p.ToMove() == game.Second {
				sign = -1
			}
			out = []float64{float64(sign * e.Evaluate(p))}
			_, err = s.Search(ctx, p, search.Limits{Depth: depth, Nodes: o.nodes(calibrationNodes), Report: func(r search.Result) {
				out = append(out, float64(sign*r.Score))
			}})
			return out, err
		}
	})
}

// pairs returns the values at two depths of the positions that have both. Decided
// games are left out: their jumps would swamp the deviation of all others.
func pairs(values [][]float64, depth, r int, lo, hi float64) (x, y []float64) {
	for _, v := range values {
		if len(v) > depth && v[depth] > lo && v[depth] < hi {
			x, y = append(x, v[max(0, depth-r)]), append(y, v[depth])
		}
	}
	return x, y
}

// Write prints both regressions as a table.
func (f *Fitted) Write(w io.Writer, o *Options) error {
	t := Table{Title: fmt.Sprintf("Value pairs of %s, evaluation %s", f.Plain.Game, f.Plain.Evaluation),
		Columns: []string{"depths", "positions", "a", "b", "sigma", "largest residual", "robust: a", "b", "sigma"}}
	for i, p := range f.Plain.Pairs {
		r := f.Robust.Pairs[i]
		t.Add(fmt.Sprintf("%d and %d", max(0, p.Depth-p.R), p.Depth), p.N, fmt.Sprintf("%.4f", p.A), fmt.Sprintf("%+.3f", p.B), fmt.Sprintf("%.3f", p.Sigma),
			fmt.Sprintf("%.2f", f.worst[i]), fmt.Sprintf("%.4f", r.A), fmt.Sprintf("%+.3f", r.B), fmt.Sprintf("%.3f", r.Sigma))
	}
	return t.Write(w, o)
}

// pairFigure is a figure such as Schadd's 5.9 to 5.15: shallow against deep values
// with the regression line.
func pairFigure(game string, p search.Pair, x, y []float64) plot.Figure {
	f := plot.Figure{
		Title:  fmt.Sprintf("%s: evaluation pairs at depths %d and %d", game, max(0, p.Depth-p.R), p.Depth),
		XLabel: fmt.Sprintf("value at depth %d", max(0, p.Depth-p.R)), YLabel: fmt.Sprintf("value at depth %d", p.Depth),
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for i := range x {
		f.Points = append(f.Points, [2]float64{x[i], y[i]})
		lo, hi = min(lo, x[i]), max(hi, x[i])
	}
	f.Lines = []plot.Line{{Name: fmt.Sprintf("%.3f v %+.3f, sigma %.3f", p.A, p.B, p.Sigma), Points: [][2]float64{{lo, p.A*lo + p.B}, {hi, p.A*hi + p.B}}}}
	return f
}
