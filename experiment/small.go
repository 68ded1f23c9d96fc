package experiment

// smallest is a scale at which most experiments end in a second. It measures nothing: it shows that
// they run.
var smallest = Options{Positions: 3, Depth: 2, Games: 2, Nodes: 60, Evaluations: 20}

// smallPlies is where games between players are broken off: the paper's would take minutes.
const smallPlies = 30

// smallScales are those of experiments that need more of something, or can do with less.
var smallScales = map[string]Options{
	"schadd-5.2":     {Positions: 3, Depth: 3, Nodes: 100_000},
	"schadd-5.3":     {Positions: 3, Depth: 3, Nodes: 100_000},
	"schadd-5.4":     {Positions: 3, Depth: 3, Nodes: 100_000},
	"schadd-5.6":     {Positions: 3, Depth: 5, Nodes: 100_000},
	"schadd-5.7":     {Positions: 3, Depth: 5, Nodes: 100_000},
	"schadd-5.8":     {Positions: 3, Depth: 5, Nodes: 100_000},
	"schadd-5.10":    {Positions: 3, Depth: 2, Nodes: 100_000},
	"schadd-robust":  {Positions: 40, Depth: 4, Nodes: 100_000, CutDepths: []int{2, 3}},
	"schadd-phase":   {Positions: 40, Depth: 4, Nodes: 100_000, CutDepths: []int{2, 3}},
	"schadd-multi":   {Positions: 40, Depth: 4, Nodes: 100_000, CutDepths: []int{2, 3}},
	"de-boer-4.3":    {Positions: 3},
	"turning-points": {Games: 1, Evaluations: 8},
}

// Small returns options with the experiment's smallest scale in place of theirs.
func (e Experiment) Small(o *Options) Options {
	scale, ok := smallScales[e.Name]
	if !ok {
		scale = smallest
	}
	out := *o
	out.Positions, out.Depth, out.Games, out.Nodes, out.Evaluations = scale.Positions, scale.Depth, scale.Games, scale.Nodes, scale.Evaluations
	out.CutDepths = scale.CutDepths
	out.Plies = smallPlies
	return out
}
