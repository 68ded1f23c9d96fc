package experiment

import (
	"context"
	"fmt"
	"io"

	"marengo/eval"
	"marengo/hidden"
	"marengo/search"
)

// setting is a search to be measured.
type setting struct {
	name    string
	options search.Options
}

// The settings of Arts's chapter 6, each with what the one before has. All
// order moves by his seven classes.
var (
	artsDefault   = setting{"alpha-beta", search.Options{AlphaBeta: true, Static: true}}
	artsDeepening = with(artsDefault, "ID", func(o *search.Options) { o.Deepening = true })
	artsHistory   = with(artsDeepening, "HH & ID", func(o *search.Options) { o.History = true })
	artsTable     = with(artsDeepening, "TT & ID", func(o *search.Options) { o.Table.Bits = tableBits })
	artsBoth      = with(artsHistory, "TT & HH & ID", func(o *search.Options) { o.Table.Bits = tableBits })
	artsFixed     = with(artsBoth, "TT & HH", func(o *search.Options) { o.Deepening = false })
	artsStar1     = with(artsBoth, "Star1", func(o *search.Options) { o.Star1 = true })
	artsStar2     = with(artsStar1, "Star2", func(o *search.Options) { o.Star2 = 1 })
	artsETC       = with(artsStar2, "StarETC", func(o *search.Options) { o.StarETC = true })
)

func with(s setting, name string, change func(*search.Options)) setting {
	s.name = name
	change(&s.options)
	return s
}

// bounded is a setting with our bounds of events, which Arts did not have, where it
// has Star1 to use them.
func bounded(s setting) setting {
	if !s.options.Star1 {
		return s
	}
	return with(s, s.name+", bounds", func(o *search.Options) { o.EventBounds = true })
}

// variant is another way to take a setting, which is printed beside it.
type variant struct {
	apply func(setting) setting
	note  string // why it is there
}

var (
	withBounds = variant{bounded, "Bounds are what a battle can lead to, which is ours (eval/arts_events.go)."}
	fromInPlay = variant{func(s setting) setting {
		if !s.options.Star1 {
			return s
		}
		return with(s, s.name+", in play", func(o *search.Options) { o.InPlay = true })
	}, "In play: chance nodes start from the range of the material, the flag's value lying outside it (Arts 5.1); that is not sound where a flag falls."}
	plainRoot = variant{func(s setting) setting {
		return with(s, s.name+", plain root", func(o *search.Options) { o.PlainRoot = true })
	}, "With a plain root the best move of a depth is not searched first at the next: the nodes are the sum of all depths', as in Arts's table. The rotation is ours."}
	unordered = variant{func(s setting) setting {
		return with(s, s.name+", unordered", func(o *search.Options) { o.Static = false })
	}, "Unordered: without the seven classes of moves. What history, table and deepening save depends on how well moves are ordered before: against no order they save more than Arts prints, against the classes less."}
)

// artsTableSpec is a table of chapter 6 that compares two settings ply by ply.
type artsTableSpec struct {
	name, title string
	base, other setting
	paper       [5]float64 // the printed gain in percent, ply 1 to 5
	also        []variant
}

var artsTables = []artsTableSpec{
	{"6.1", "Overhead of iterative deepening (a gain below zero is overhead)", artsDefault, artsDeepening, [5]float64{0, -3.91, -4.58, -2.91, -4.10}, []variant{plainRoot}},
	{"6.2", "Node reduction by the history heuristic", artsDefault, artsHistory, [5]float64{0, -3.36, 11.21, 34.56, 55.46}, []variant{plainRoot, unordered}},
	{"6.3", "Node reduction by a transposition table", artsDefault, artsTable, [5]float64{0, 13.75, 16.56, 37.53, 37.59}, []variant{unordered}},
	{"6.4", "Node reduction by history heuristic and transposition table", artsDefault, artsBoth, [5]float64{0, 15.09, 31.21, 59.46, 74.06}, []variant{unordered}},
	{"6.5", "Node reduction by iterative deepening with HH & TT", artsFixed, artsBoth, [5]float64{0, 14.62, 11.49, 13.19, 32.65}, []variant{unordered}},
	{"6.6", "Node reduction by Star1", artsDefault, artsStar1, [5]float64{32.54, 28.70, 73.18, 71.58, 90.13}, []variant{fromInPlay, withBounds}},
	{"6.7", "Node reduction by Star2 with a probe factor of 1", artsDefault, artsStar2, [5]float64{32.54, 27.95, 72.47, 82.89, 93.56}, []variant{fromInPlay, withBounds}},
	{"6.8", "Node reduction by Star2 over Star1", artsStar1, artsStar2, [5]float64{0, -1.04, -2.64, 39.78, 34.78}, []variant{fromInPlay, withBounds}},
	{"6.10", "Node reduction by StarETC", artsDefault, artsETC, [5]float64{32.54, 27.95, 72.49, 82.93, 93.52}, []variant{fromInPlay, withBounds}},
	{"6.11", "Node reduction by StarETC over Star2", artsStar2, artsETC, [5]float64{0, 0, 0.08, 0.25, -0.72}, []variant{fromInPlay, withBounds}},
}

