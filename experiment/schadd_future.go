package experiment

import (
	"context"
	"fmt"
	"io"
	"slices"

	"marengo/hidden"
	"marengo/search"
)

// The future research of Schadd 5.7 and a robust regression, in Stratego: the models are fitted
// on every other test position and tried on the rest.
const (
	futurePositions = 120
	futureDepth     = 7
	futureNodes     = 20_000_000
)

// futureCuts are where ChanceProbCut is tried: at depths 4 and 5, as in the paper's
// tables, it cuts too rarely here for a comparison.
var futureCuts = []int{3, 4, 5, 6}

// The values of t in the tables of the robust regression and of Multi-ChanceProbCut.
var (
	robustTs = []float64{12.8, 6.4, 3.2, 1.6, 0.8, 0.4, 0.2}
	multiTs  = []float64{1.6, 0.8, 0.4, 0.2, 0.1}
)

// acceptedError is the move error that Schadd accepts when he reads off a reduction: half
// a point, a twentieth of a scout (5.6.1).
const acceptedError = 0.5

func futureExperiments() []Experiment {
	return []Experiment{
		{"schadd-robust", "ChanceProbCut by a plain and by a robust regression, with the rate of wrong cuts", robustCuts},
		{"schadd-phase", "ChanceProbCut with regression and t by phase of the game (Schadd 5.7)", phaseCuts},
		{"schadd-multi", "Multi-ChanceProbCut: several shallow searches before a cut (Schadd 5.7)", multiCuts},
	}
}

// future is the ground that the three experiments stand on.
type future struct {
	o       *Options
	depth   int
	cuts    []int // the depths of ChanceProbCut
	fit     *domain[*hidden.State]
	values  [][]float64 // of the positions to fit, by depth
	test    *domain[*hidden.State]
	fulls   []full[*hidden.State] // of the positions to test
	phase   []int                 // of each of them
	left    int                   // positions that took too many nodes
	regular search.Options
}

func newFuture(ctx context.Context, o *Options) (*future, error) {
	all, err := strategoDomain(schaddSet, o.positions(futurePositions))
	if err != nil {
		return nil, err
	}
	f := &future{o: o, depth: o.depth(futureDepth), cuts: futureCuts, regular: regularOptions("stratego", false)}
	if len(o.CutDepths) > 0 {
		f.cuts = o.CutDepths
	}
	f.fit, f.test = all.part(func(i int) bool { return i%2 == 0 }), all.part(func(i int) bool { return i%2 == 1 })
	absolute := *f.fit
	absolute.eval = func() search.Evaluator[*hidden.State] { return tuningSchadd(false) }
	if f.values, err = valuesByDepth(ctx, &absolute, slices.Max(f.cuts), o); err != nil {
		return nil, err
	}
	f.fulls, f.phase, err = f.search(ctx, f.test, "to test")
	f.left = len(f.test.positions) - len(f.fulls)
	return f, err
}

// search searches positions in full and returns those within the nodes, with their phases.
func (f *future) search(ctx context.Context, d *domain[*hidden.State], what string) (out []full[*hidden.State], phase []int, err error) {
	nodes := f.o.nodes(futureNodes)
	all, err := regularSearch(ctx, d, f.regular, f.depth, nodes, f.o, "regular search, positions "+what)
	for i, r := range all {
		if r.Nodes < nodes {
			out, phase = append(out, full[*hidden.State]{d.positions[i], r}), append(phase, d.phase[i])
		}
	}
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("no position could be searched to depth %d with the nodes allowed", f.depth)
	}
	return out, phase, err
}

// model fits regressions of the cuts' depths with some reductions, on the positions of a
// phase or, below 0, on all.
func (f *future) model(phase int, fit func(depth, r int, x, y []float64) (search.Pair, error), reductions ...int) (*search.Model, error) {
	var values [][]float64
	for i, v := range f.values {
		if phase < 0 || f.fit.phase[i] == phase {
			values = append(values, v)
		}
	}
	lo, hi := f.fit.eval().Bounds()
	m := &search.Model{Game: f.fit.name, Evaluation: f.fit.evaluation}
	for _, depth := range f.cuts {
		for _, r := range reductions {
			x, y := pairs(values, depth, r, float64(lo), float64(hi))
			p, err := fit(depth, r, x, y)
			if err != nil {
				return nil, fmt.Errorf("fit on %d positions: %w", len(values), err)
			}
			m.Pairs = append(m.Pairs, p)
		}
	}
	return m, nil
}

// cut is the engine with ChanceProbCut by a model.
func (f *future) cut(m *search.Model, t float64, before ...int) search.Options {
	o := chanceProbCut(f.regular, "stratego", m, t, f.cuts)
	o.ChanceProbCut.Before = before
	return o
}

