package agents

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"marengo/belief"
	"marengo/eval"
	"marengo/mcts"
	"marengo/nn"
	"marengo/setup"
	"marengo/stratego"
)

// The parts by name: selectors (Schoenmakers 6.2), estimators (7.2) and evaluators (8.1).
var (
	selectorNames  = []string{"epsilon", "ucb", "puct"}
	estimatorNames = []string{"random", "database", "rvh", "direct", "exact"}
	evaluatorNames = []string{"nuc", "rollout", "mets", "mets-sum", "flat", "noflag", "nuvc", "nn", "double", "doublenuc"}
)

func words(names []string) string { return strings.Join(names, ", ") }

// omniscient is the estimator that no agent string opens.
const omniscient = "omniscient"

var errTruth = errors.New("the omniscient estimator is told the truth: only experiments have it")

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

func (c *mctsConfig) readEstimator(a *Args) {
	if a.String("estimate") == omniscient {
		if !a.door {
			a.Fail("estimate", errTruth)
		}
		c.estimator = func() (belief.Estimator, error) { return &belief.Omniscient{}, nil }
		return
	}
	c.estimator = pickEstimator(a, a.Choice("estimate", estimatorNames...))
}

// pickEstimator returns the maker of one of estimatorNames, for an agent with the options
// database and weights.
func pickEstimator(a *Args, name string) func() (belief.Estimator, error) {
	switch name {
	case "random":
		return func() (belief.Estimator, error) { return &belief.Scattered{}, nil }
	case "exact":
		return func() (belief.Estimator, error) {
			return &belief.Exact{Estimator: belief.NewGuesser(belief.Options{})}, nil
		}
	case "database":
		list := readDatabase(a)
		return func() (belief.Estimator, error) {
			setups, err := list()
			return &belief.Database{Setups: setups}, err
		}
	case "rvh":
		load := loadNetwork(a, humanWeights, setup.ReadClassifier)
		return func() (belief.Estimator, error) {
			w, err := load()
			if err != nil {
				return nil, err
			}
			return belief.NewHuman(w), nil
		}
	case "direct":
		load := loadNetwork(a, rankWeights, belief.ReadRankWeights)
		return func() (belief.Estimator, error) {
			w, err := load()
			if err != nil {
				return nil, err
			}
			return belief.NewDirect(w), nil
		}
	}
	return nil
}

// What the estimators can be told.
var (
	databaseOption = Option{Name: "database", Default: importedSetups, Help: "setups that the database estimator knows: imported, generated or a file"}
	weightsOption  = Option{Name: "weights", Help: "folder of networks to use instead of the built-in ones"}
)

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

// The networks' files, in the folder of weights.
const (
	moveWeights  = "straitego-moves.weights"
	rankWeights  = "straitego-ranks.weights"
	stateWeights = "straitego-states.weights"
	humanWeights = "straitego-human.weights"
)

// loadNetwork reads a network from the folder that the weights option names, at
// once, so that a bad file is an error in the agent string; or from the program
// itself, when the first agent is made.
func loadNetwork[W any](a *Args, name string, read func(*nn.File) (W, error)) func() (W, error) {
	path, raw := name, []byte(nil)
	var err error
	if folder := a.String("weights"); folder != "" {
		path = filepath.Join(folder, name)
		raw, err = os.ReadFile(path)
	} else if name == humanWeights {
		raw, err = setup.BuiltInClassifier()
		path = "built-in " + name
	} else {
		path = "built-in " + name
		if raw, err = builtIn.ReadFile("weights/" + name); err != nil {
			err = fmt.Errorf("this program was built without %s; give weights=FOLDER", name)
		}
	}
	var w W
	if err == nil {
		sum := sha256.Sum256(raw)
		a.files = append(a.files, File{Path: path, SHA256: hex.EncodeToString(sum[:])})
		w, err = parseNetwork(path, raw, read)
	}
	if err != nil {
		a.Fail("weights", err)
	}
	return func() (W, error) { return w, err }
}

func parseNetwork[W any](path string, raw []byte, read func(*nn.File) (W, error)) (w W, err error) {
	f, err := nn.Parse(path, raw)
	if err != nil {
		return w, err
	}
	return read(f)
}