// The scale of the node counts that ends in minutes; Arts searched 300 positions
// to 5 ply.
const (
	artsPositions = 60
	artsDepth     = 5
)

// artsExperiments lists the tables of chapter 6.
func artsExperiments() (list []Experiment) {
	for _, spec := range artsTables {
		list = append(list, Experiment{"arts-" + spec.name, spec.title, func(ctx context.Context, o *Options, w io.Writer) error {
			return runArtsTable(ctx, spec, o, w)
		}})
	}
	return append(list,
		Experiment{"arts-6.9", "Node reduction by probe factors of Star2", artsProbeFactors},
		Experiment{"arts-6.12", "Nodes of a 5-ply search by technique", artsOverview},
		Experiment{"arts-6.13", "Node reduction by evaluation features", artsFeatureNodes},
		Experiment{"arts-6.14", "Evaluation features in self-play", artsFeatureGames},
		Experiment{"arts-6.15", "Multi-cut in self-play", artsMultiCut},
		Experiment{"arts-order", "Starbot without static ordering, and with bounds of events, in self-play", artsOrder},
	)
}

// plainArts is his evaluation without features.
func plainArts() search.Evaluator[*hidden.State] { return &eval.Arts{} }

// nodeCounts holds nodes by ply (from 0 for ply 1) and position.
type nodeCounts [][]int64

// at returns the nodes of all positions at a ply from 1.
func (c nodeCounts) at(ply int) []int64 { return c[ply-1] }

// countNodes searches every position to each depth. With iterative deepening the
// nodes of a depth include those of the depths before.
func countNodes(ctx context.Context, e func() search.Evaluator[*hidden.State], s setting, states []*hidden.State, depth int, o *Options) (nodeCounts, error) {
	byPosition, err := gather(ctx, o, len(states), s.name, func() func(int) ([]int64, error) {
		searcher := search.New(e(), s.options)
		if s.options.Deepening {
			return func(i int) ([]int64, error) { return countDeepening(ctx, searcher, states[i], depth) }
		}
		return func(i int) ([]int64, error) { return countFixed(ctx, searcher, states[i], depth) }
	})
	if err != nil {
		return nil, err
	}
	counts := make(nodeCounts, depth)
	for d := range counts {
		for _, nodes := range byPosition {
			counts[d] = append(counts[d], nodes[d])
		}
	}
	return counts, nil
}

// countDeepening counts one position's nodes by depth in one search.
func countDeepening(ctx context.Context, searcher *search.Searcher[*hidden.State], p *hidden.State, depth int) ([]int64, error) {
	nodes := make([]int64, depth)
	last := 0
	r, err := searcher.Search(ctx, p, search.Limits{Depth: depth, Report: func(r search.Result) {
		last = r.Depth
		nodes[r.Depth-1] = r.Nodes
	}})
	for d := last; d < depth; d++ {
		nodes[d] = r.Nodes // decided before
	}
	return nodes, err
}

// countFixed counts one position's nodes in a search for each depth.
func countFixed(ctx context.Context, searcher *search.Searcher[*hidden.State], p *hidden.State, depth int) ([]int64, error) {
	nodes := make([]int64, depth)
	for d := range nodes {
		r, err := searcher.Search(ctx, p, search.Limits{Depth: d + 1})
		if err != nil {
			return nil, err
		}
		nodes[d] = r.Nodes
	}
	return nodes, nil
}

