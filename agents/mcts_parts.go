package agents

import (
	"math/rand/v2"

	"marengo/eval"
	"marengo/mcts"
	"marengo/stratego"
)

// The parts by name: selectors (Schoenmakers 6.2) and evaluators (8.1).
var (
	selectorNames  = []string{"epsilon", "ucb", "puct"}
	evaluatorNames = []string{"nuc", "rollout", "mets", "mets-sum", "flat", "noflag", "nuvc", "nn", "double", "doublenuc"}
)

func (c *mctsConfig) readSelector(a *Args) {
	switch a.Choice("select", selectorNames...) {
	case "epsilon":
		c.selector = &mcts.EpsilonGreedy{Epsilon: a.Float("epsilon", 0, 1), AtOnce: a.Choice("draw", "untried", "all") == "all"}
	case "ucb":
		c.selector = &mcts.UCB{C: a.Float("c", 0, 100)}
	case "puct":
		c.selector = &mcts.PUCT{C1: a.Float("c1", 0, 100), C2: a.Float("c2", 1, 1e9)}
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
