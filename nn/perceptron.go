package nn

import (
	"encoding/json"
	"fmt"
	"math"
)

// maxPerceptronWidth bounds what a header may ask for.
const maxPerceptronWidth = 1 << 16

// PerceptronSizes say how a Perceptron is built.
type PerceptronSizes struct {
	Layers []int  `json:"layers"` // inputs, hidden layers (ReLU), outputs
	Output string `json:"output"` // "softmax" or "sigmoid"
	Groups int    `json:"groups"` // how many softmaxes share the outputs evenly
}

// PerceptronWeights are a multi-layer perceptron's weights; any number of
// Perceptrons share them.
type PerceptronWeights struct {
	Sizes PerceptronSizes

	first  table     // inputs are mostly zero
	bias   []float32 // of the first layer, padded
	layers []dense   // the other layers
	widest int
}

// Perceptron returns the network in the file, whose input must be encoded as
// features says. train/straitego/perceptron.py names the tensors.
func (f *File) Perceptron(features string) (*PerceptronWeights, error) {
	if err := f.expect("perceptron", features); err != nil {
		return nil, err
	}
	w := &PerceptronWeights{}
	if err := json.Unmarshal(f.Header.Sizes, &w.Sizes); err != nil {
		return nil, fmt.Errorf("%s: sizes are damaged: %w", f.Name, err)
	}
	if err := w.Sizes.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	s := w.Sizes.Layers
	for i := range len(s) - 1 {
		name := fmt.Sprintf("layers.%d", i)
		weight, err := f.Tensor(name+".weight", s[i+1], s[i])
		if err != nil {
			return nil, err
		}
		bias, err := f.Tensor(name+".bias", s[i+1])
		if err != nil {
			return nil, err
		}
		if i == 0 {
			w.first = newTable(s[0], s[1], weight)
			w.bias = make([]float32, padded(s[1]))
			copy(w.bias, bias)
		} else {
			w.layers = append(w.layers, newDense(s[i], s[i+1], weight, bias))
		}
		w.widest = max(w.widest, padded(s[i+1]))
	}
	return w, nil
}

func (s *PerceptronSizes) check() error {
	if len(s.Layers) < 2 || len(s.Layers) > maxLayers {
		return fmt.Errorf("impossible number of layers %d", len(s.Layers)-1)
	}
	for _, n := range s.Layers {
		if n < 1 || n > maxPerceptronWidth {
			return fmt.Errorf("impossible layer sizes %v", s.Layers)
		}
	}
	switch out := s.Layers[len(s.Layers)-1]; {
	case s.Output == "sigmoid":
		return nil
	case s.Output != "softmax":
		return fmt.Errorf("unknown output %q: it is softmax or sigmoid", s.Output)
	case s.Groups < 1 || out%s.Groups != 0:
		return fmt.Errorf("%d outputs do not divide into %d groups", out, s.Groups)
	}
	return nil
}

// Perceptron evaluates one input at a time. It holds the buffers of an
// evaluation, so each goroutine needs its own.
type Perceptron struct {
	weights *PerceptronWeights
	k       *Kernel
	input   Sparse
	x, y    []float32
}

// New returns a network with buffers of its own.
func (w *PerceptronWeights) New() *Perceptron { return w.newWith(kernels[0]) }

func (w *PerceptronWeights) newWith(k *Kernel) *Perceptron {
	return &Perceptron{weights: w, k: k, x: make([]float32, w.widest), y: make([]float32, w.widest)}
}

// Evaluate returns the outputs for an input, zeros of which are skipped. The
// result stays good until the next call.
func (p *Perceptron) Evaluate(input []float32) ([]float32, error) {
	if want := p.weights.Sizes.Layers[0]; len(input) != want {
		return nil, fmt.Errorf("evaluating: %d inputs, want %d", len(input), want)
	}
	p.input.SetDense(input, len(input))
	return p.EvaluateSparse(&p.input)
}

// EvaluateSparse is Evaluate for an input given by its nonzeros, as one row.
func (p *Perceptron) EvaluateSparse(input *Sparse) ([]float32, error) {
	s := p.weights.Sizes.Layers
	if input.Rows() != 1 || !input.below(s[0]) {
		return nil, fmt.Errorf("evaluating: the input is not one row of %d", s[0])
	}
	index, value := input.row(0)
	first := p.x[:len(p.weights.bias)]
	copy(first, p.weights.bias)
	p.weights.first.add(p.k, index, value, first)
	if len(p.weights.layers) > 0 {
		for i := range first {
			first[i] = max(first[i], 0)
		}
	}
	for i := range p.weights.layers {
		m := storeReLU
		if i == len(p.weights.layers)-1 {
			m = store
		}
		p.weights.layers[i].apply(p.k, 1, p.x, p.weights.widest, p.y, p.weights.widest, m)
		p.x, p.y = p.y, p.x
	}
	out := p.x[:s[len(s)-1]]
	p.finish(out)
	return out, nil
}

// finish turns logits into probabilities.
func (p *Perceptron) finish(out []float32) {
	if p.weights.Sizes.Output == "sigmoid" {
		for i, v := range out {
			out[i] = sigmoid(v)
		}
		return
	}
	for n := len(out) / p.weights.Sizes.Groups; len(out) > 0; out = out[n:] {
		softmaxPlain(out[:n])
	}
}

// sigmoid returns 1 / (1 + exp(−v)).
func sigmoid(v float32) float32 {
	e := exp(-math.Abs(float64(v)))
	if v < 0 {
		return float32(e / (1 + e))
	}
	return float32(1 / (1 + e))
}
