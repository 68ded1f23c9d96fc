package nn

import "fmt"

const (
	// tokenRows is allTokens filled up to the panel kernel's six rows at a time; the
	// rows beyond hold numbers that nothing reads.
	tokenRows = 96

	// rowGap sets consecutive rows off a power of two, so that six of them do not
	// compete for the same lines of the cache.
	rowGap = 16

	// hiddenScore is a score that softmax turns into nothing.
	hiddenScore = -1e30
)

// Value is the chance of each result, seen by the player to move.
type Value struct{ Win, Draw, Loss float32 }

// Expected returns the expected result, from -1 to 1.
func (v Value) Expected() float32 { return v.Win - v.Loss }

// Transformer evaluates positions, one at a time. It holds the buffers of an
// evaluation, so each goroutine needs its own.
type Transformer struct {
	weights *TransformerWeights
	k       *kernels
	input   Sparse

	stride int // of x, normal and mixed
	x      []float32
	normal []float32
	mixed  []float32 // what the heads bring together; the queries of the policy

	wide  int       // stride of qkv and inner
	qkv   []float32 // also the keys of the policy
	inner []float32

	keys   []float32 // one head's keys in panels of 16 tokens
	scores []float32 // [96, 96]: one head's attention of each token to each
}

// New returns a network with buffers of its own.
func (w *TransformerWeights) New() *Transformer { return w.newWith(best()) }

func (w *TransformerWeights) newWith(k *kernels) *Transformer {
	d := w.Sizes.Width
	t := &Transformer{weights: w, k: k, stride: d + rowGap, wide: upFactor*d + rowGap}
	t.x = make([]float32, tokenRows*t.stride)
	t.normal = make([]float32, tokenRows*t.stride)
	t.mixed = make([]float32, tokenRows*t.stride)
	t.qkv = make([]float32, tokenRows*t.wide)
	t.inner = make([]float32, tokenRows*t.wide)
	t.keys = make([]float32, tokenRows*d/w.Sizes.Heads)
	t.scores = make([]float32, tokenRows*tokenRows)
	return t
}

// Evaluate takes the 92·192 features of a position, token by token, and its legal
// moves, each source·92 + destination. It fills policy, as long as legal, with
// the moves' probabilities, and returns the position's value.
func (t *Transformer) Evaluate(features []float32, legal []uint16, policy []float32) (Value, error) {
	if len(features) != Tokens*Features {
		return Value{}, fmt.Errorf("evaluating: %d features, want %d", len(features), Tokens*Features)
	}
	t.input.SetDense(features, Features)
	return t.EvaluateSparse(&t.input, legal, policy)
}

// EvaluateSparse is Evaluate for features given by their nonzeros, a row for each
// token.
func (t *Transformer) EvaluateSparse(features *Sparse, legal []uint16, policy []float32) (Value, error) {
	if features.Rows() != Tokens || !features.below(Features) {
		return Value{}, fmt.Errorf("evaluating: the features are not %d rows of %d", Tokens, Features)
	}
	if len(policy) != len(legal) {
		return Value{}, fmt.Errorf("evaluating: room for %d probabilities, but %d legal moves", len(policy), len(legal))
	}
	for _, m := range legal {
		if m >= Tokens*Tokens {
			return Value{}, fmt.Errorf("evaluating: no move has the number %d", m)
		}
	}
	t.embed(features)
	for i := range t.weights.blocks {
		t.attend(&t.weights.blocks[i])
		t.feedForward(&t.weights.blocks[i])
	}
	t.weights.norm.apply(t.k, allTokens, t.x, t.normal, t.stride)
	t.policy(legal, policy)
	return t.value(), nil
}

// embed fills x.
func (t *Transformer) embed(features *Sparse) {
	d := t.weights.Sizes.Width
	for r := range allTokens {
		x := t.x[r*t.stride:][:d]
		copy(x, t.weights.start[r*d:])
		if r < Tokens {
			index, value := features.row(r)
			t.weights.embed.add(t.k, index, value, x)
		}
	}
	clear(t.x[allTokens*t.stride:])
}

// feedForward adds a block's feed-forward part to x.
func (t *Transformer) feedForward(b *block) {
	b.norm2.apply(t.k, tokenRows, t.x, t.normal, t.stride)
	b.up.apply(t.k, tokenRows, t.normal, t.stride, t.inner, t.wide, storeReLU)
	b.down.apply(t.k, tokenRows, t.inner, t.wide, t.x, t.stride, storeAdd)
}

// policy fills p with the probabilities of the legal moves, from the normalised
// tokens.
func (t *Transformer) policy(legal []uint16, p []float32) {
	if len(legal) == 0 {
		return
	}
	d := t.weights.Sizes.Width
	t.weights.query.apply(t.k, tokenRows, t.normal, t.stride, t.mixed, t.stride, store)
	t.weights.key.apply(t.k, tokenRows, t.normal, t.stride, t.qkv, t.wide, store)
	for i, m := range legal {
		source, destination := int(m)/Tokens, int(m)%Tokens
		p[i] = dot(t.mixed[source*t.stride:][:d], t.qkv[destination*t.wide:][:d])
	}
	softmaxPlain(p)
}

// value returns the value token's opinion, from the normalised tokens.
func (t *Transformer) value() Value {
	var row [panelWidth]float32
	last := t.normal[Tokens*t.stride:]
	v := &t.weights.value
	panelPlain(1, v.in, last, t.stride, v.panels, panelWidth, row[:], panelWidth, v.bias, store)
	softmaxPlain(row[:valueSizes])
	return Value{Win: row[0], Draw: row[1], Loss: row[2]}
}

// dot returns the scalar product, in four sums that do not wait for each other;
// the length is a multiple of four.
func dot(a, b []float32) float32 {
	var s0, s1, s2, s3 float32
	for i := 0; i+4 <= len(a) && i+4 <= len(b); i += 4 {
		x, y := (*[4]float32)(a[i:]), (*[4]float32)(b[i:])
		s0 += x[0] * y[0]
		s1 += x[1] * y[1]
		s2 += x[2] * y[2]
		s3 += x[3] * y[3]
	}
	return s0 + s1 + s2 + s3
}
