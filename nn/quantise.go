package nn

// quantised returns the blocks with their layers in bytes.
//
// Much of what a normalisation gives is common to all tokens of all positions, and
// would take most of a byte's range for itself. It is moved to where it costs
// nothing: each normalisation gives what differs from the common part, and the
// layers that read it have the common part, multiplied by their weights, in their
// biases.
func (w *TransformerWeights) quantised() []block {
	blocks := make([]block, len(w.blocks))
	for i, c := range w.commonParts() {
		b := w.blocks[i]
		b.queries.bytes = b.queries.quantised(signedBytes)
		b.offers.bytes = b.offers.quantised(signedBytes)
		b.out.bytes = b.out.quantised(signedBytes)
		b.up.bytes = b.up.quantised(signedBytes)
		b.down.bytes = b.down.quantised(positiveBytes)

		b.norm1 = b.norm1.without(c.attention)
		b.queries.addCommon(c.attention)
		b.offers.addCommon(c.attention)
		b.norm2 = b.norm2.without(c.feedForward)
		b.up.addCommon(c.feedForward)
		blocks[i] = b
	}
	return blocks
}

// common is what the two normalisations of a block give on average.
type common struct{ attention, feedForward []float32 }

// commonParts evaluates the input without features: the average over its tokens is
// as good as one over positions of games.
func (w *TransformerWeights) commonParts() []common {
	t := w.With(floatKernel()).New()
	var empty Sparse
	for range Tokens {
		empty.EndRow()
	}
	t.embed(&empty)
	parts := make([]common, len(t.blocks))
	for i := range t.blocks {
		b := &t.blocks[i]
		t.attend(b, 0)
		parts[i].attention = t.averageNormal()
		t.feedForward(b, 0)
		parts[i].feedForward = t.averageNormal()
	}
	return parts
}

// averageNormal returns the average of the normalised tokens.
func (t *Transformer) averageNormal() []float32 {
	average := make([]float32, t.weights.Sizes.Width)
	for r := range allTokens {
		addScaled(average, t.normal[r*t.stride:][:len(average)], 1.0/allTokens)
	}
	return average
}

// without returns the normalisation less a part of what it gives.
func (n norm) without(part []float32) norm {
	bias := make([]float32, len(n.bias))
	for i := range bias {
		bias[i] = n.bias[i] - part[i]
	}
	return norm{gain: n.gain, bias: bias}
}

// addCommon adds to the biases of the layer in bytes what a part of its input gives.
func (l *layer) addCommon(part []float32) {
	given := make([]float32, padded(l.out))
	l.dense.apply(&plain, 1, part, l.in, given, len(given), store)
	for o := range l.out {
		l.bytes.bias[o] += given[o] - l.bias[o]
	}
}