// measure searches positions with ChanceProbCut.
func (f *future) measure(ctx context.Context, fulls []full[*hidden.State], cut search.Options, what string) ([]cutSearch, error) {
	return cutErrors(ctx, f.test, cut, f.regular, fulls, f.depth, f.o, what)
}

// row adds what a way to cut saves and costs over the test positions.
func (f *future) row(t *Table, cuts []cutSearch, cells ...any) {
	nodes, errs := sizes(cuts)
	base := make([]int64, len(f.fulls))
	for i := range f.fulls {
		base[i] = f.fulls[i].Nodes
	}
	mean, deviation := meanDeviation(errs)
	lo, hi := bootstrap(len(base), f.o.Seed, func(x []int) float64 { return reduction(base, nodes, x) })
	t.Add(append(cells, percent(reduction(base, nodes, everyone(len(base)))), fmt.Sprintf("%.1f to %.1f", 100*lo, 100*hi),
		fmt.Sprintf("%.2f", mean), fmt.Sprintf("%.2f", deviation))...)
}

func (f *future) note(t *Table) {
	t.Note("%d positions of Stratego to depth %d, cut at depths %v, models fitted on %d others; %d left out that take more than %s nodes in full. Seed %d.",
		len(f.fulls), f.depth, f.cuts, len(f.values), f.left, thousands(f.o.nodes(futureNodes)), f.o.Seed)
}

// robustCuts compares the two regressions.
func robustCuts(ctx context.Context, o *Options, w io.Writer) error {
	if err := o.checkT("robust", robustTs); err != nil {
		return err
	}
	f, err := newFuture(ctx, o)
	if err != nil {
		return err
	}
	t := Table{Title: "ChanceProbCut by a plain and by a robust regression", Columns: []string{"fit", "t", "reduction", "95%", "error", "deviation", "cuts audited", "wrong"}}
	for _, fit := range []struct {
		name string
		fit  func(depth, r int, x, y []float64) (search.Pair, error)
	}{{"plain", fitPair}, {"robust", fitRobust}} {
		m, err := f.model(-1, fit.fit, paperDepths["stratego"].R)
		if err != nil {
			return err
		}
		for _, p := range m.Pairs {
			t.Note("%s, depths %d and %d: %.3f v %+.1f, sigma %.1f (%d positions).", fit.name, p.Depth-p.R, p.Depth, p.A, p.B, p.Sigma, p.N)
		}
		for _, at := range robustTs {
			if !o.row(at) {
				continue
			}
			what := fmt.Sprintf("%s, t = %v", fit.name, at)
			cuts, err := f.measure(ctx, f.fulls, f.cut(m, at), what)
			if err != nil {
				return err
			}
			tried, wrong, err := f.audit(ctx, f.cut(m, at), what)
			if err != nil {
				return err
			}
			f.row(&t, cuts, fit.name, at)
			last := len(t.Rows) - 1
			t.Rows[last] = append(t.Rows[last], thousands(tried), percent(float64(wrong)/float64(max(1, tried))))
		}
	}
	f.note(&t)
	t.Note("Wrong is a cut whose chance node, searched in full, lies within the window: counted in searches without a table.")
	return t.Write(w, o)
}

// audit counts the cuts and the wrong ones over the test positions.
func (f *future) audit(ctx context.Context, cut search.Options, what string) (tried, wrong int64, err error) {
	cut.Audit, cut.StarETC, cut.Table.Bits = true, false, 0 // what a table remembers may itself be cut
	list, err := gather(ctx, f.o, len(f.fulls), what+", audit", func() func(int) (search.Cutoffs, error) {
		s := search.New(f.test.eval(), cut)
		return func(i int) (search.Cutoffs, error) {
			r, err := s.Search(ctx, f.fulls[i].state, search.Limits{Depth: f.depth})
			return r.Cutoffs, err
		}
	})
	for _, c := range list {
		tried += c[search.CutChanceProbCut]
		wrong += c[search.CutWrong]
	}
	return tried, wrong, err
}

