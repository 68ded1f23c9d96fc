package setup

import (
	"fmt"
	"slices"

	"marengo/nn"
	"marengo/stratego"
)

// ClassifierFeatures is how weight files name the classifier's input: for each
// square and each rank, whether the rank stands there once the setup is turned such
// that its flag is in the left half.
const ClassifierFeatures = "setup-2"

// firstKind is which of the classifier's two outputs stands for a setup that is human, or good.
const firstKind = 0

// ClassifierWeights are a network that tells human setups from random ones
// (Schoenmakers 5.2.2) or good ones from bad (chapter 12), shared by any number of Classifiers.
type ClassifierWeights struct{ weights *nn.PerceptronWeights }

// ReadClassifier takes the network from a weight file.
func ReadClassifier(f *nn.File) (*ClassifierWeights, error) {
	w, err := f.Perceptron(ClassifierFeatures)
	if err != nil {
		return nil, err
	}
	const inputs = stratego.SetupSquares * stratego.Ranks
	if n := w.Sizes.Layers; n[0] != inputs || n[len(n)-1] != 2 || w.Sizes.Groups != 1 {
		return nil, fmt.Errorf("%s: a classifier has %d inputs and 2 outputs, not %v", f.Name, inputs, n)
	}
	return &ClassifierWeights{w}, nil
}

// Classifier judges one setup at a time; each goroutine needs its own.
type Classifier struct {
	network *nn.Perceptron
	input   nn.Sparse
}

// New returns a Classifier with buffers of its own.
func (w *ClassifierWeights) New() *Classifier { return &Classifier{network: w.weights.New()} }

// Sure returns how sure the network is, 0 to 1, that a setup is human, or good: the chance that it beats an average one.
func (c *Classifier) Sure(s *stratego.Setup) float64 {
	if slices.Index(s[:], stratego.Flag)%stratego.Files >= stratego.Files/2 {
		turned := s.Mirror()
		s = &turned
	}
	c.input.Reset()
	for i, r := range s {
		if r < stratego.NoRank {
			c.input.Add(uint16(i*stratego.Ranks+int(r)), 1)
		}
	}
	c.input.EndRow()
	p, err := c.network.EvaluateSparse(&c.input)
	if err != nil {
		panic(err) // the sizes were checked when the weights were read
	}
	return float64(p[firstKind])
}
