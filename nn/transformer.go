package nn

import (
	"encoding/json"
	"fmt"
	"math"
	"sync"
)

// The input of a Transformer: the observation of docs/features.md, version 2.
const (
	Tokens      = 92  // squares that are no lake
	Features    = 192 // of a token
	Observation = "observation-2"
)

// Networks of version 1 read the same, but for the features that it left at zero,
// whose weights nothing ever taught.
const (
	olderObservation = "observation-1"
	olderFeatures    = 179
)

const (
	allTokens  = Tokens + 1 // the last is the value token
	maxWidth   = 4096       // bounds on what a header may ask for
	maxLayers  = 64
	upFactor   = 4 // the feed-forward part's inner width, in widths
	valueSizes = 3 // win, draw, loss
)

// TransformerSizes are the free sizes of a Transformer.
type TransformerSizes struct {
	Width  int `json:"width"`
	Layers int `json:"layers"`
	Heads  int `json:"heads"`
}

// TransformerWeights are a Transformer's weights, ready for the kernels; any
// number of Transformers share them.
type TransformerWeights struct {
	Sizes TransformerSizes

	kernel *Kernel
	embed  table
	start  []float32 // [93, width]: what each token holds before its features
	blocks []block
	bytes  func() []block // the blocks with layers in bytes, made when they are first asked for
	norm   norm
	query  dense // scaled by 1/√width
	key    dense
	value  dense
	belief belief
}

// block is one encoder layer: attention, then a ReLU layer of four times the width.
type block struct {
	norm1    norm
	queries  layer // scaled by 1/√(width of a head)
	offers   layer // keys, then values
	out      layer
	norm2    norm
	up, down layer
}

// Transformer returns the network in the file. train/champion/model.py names the tensors.
func (f *File) Transformer() (*TransformerWeights, error) {
	observation := Observation
	if f.Header.Features == olderObservation {
		observation = olderObservation
	}
	if err := f.expect("transformer", observation); err != nil {
		return nil, err
	}
	var s TransformerSizes
	if err := json.Unmarshal(f.Header.Sizes, &s); err != nil {
		return nil, fmt.Errorf("%s: sizes are damaged: %w", f.Name, err)
	}
	if err := s.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	w, err := newTransformer(f, s, observation)
	if err == nil && f.Kernel != nil {
		w = w.With(f.Kernel)
	}
	return w, err
}

func (s TransformerSizes) check() error {
	if s.Width < 1 || s.Width > maxWidth || s.Layers < 1 || s.Layers > maxLayers || s.Heads < 1 || s.Heads > s.Width ||
		s.Width%(s.Heads*panelWidth) != 0 {
		return fmt.Errorf("impossible sizes %+v: the width must be a multiple of %d for each head", s, panelWidth)
	}
	return nil
}

// newTransformer makes a network of tensors.
func newTransformer(from tensors, s TransformerSizes, observation string) (*TransformerWeights, error) {
	w := &TransformerWeights{Sizes: s, kernel: kernels[0]}
	r := reader{from: from}
	w.embed = r.embed(s.Width, observation)
	w.start = r.start(s.Width)
	for i := range s.Layers {
		w.blocks = append(w.blocks, r.block(fmt.Sprintf("blocks.%d.", i), s))
	}
	w.norm = r.norm("ln", s.Width)
	w.query = r.projection("query.weight", s.Width, inverseRoot(s.Width))
	w.key = r.projection("key.weight", s.Width, 1)
	w.value = r.dense("value", s.Width, valueSizes)
	w.belief = r.belief(s.Width)
	if r.err != nil {
		return nil, r.err
	}
	w.bytes = sync.OnceValue(w.quantised)
	return w, nil
}

// With returns the same weights, whose networks run on the given kernel instead of
// this processor's fastest.
func (w *TransformerWeights) With(k *Kernel) *TransformerWeights {
	pinned := *w
	pinned.kernel = k
	return &pinned
}

// Kernel returns the kernel that networks of these weights run on.
func (w *TransformerWeights) Kernel() *Kernel { return w.kernel }

// tensors is where the numbers of a network come from.
type tensors interface {
	Has(name string) bool
	Tensor(name string, shape ...int) ([]float32, error)
}

// reader takes tensors and remembers the first error, after which tensors are nil
// and layers empty.
type reader struct {
	from tensors
	err  error
}

func (r *reader) tensor(name string, shape ...int) []float32 {
	if r.err != nil {
		return nil
	}
	values, err := r.from.Tensor(name, shape...)
	r.err = err
	return values
}

// embed reads what each feature adds to its token.
func (r *reader) embed(width int, observation string) table {
	weight := r.tensor("embed.weight", width, Features)
	if r.err != nil {
		return table{}
	}
	if observation == olderObservation {
		for row := weight; len(row) > 0; row = row[Features:] {
			clear(row[olderFeatures:Features])
		}
	}
	return newTable(Features, width, weight)
}

func (r *reader) dense(name string, in, out int) dense {
	weight, bias := r.tensor(name+".weight", out, in), r.tensor(name+".bias", out)
	if r.err != nil {
		return dense{}
	}
	return newDense(in, out, weight, bias)
}

// projection reads a square matrix without bias and multiplies it by scale.
func (r *reader) projection(name string, width int, scale float32) dense {
	weight := r.tensor(name, width, width)
	if r.err != nil {
		return dense{}
	}
	multiply(weight, scale)
	return newDense(width, width, weight, nil)
}

// attention reads the queries, and the keys and values, of a block. Scaling the
// queries once scales every product of a query and a key.
func (r *reader) attention(name string, width int, scale float32) (queries, offers layer) {
	weight, bias := r.tensor(name+".weight", 3*width, width), r.tensor(name+".bias", 3*width)
	if r.err != nil {
		return layer{}, layer{}
	}
	multiply(weight[:width*width], scale)
	multiply(bias[:width], scale)
	return layer{dense: newDense(width, width, weight[:width*width], bias[:width])},
		layer{dense: newDense(width, 2*width, weight[width*width:], bias[width:])}
}

func (r *reader) norm(name string, width int) norm {
	return norm{gain: r.tensor(name+".weight", width), bias: r.tensor(name+".bias", width)}
}

// start joins the position embedding and the bias of the token features, which
// every token but the value token has.
func (r *reader) start(width int) []float32 {
	start, bias := r.tensor("position", allTokens, width), r.tensor("embed.bias", width)
	if r.err != nil {
		return nil
	}
	for i := range Tokens * width {
		start[i] += bias[i%width]
	}
	return start
}

func (r *reader) block(prefix string, s TransformerSizes) block {
	d := s.Width
	queries, offers := r.attention(prefix+"qkv", d, inverseRoot(d/s.Heads))
	return block{
		norm1:   r.norm(prefix+"ln1", d),
		queries: queries,
		offers:  offers,
		out:     layer{dense: r.dense(prefix+"out", d, d)},
		norm2:   r.norm(prefix+"ln2", d),
		up:      layer{dense: r.dense(prefix+"up", d, upFactor*d)},
		down:    layer{dense: r.dense(prefix+"down", upFactor*d, d)},
	}
}

// inverseRoot returns 1/√n.
func inverseRoot(n int) float32 { return float32(1 / math.Sqrt(float64(n))) }

func multiply(x []float32, a float32) {
	for i := range x {
		x[i] *= a
	}
}
