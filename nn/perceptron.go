package nn

import (
	"cmp"
	"encoding/json"
	"errors"
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
	kernel *Kernel
}

// Perceptron returns the network in the file, whose input must be encoded as
// features says. train/straitego/perceptron.py names the tensors.
func (f *File) Perceptron(features string) (*PerceptronWeights, error) {
	if err := f.expect("perceptron", features); err != nil {
		return nil, err
	}
	w := &PerceptronWeights{kernel: cmp.Or(f.Kernel, kernels[0])}
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

func (w *PerceptronWeights) outputs() int { return w.Sizes.Layers[len(w.Sizes.Layers)-1] }

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
	fresh   []bool // the panels of the last layer that are computed
}

// New returns a network with buffers of its own.
func (w *PerceptronWeights) New() *Perceptron { return w.newWith(w.kernel) }

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
	if err := p.hidden(input); err != nil {
		return nil, err
	}
	if n := len(p.weights.layers); n > 0 {
		p.layer(n-1, store)
	}
	out := p.x[:p.weights.outputs()]
	p.finish(out)
	return out, nil
}

// Shares gives some outputs of a network with one softmax the shares that they have among each other, and computes no
// others. Outputs may be named more than once.
func (p *Perceptron) Shares(input *Sparse, outputs []int, shares []float32) error {
	w := p.weights
	switch {
	case w.Sizes.Output != "softmax" || w.Sizes.Groups != 1 || len(w.layers) == 0:
		return errors.New("evaluating: the network has no softmax over all its outputs")
	case len(shares) != len(outputs):
		return fmt.Errorf("evaluating: room for %d shares of %d outputs", len(shares), len(outputs))
	}
	if err := p.hidden(input); err != nil {
		return err
	}
	last := &w.layers[len(w.layers)-1]
	p.fresh = append(p.fresh[:0], make([]bool, len(last.bias)/panelWidth)...)
	for i, o := range outputs {
		if o < 0 || o >= last.out {
			return fmt.Errorf("evaluating: output %d of %d", o, last.out)
		}
		if j := o / panelWidth; !p.fresh[j] {
			p.fresh[j] = true
			last.applyPanel(p.k, j*panelWidth, 1, p.x, w.widest, p.y, w.widest, store)
		}
		shares[i] = p.y[o]
	}
	softmaxPlain(shares)
	return nil
}

// hidden computes all layers but the last into p.x; of a network with one layer, that one.
func (p *Perceptron) hidden(input *Sparse) error {
	w := p.weights
	if n := w.Sizes.Layers[0]; input.Rows() != 1 || !input.below(n) {
		return fmt.Errorf("evaluating: the input is not one row of %d", n)
	}
	index, value := input.row(0)
	first := p.x[:len(w.bias)]
	copy(first, w.bias)
	w.first.add(p.k, index, value, first)
	if len(w.layers) > 0 {
		for i := range first {
			first[i] = max(first[i], 0)
		}
	}
	for i := range len(w.layers) - 1 {
		p.layer(i, storeReLU)
	}
	return nil
}

// layer computes one layer from p.x, and leaves its outputs there.
func (p *Perceptron) layer(i int, m mode) {
	p.weights.layers[i].apply(p.k, 1, p.x, p.weights.widest, p.y, p.weights.widest, m)
	p.x, p.y = p.y, p.x
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