// phaseCuts gives each phase of the game its own regression, and its own t.
func phaseCuts(ctx context.Context, o *Options, w io.Writer) error {
	f, err := newFuture(ctx, o)
	if err != nil {
		return err
	}
	r := paperDepths["stratego"].R
	common, err := f.model(-1, fitPair, r)
	if err != nil {
		return err
	}
	models := make([]*search.Model, len(phases))
	for p := range phases {
		if models[p], err = f.model(p, fitPair, r); err != nil {
			return err
		}
	}
	t := Table{Title: "ChanceProbCut with regression and t by phase of the game", Columns: []string{"regression", "t", "reduction", "95%", "error", "deviation"}}
	// What is chosen is chosen on the positions that were fitted.
	fitted, phase, err := f.search(ctx, f.fit, "to fit")
	if err != nil {
		return err
	}
	one, err := f.smallest(ctx, fitted, common, "one")
	if err != nil {
		return err
	}
	own, text := make([]float64, len(phases)), ""
	for p := range phases {
		var mine []full[*hidden.State]
		for i, x := range fitted {
			if phase[i] == p {
				mine = append(mine, x)
			}
		}
		if own[p], err = f.smallest(ctx, mine, models[p], phases[p].name); err != nil {
			return err
		}
		text += fmt.Sprintf(" %v", own[p])
	}
	for _, row := range []struct {
		name, t string
		options func(phase int) search.Options
	}{
		{"one", fmt.Sprint(one), func(int) search.Options { return f.cut(common, one) }},
		{"by phase", fmt.Sprint(one), func(p int) search.Options { return f.cut(models[p], one) }},
		{"by phase", "by phase:" + text, func(p int) search.Options { return f.cut(models[p], own[p]) }},
	} {
		cuts, err := f.byPhase(ctx, row.options, row.name+", t "+row.t)
		if err != nil {
			return err
		}
		f.row(&t, cuts, row.name, row.t)
	}
	f.note(&t)
	t.Note("t is the smallest that keeps the mean move error at %v on the positions that the models are fitted on.", acceptedError)
	notePhases(&t, models)
	return t.Write(w, o)
}

// notePhases says what each phase's regressions are.
func notePhases(t *Table, models []*search.Model) {
	for p, m := range models {
		for _, x := range m.Pairs {
			t.Note("%s, depths %d and %d: %.3f v %+.1f, sigma %.1f (%d positions).", phases[p].name, x.Depth-x.R, x.Depth, x.A, x.B, x.Sigma, x.N)
		}
	}
}

// futureTs are the values of t that are tried, from careful to bold.
var futureTs = []float64{6.4, 3.2, 1.6, 0.8, 0.4, 0.2, 0.1, 0.05}

// smallest returns the smallest t whose mean move error is accepted.
func (f *future) smallest(ctx context.Context, fulls []full[*hidden.State], m *search.Model, what string) (best float64, err error) {
	best = futureTs[0]
	for _, t := range futureTs {
		cuts, err := f.measure(ctx, fulls, f.cut(m, t), fmt.Sprintf("choosing t, %s, %v", what, t))
		if err != nil {
			return 0, err
		}
		_, errs := sizes(cuts)
		if mean, _ := meanDeviation(errs); mean > acceptedError {
			break
		}
		best = t
	}
	return best, nil
}

// byPhase searches each test position with its phase's options.
func (f *future) byPhase(ctx context.Context, options func(phase int) search.Options, what string) ([]cutSearch, error) {
	out := make([]cutSearch, len(f.fulls))
	for p := range phases {
		var mine []full[*hidden.State]
		var at []int
		for i := range f.fulls {
			if f.phase[i] == p {
				mine, at = append(mine, f.fulls[i]), append(at, i)
			}
		}
		cuts, err := f.measure(ctx, mine, options(p), what+", "+phases[p].name)
		if err != nil {
			return nil, err
		}
		for k, i := range at {
			out[i] = cuts[k]
		}
	}
	return out, nil
}

// multiCuts compares one shallow search with two.
func multiCuts(ctx context.Context, o *Options, w io.Writer) error {
	if err := o.checkT("multi", multiTs); err != nil {
		return err
	}
	f, err := newFuture(ctx, o)
	if err != nil {
		return err
	}
	const r, before = 2, 4
	m, err := f.model(-1, fitPair, r, before)
	if err != nil {
		return err
	}
	t := Table{Title: "Multi-ChanceProbCut", Columns: []string{"reductions", "t", "reduction", "95%", "error", "deviation"}}
	for _, at := range multiTs {
		if !o.row(at) {
			continue
		}
		for _, way := range []struct {
			name    string
			options search.Options
		}{{fmt.Sprint(r), f.cut(m, at)}, {fmt.Sprintf("%d, then %d", before, r), f.cut(m, at, before)}} {
			cuts, err := f.measure(ctx, f.fulls, way.options, fmt.Sprintf("reductions %s, t = %v", way.name, at))
			if err != nil {
				return err
			}
			f.row(&t, cuts, way.name, at)
		}
	}
	f.note(&t)
	return t.Write(w, o)
}
