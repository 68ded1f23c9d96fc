package nn

import "fmt"

const (
	// tokenRows is allTokens filled up to whole tiles; the rows beyond hold numbers
	// that nothing reads.
	tokenRows = (allTokens + tileRows - 1) / tileRows * tileRows

	// valueTile is where the tile of the value token begins.
	valueTile = tokenRows - tileRows

	// rowGap sets consecutive rows off a power of two, so that six of them do not
	// compete for the same lines of the cache.
	rowGap = 16

	// hiddenScore is a score that softmax turns into nothing.
	hiddenScore = -1e30

	// byteGap does for rows of bytes what rowGap does for rows of floats.
	byteGap = 64
)

// Value is the chance of each result, seen by the player to move.
type Value struct{ Win, Draw, Loss float32 }

// Expected returns the expected result, from -1 to 1.
func (v Value) Expected() float32 { return v.Win - v.Loss }

// Transformer evaluates positions, one at a time. It holds the buffers of an
// evaluation, so each goroutine needs its own.
type Transformer struct {
	weights *TransformerWeights
	k       *Kernel
	blocks  []block
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

	bytes []uint8 // the rows of an operand, and what a step is worth in each
	steps []float32
}

// New returns a network with buffers of its own.
func (w *TransformerWeights) New() *Transformer {
	d := w.Sizes.Width
	t := &Transformer{weights: w, k: w.kernel, blocks: w.blocks, stride: d + rowGap, wide: upFactor*d + rowGap}
	if t.k.eight != nil {
		t.blocks = w.bytes()
		t.stride, t.wide = wholeColumns(d)+rowGap, wholeColumns(upFactor*d)+rowGap
		t.bytes = make([]uint8, tokenRows*(upFactor*d+byteGap))
		t.steps = make([]float32, tokenRows)
	}
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
	if err := checkFeatures(features); err != nil {
		return Value{}, err
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
	for i := range t.blocks {
		t.attend(&t.blocks[i], 0)
		t.feedForward(&t.blocks[i], 0)
	}
	t.weights.norm.apply(t.k, allTokens, t.x, t.normal, t.stride)
	t.policy(legal, policy)
	return t.value(), nil
}

// ValueSparse returns the value that EvaluateSparse returns, to the last bit, in
// less time: the last block is computed for the value token's tile alone.
func (t *Transformer) ValueSparse(features *Sparse) (Value, error) {
	if err := checkFeatures(features); err != nil {
		return Value{}, err
	}
	t.embed(features)
	for i := range t.blocks {
		first := 0
		if i == len(t.blocks)-1 {
			first = valueTile
		}
		t.attend(&t.blocks[i], first)
		t.feedForward(&t.blocks[i], first)
	}
	last := Tokens * t.stride
	t.weights.norm.apply(t.k, 1, t.x[last:], t.normal[last:], t.stride)
	return t.value(), nil
}

func checkFeatures(features *Sparse) error {
	if features.Rows() != Tokens || !features.below(Features) {
		return fmt.Errorf("evaluating: the features are not %d rows of %d", Tokens, Features)
	}
	return nil
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

// feedForward adds a block's feed-forward part to the rows of x from first on.
func (t *Transformer) feedForward(b *block, first int) {
	d, rows := t.weights.Sizes.Width, tokenRows-first
	x, normal := t.x[first*t.stride:], t.normal[first*t.stride:]
	b.norm2.apply(t.k, rows, x, normal, t.stride)
	b.up.apply(t.k, rows, t.operand(rows, normal, t.stride, d, signedBytes), t.inner, t.wide, storeReLU)
	b.down.apply(t.k, rows, t.operand(rows, t.inner, t.wide, upFactor*d, positiveBytes), x, t.stride, storeAdd)
}

// policy fills p with the probabilities of the legal moves, from the normalised
// tokens. A move's logit is the product of its source's query and its
// destination's key.
func (t *Transformer) policy(legal []uint16, p []float32) {
	if len(legal) == 0 {
		return
	}
	d := t.weights.Sizes.Width
	queries := t.project(&t.weights.query, legal, source, t.mixed, t.stride)
	keys := t.project(&t.weights.key, legal, destination, t.qkv, t.wide)
	for i, m := range legal {
		query, key := t.mixed[queries[source(m)]*t.stride:], t.qkv[keys[destination(m)]*t.wide:]
		p[i] = dot(query[:d], key[:d])
	}
	softmaxPlain(p)
}

func source(m uint16) int      { return int(m) / Tokens }
func destination(m uint16) int { return int(m) % Tokens }

// project applies a layer to those tokens alone that are an end of a legal move, and
// returns in which row of y each is found.
func (t *Transformer) project(layer *dense, legal []uint16, end func(uint16) int, y []float32, ldy int) (row [Tokens]int) {
	const absent = -1
	for i := range row {
		row[i] = absent
	}
	n := 0
	for _, m := range legal {
		token := end(m)
		if row[token] == absent {
			row[token] = n
			copy(t.inner[n*t.stride:], t.normal[token*t.stride:][:layer.in])
			n++
		}
	}
	layer.apply(t.k, wholeTiles(n), t.inner, t.stride, y, ldy, store)
	return row
}

// wholeTiles rounds a number of rows up to whole tiles.
func wholeTiles(n int) int { return (n + tileRows - 1) / tileRows * tileRows }

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
		s0 += float32(x[0] * y[0])
		s1 += float32(x[1] * y[1])
		s2 += float32(x[2] * y[2])
		s3 += float32(x[3] * y[3])
	}
	return s0 + s1 + s2 + s3
}
