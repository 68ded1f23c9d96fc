package nn

// attend adds a block's attention to the rows of x from first on: each of these
// tokens mixes what all tokens offer, head by head.
func (t *Transformer) attend(b *block, first int) {
	d := t.weights.Sizes.Width
	b.norm1.apply(t.k, tokenRows, t.x, t.normal, t.stride)
	b.queries.apply(t.k, tokenRows-first, t.normal[first*t.stride:], t.stride, t.qkv[first*t.wide:], t.wide, store)
	b.offers.apply(t.k, tokenRows, t.normal, t.stride, t.qkv[d:], t.wide, store)
	for h := range t.weights.Sizes.Heads {
		t.head(h, first)
	}
	b.out.apply(t.k, tokenRows-first, t.mixed[first*t.stride:], t.stride, t.x[first*t.stride:], t.stride, storeAdd)
}

// head fills one head's columns of mixed, from row first on: softmax(Q·Kᵀ)·V, the
// scale being in the queries already.
func (t *Transformer) head(h, first int) {
	d := t.weights.Sizes.Width
	width := d / t.weights.Sizes.Heads
	rows := tokenRows - first
	queries := t.qkv[first*t.wide+h*width:]
	keys := t.qkv[d+h*width:]
	values := t.qkv[2*d+h*width:]
	mixed := t.mixed[first*t.stride+h*width:]

	t.packKeys(keys, width)
	for j := 0; j < tokenRows; j += panelWidth {
		t.k.panel(rows, width, queries, t.wide, t.keys[j*width:], panelWidth, t.scores[j:], tokenRows, nil, store)
	}
	for r := range allTokens - first {
		row := t.scores[r*tokenRows:][:tokenRows]
		for c := allTokens; c < tokenRows; c++ {
			row[c] = hiddenScore
		}
		t.k.softmax(row)
	}
	// The values lie as the panel kernel wants them: a row of columns for each token.
	for j := 0; j < width; j += panelWidth {
		t.k.panel(rows, allTokens, t.scores, tokenRows, values[j:], t.wide, mixed[j:], t.stride, nil, store)
	}
}

// packKeys transposes a head's keys into panels of 16 tokens.
func (t *Transformer) packKeys(keys []float32, width int) {
	for token := range tokenRows {
		panel := t.keys[token/panelWidth*panelWidth*width+token%panelWidth:]
		for i, v := range keys[token*t.wide:][:width] {
			panel[i*panelWidth] = v
		}
	}
}
