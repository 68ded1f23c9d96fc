package agents

import (
	"math/rand/v2"
	"slices"

	"marengo/eval"
	"marengo/figure"
	"marengo/mcts"
	"marengo/stratego"
)

// The parts by name: selectors (Schoenmakers 6.2) and evaluators (8.1, and our worth).
var (
	selectorNames  = []string{"epsilon", "ucb", "puct"}
	evaluatorNames = []string{"nuc", "rollout", "mets", "mets-sum", "flat", "noflag", "nuvc", "worth", "gain", "nn", "double", "doublenuc"}
)

// mctsFigures are the numbers that mcts plays by: how much its selectors explore, as
// Schoenmakers settles on (6.2), how often the enemy errs in the tree of many worlds, and what our
// evaluator holds of the pieces.
type mctsFigures struct {
	C       float64 `figure:"0.15 0 2 0.03"`
	Epsilon float64 `figure:"0.65 0 1 0.05"`
	C1      float64 `figure:"1.25 0 5 0.1"`
	Errs    float64 `figure:"0 0 1 0.05"`
	worth   eval.WorthFigures
}

// read sets the figures as the option says.
func (f *mctsFigures) read(a *Args) {
	figure.Reset(f)
	figure.Reset(&f.worth)
	a.Figures(slices.Concat(figure.Of("", f), f.worth.Vector()), "mcts")
}

func (c *mctsConfig) readSelector(a *Args) {
	switch a.Choice("select", selectorNames...) {
	case "epsilon":
		c.selector = &mcts.EpsilonGreedy{Epsilon: a.FloatOr("epsilon", 0, 1, c.figures.Epsilon), AtOnce: a.Choice("draw", "untried", "all") == "all"}
	case "ucb":
		c.selector = &mcts.UCB{C: a.FloatOr("c", 0, 100, c.figures.C)}
	case "puct":
		c.selector = &mcts.PUCT{C1: a.FloatOr("c1", 0, 100, c.figures.C1), C2: a.Float("c2", 1, 1e9)}
		load := loadNetwork(a, moveWeights, eval.ReadMoveWeights)
		c.predictor = func() (mcts.Predictor[*stratego.State], error) {
			w, err := load()
			if err != nil {
				return nil, err
			}
			return eval.NewPredictor(w), nil
		}
	}
}

func (c *mctsConfig) readEvaluator(a *Args) {
	always := func(e mcts.Evaluator[*stratego.State]) {
		c.evaluator = func(*rand.Rand) (mcts.Evaluator[*stratego.State], error) { return e, nil }
	}
	network := func(k eval.NetworkKind) {
		load := loadNetwork(a, stateWeights, eval.ReadStateWeights)
		c.evaluator = func(*rand.Rand) (mcts.Evaluator[*stratego.State], error) {
			w, err := load()
			if err != nil {
				return nil, err
			}
			return eval.NewNetwork(w, k), nil
		}
	}
	switch a.Choice("evaluate", evaluatorNames...) {
	case "nuc":
		always(eval.UnitCount{})
	case "noflag":
		always(eval.UnitCount{WithoutFlag: true})
	case "flat":
		always(eval.FlatCount{})
	case "nuvc":
		always(eval.ValueCount{})
	case "worth":
		always(eval.Worth{Figures: &c.figures.worth})
	case "gain":
		c.evaluator = func(*rand.Rand) (mcts.Evaluator[*stratego.State], error) {
			return &eval.Gain{Figures: &c.figures.worth}, nil
		}
	case "mets":
		always(eval.Mets{})
	case "mets-sum":
		always(eval.Mets{AsSummed: true})
	case "rollout":
		c.evaluator = func(rng *rand.Rand) (mcts.Evaluator[*stratego.State], error) { return &eval.Rollout{Rng: rng}, nil }
	case "nn":
		network(eval.Single)
	case "double":
		network(eval.Double)
	case "doublenuc":
		network(eval.DoubleCount)
	}
}
