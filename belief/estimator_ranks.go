package belief

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"marengo/nn"
	"marengo/stratego"
)

// RankFeatures is how weight files name the direct rank network's input: for each
// square of the setup and each rank, in the order of ParseSetup, whether the
// piece that began there can have the rank as far as its opponent knows.
const RankFeatures = "possible-1"

// RankWeights are the direct rank network: for each square of the setup a
// distribution over the ranks (Schoenmakers 7.2.6).
type RankWeights struct{ weights *nn.PerceptronWeights }

// ReadRankWeights takes the network from a weight file.
func ReadRankWeights(f *nn.File) (*RankWeights, error) {
	w, err := f.Perceptron(RankFeatures)
	if err != nil {
		return nil, err
	}
	const width = Pieces * stratego.Ranks
	if n := w.Sizes.Layers; n[0] != width || n[len(n)-1] != width || w.Sizes.Groups != Pieces {
		return nil, fmt.Errorf("%s: a rank network has %d inputs and outputs in %d groups, not %v in %d",
			f.Name, width, Pieces, n, w.Sizes.Groups)
	}
	return &RankWeights{w}, nil
}

// Hidden returns the units of the layers between input and output.
func (w *RankWeights) Hidden() []int {
	n := w.weights.Sizes.Layers
	return slices.Clone(n[1 : len(n)-1])
}

// Direct asks a network for the rank of each piece and makes the likeliest whole
// assignment of its answers by a minimum-cost matching (Schoenmakers 7.2.6). Its
// matrix is the network's answer, scaled to what is left of each rank.
type Direct struct {
	Side Side

	network  *nn.Perceptron
	input    nn.Sparse
	facts    facts
	evidence evidence
	hidden   hidden
	matrix   Matrix
	world    [Pieces]stratego.Rank
}

// NewDirect returns the estimator with a network of its own.
func NewDirect(w *RankWeights) *Direct { return &Direct{network: w.weights.New()} }

// encode writes the network's input.
func (e *evidence) encode(x *nn.Sparse) {
	x.Reset()
	eachMay(&e.may, func(input int) { x.Add(uint16(input), 1) })
	x.EndRow()
}

// eachMay calls set with every input that is 1: a square of the setup and a rank that its piece can have.
func eachMay(may *[Pieces]stratego.RankSet, set func(input int)) {
	for i, s := range may {
		for r := range stratego.Ranks {
			if s.Has(stratego.Rank(r)) {
				set(i*stratego.Ranks + r)
			}
		}
	}
}

// Update implements Estimator.
func (e *Direct) Update(v *stratego.View) {
	c := e.Side.color(v)
	e.facts.read(v, c)
	e.evidence.read(v, c)
	e.evidence.encode(&e.input)
	p, err := e.network.EvaluateSparse(&e.input)
	if err != nil {
		panic(err) // the sizes were checked when the weights were read
	}
	var share [Pieces][stratego.Ranks]float64
	for i, id := range e.evidence.id {
		if id < 0 {
			continue
		}
		for r := range stratego.Ranks {
			share[id][r] = float64(p[i*stratego.Ranks+r])
		}
	}
	e.facts.match(func(id int, r stratego.Rank) float64 { return 1 - share[id][r] }, &e.world)
	e.fillMatrix(v, c, &share)
}

// fillMatrix scales the network's shares to the numbers left.
func (e *Direct) fillMatrix(v *stratego.View, c stratego.Color, share *[Pieces][stratego.Ranks]float64) {
	e.hidden.fill(&e.facts, &e.matrix, func(id int, row *[stratego.Ranks]float64) {
		may, possible := v.Possible(c, id), 0.0
		for r, x := range share[id] {
			if may.Has(stratego.Rank(r)) {
				possible += x
			}
		}
		for r := range row {
			if may.Has(stratego.Rank(r)) {
				row[r] = max(share[id][r]/max(possible, math.SmallestNonzeroFloat32), leastShare)
			}
		}
	})
}

// Matrix implements Estimator.
func (e *Direct) Matrix() *Matrix { return &e.matrix }

// Sample implements Estimator: it returns the estimate, whatever the chance. The slice
// is good until the next Update.
func (e *Direct) Sample(*rand.Rand) []stratego.Rank { return e.world[:] }