// artsHidden orders attacks with an open outcome by history as well: a capture
// outranks what was learned only where it is ensured (Arts 4.9). Without history
// they come first among the rest, as his classes say.
var artsHidden = hidden.Options{BattlesByHistory: true}

// artsStates returns the test positions as Starbot sees them.
func artsStates(n int) ([]*hidden.State, error) {
	list, err := starbotGames.positions(artsSet, n)
	if err != nil {
		return nil, err
	}
	states := make([]*hidden.State, len(list))
	for i, p := range list {
		if states[i], err = hidden.New(p.view, nil, artsHidden); err != nil {
			return nil, err
		}
	}
	return states, nil
}

func runArtsTable(ctx context.Context, spec artsTableSpec, o *Options, w io.Writer) error {
	states, err := artsStates(o.positions(artsPositions))
	if err != nil {
		return err
	}
	depth := o.depth(artsDepth)
	pairs := []artsPair{{base: spec.base, other: spec.other}}
	for _, v := range spec.also {
		pairs = append(pairs, artsPair{base: v.apply(spec.base), other: v.apply(spec.other)})
	}
	t := Table{Title: "Table " + spec.name + ": " + spec.title, Columns: []string{"ply"}}
	for i := range pairs {
		if err := pairs[i].count(ctx, states, depth, o); err != nil {
			return err
		}
		t.Columns = append(t.Columns, pairs[i].base.name, pairs[i].other.name, "gain")
	}
	t.Columns = append(t.Columns, "Arts")
	for d := 1; d <= depth; d++ {
		row := []any{d}
		for _, p := range pairs {
			row = append(row, thousands(total(p.nodes[0].at(d))), thousands(total(p.nodes[1].at(d))), percent(p.gain(d, everyone(len(states)))))
		}
		printed := "-"
		if d <= len(spec.paper) {
			printed = fmt.Sprintf("%.2f%%", spec.paper[d-1])
		}
		t.Add(append(row, printed)...)
	}
	noteSample(&t, len(states))
	for _, v := range spec.also {
		t.Note("%s", v.note)
	}
	for _, p := range pairs {
		lo, hi := bootstrap(len(states), o.Seed, func(s []int) float64 { return p.gain(depth, s) })
		t.Note("Gain of %s at %d ply: %s to %s (95%%, bootstrap over positions).", p.other.name, depth, percent(lo), percent(hi))
	}
	return t.Write(w, o)
}

// artsPair is two settings that are compared, with their nodes.
type artsPair struct {
	base, other setting
	nodes       [2]nodeCounts
}

func (p *artsPair) count(ctx context.Context, states []*hidden.State, depth int, o *Options) (err error) {
	for i, s := range []setting{p.base, p.other} {
		if p.nodes[i], err = countNodes(ctx, plainArts, s, states, depth, o); err != nil {
			return err
		}
	}
	return nil
}

// gain is the part of the base's nodes that the other saves at a ply, over a sample.
func (p *artsPair) gain(ply int, sample []int) float64 {
	return reduction(p.nodes[0].at(ply), p.nodes[1].at(ply), sample)
}

// noteSample says what was searched.
func noteSample(t *Table, n int) {
	lo, hi := plainArts().Bounds()
	t.Note("%d positions, a third each after 50, 150 and 300 plies of self-play; Arts had 300 of his own.", n)
	t.Note("A node is a move or chance event done; evaluation bounds %v to %v; table of 2^%d entries.", lo, hi, tableBits)
}

// artsProbeFactors is table 6.9.
func artsProbeFactors(ctx context.Context, o *Options, w io.Writer) error {
	paper := []string{"-", "34.78%", "16.44%", "-1.82%", "-17.73%", "-35.59%"}
	states, err := artsStates(o.positions(artsPositions))
	if err != nil {
		return err
	}
	depth := o.depth(artsDepth)
	t := Table{Title: fmt.Sprintf("Table 6.9: Probe factors of Star2 at %d ply", depth), Columns: []string{"probe factor", "nodes", "gain", "nodes, bounds", "gain", "Arts"}}
	var first [2][]int64
	for k, printed := range paper {
		row := []any{k}
		for i, base := range []setting{artsStar1, bounded(artsStar1)} {
			s := with(base, fmt.Sprintf("%s, probe factor %d", base.name, k), func(o *search.Options) { o.Star2 = k })
			c, err := countNodes(ctx, plainArts, s, states, depth, o)
			if err != nil {
				return err
			}
			gain := "-"
			if k == 0 {
				first[i] = c.at(depth)
			} else {
				gain = percent(reduction(first[i], c.at(depth), everyone(len(states))))
			}
			row = append(row, thousands(total(c.at(depth))), gain)
		}
		t.Add(append(row, printed)...)
	}
	noteSample(&t, len(states))
	return t.Write(w, o)
}

