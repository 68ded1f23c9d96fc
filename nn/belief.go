package nn

// BeliefSizes is the number of ranks that a belief head tells apart.
const BeliefSizes = 12

// belief is an optional head on the trunk: what the piece on a square may be, as
// logits that add to the logarithm of what counting gives (docs/features.md).
type belief struct {
	weight []float32 // [12, width]; nil where the file has no head
	bias   []float32
}

// belief reads the head, where the file has one.
func (r *reader) belief(width int) (b belief) {
	if r.from.Has("belief.weight") {
		b.weight, b.bias = r.tensor("belief.weight", BeliefSizes, width), r.tensor("belief.bias", BeliefSizes)
	}
	return b
}

// Believes says whether the network has a belief head.
func (w *TransformerWeights) Believes() bool { return w.belief.weight != nil }

// Belief writes the belief head's logits for the piece on a token of the position
// that Evaluate or EvaluateSparse saw last. Without a head they are zero, which
// leaves counting as it is.
func (t *Transformer) Belief(token int, logits *[BeliefSizes]float32) {
	*logits = [BeliefSizes]float32{}
	b, d := &t.weights.belief, t.weights.Sizes.Width
	if b.weight == nil {
		return
	}
	h := t.normal[token*t.stride:][:d]
	for i := range logits {
		logits[i] = b.bias[i] + dot(b.weight[i*d:][:d], h)
	}
}
