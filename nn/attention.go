package nn

// attend adds a block's attention to the rows of x from first on: each of these
// tokens mixes what all tokens offer, head by head.
func (t *Transformer) attend(b *block, first int) {
	d, rows := t.weights.Sizes.Width, tokenRows-first
	b.norm1.apply(t.k, tokenRows, t.x, t.normal, t.stride)
	normal := t.operand(tokenRows, t.normal, t.stride, d, signedBytes)
	b.queries.apply(t.k, rows, normal.from(first), t.qkv[first*t.wide:], t.wide, store)
	b.offers.apply(t.k, tokenRows, normal, t.qkv[d:], t.wide, store)
	for h := range t.weights.Sizes.Heads {
		t.head(h, first)
	}
	mixed := t.operand(rows, t.mixed[first*t.stride:], t.stride, d, signedBytes)
	b.out.apply(t.k, rows, mixed, t.x[first*t.stride:], t.stride, storeAdd)
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

	for token := 0; token < tokenRows; token += transposeRows {
		panel := t.keys[token/panelWidth*panelWidth*width+token%panelWidth:]
		t.k.transpose(panel, keys[token*t.wide:], t.wide, width)
	}
	for j := 0; j < tokenRows; j += panelWidth {
		t.k.panel(rows, width, queries, t.wide, t.keys[j*width:], panelWidth, t.scores[j:], tokenRows, nil, store)
	}
	for r := range rows {
		hidden := t.scores[r*tokenRows+allTokens:][:tokenRows-allTokens]
		for c := range hidden {
			hidden[c] = hiddenScore
		}
	}
	t.k.softmax(rows, t.scores, tokenRows)
	// The values lie as the panel kernel wants them: a row of columns for each token.
	for j := 0; j < width; j += panelWidth {
		t.k.panel(rows, allTokens, t.scores, tokenRows, values[j:], t.wide, mixed[j:], t.stride, nil, store)
	}
}