// artsOverview is table 6.12.
func artsOverview(ctx context.Context, o *Options, w io.Writer) error {
	states, err := artsStates(o.positions(artsPositions))
	if err != nil {
		return err
	}
	depth := o.depth(artsDepth)
	t := Table{Title: fmt.Sprintf("Table 6.12: Nodes of a %d-ply search; every technique is added to those before", depth),
		Columns: []string{"", "total", "mean", "median", "std. dev.", "min", "max", "Arts: mean", "median"}}
	for _, row := range []struct {
		setting
		mean, median string
	}{
		{artsDeepening, "18,769,256", "2,243,814.5"},
		{artsHistory, "8,030,432", "716,116.0"},
		{artsBoth, "4,677,535", "573,530.5"},
		{artsStar1, "1,779,750", "294,901.0"},
		{artsStar2, "1,160,786", "230,650.5"},
		{artsETC, "1,169,181", "231,281.0"},
		{plainRoot.apply(artsDeepening), "-", "-"},
		{plainRoot.apply(artsHistory), "-", "-"},
		{unordered.apply(artsDeepening), "-", "-"},
		{unordered.apply(artsBoth), "-", "-"},
		{unordered.apply(artsETC), "-", "-"},
		{fromInPlay.apply(artsETC), "-", "-"},
		{bounded(artsStar1), "-", "-"},
		{bounded(artsStar2), "-", "-"},
		{bounded(artsETC), "-", "-"},
	} {
		c, err := countNodes(ctx, plainArts, row.setting, states, depth, o)
		if err != nil {
			return err
		}
		addNodeRow(&t, row.name, c.at(depth), row.mean, row.median)
	}
	noteSample(&t, len(states))
	return t.Write(w, o)
}

func addNodeRow(t *Table, name string, nodes []int64, paperMean, paperMedian string) {
	x := make([]float64, len(nodes))
	least, most := nodes[0], nodes[0]
	for i, n := range nodes {
		x[i] = float64(n)
		least, most = min(least, n), max(most, n)
	}
	mean, deviation := meanDeviation(x)
	t.Add(name, thousands(total(nodes)), thousands(int64(mean)), fmt.Sprintf("%.1f", median(nodes)), thousands(int64(deviation)),
		thousands(least), thousands(most), paperMean, paperMedian)
}

// artsFeatureNodes is table 6.13. Bounds of events, which exist only without
// features, are off, so that all rows are searched alike.
func artsFeatureNodes(ctx context.Context, o *Options, w io.Writer) error {
	paper := []string{"-", "1.76%", "-0.29%", "7.84%", "0.14%", "-7.92%", "1.88%"}
	states, err := artsStates(o.positions(artsPositions))
	if err != nil {
		return err
	}
	depth := o.depth(artsDepth)
	t := Table{Title: fmt.Sprintf("Table 6.13: Nodes of a %d-ply search with evaluation features", depth), Columns: []string{"feature", "nodes", "gain", "Arts"}}
	var first []int64
	for k, printed := range paper {
		var features eval.ArtsFeatures
		name, gain := "none", "-"
		if k > 0 {
			features = 1 << (k - 1)
			name = fmt.Sprint(k)
		}
		e := func() search.Evaluator[*hidden.State] { return &eval.Arts{Features: features} }
		c, err := countNodes(ctx, e, with(artsETC, "feature "+name, func(*search.Options) {}), states, depth, o)
		if err != nil {
			return err
		}
		if k == 0 {
			first = c.at(depth)
		} else {
			gain = percent(reduction(first, c.at(depth), everyone(len(states))))
		}
		t.Add(name, thousands(total(c.at(depth))), gain, printed)
	}
	noteSample(&t, len(states))
	return t.Write(w, o)
}
