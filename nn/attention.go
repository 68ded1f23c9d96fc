package nn

// attend adds a block's attention to x: each token mixes what the others offer,
// head by head.
func (t *Transformer) attend(b *block) {
	b.norm1.apply(t.k, tokenRows, t.x, t.normal, t.stride)
	b.qkv.apply(t.k, tokenRows, t.normal, t.stride, t.qkv, t.wide, store)
	for h := range t.weights.Sizes.Heads {
		t.head(h)
	}
	b.out.apply(t.k, tokenRows, t.mixed, t.stride, t.x, t.stride, storeAdd)
}

// head fills one head's columns of mixed: softmax(Q·Kᵀ)·V, the scale being in the
// queries already.
func (t *Transformer) head(h int) {
	d := t.weights.Sizes.Width
	width := d / t.weights.Sizes.Heads
	queries := t.qkv[h*width:]
	keys := t.qkv[d+h*width:]
	values := t.qkv[2*d+h*width:]

	t.packKeys(keys, width)
	for j := 0; j < tokenRows; j += panelWidth {
		t.k.panel(tokenRows, width, queries, t.wide, t.keys[j*width:], panelWidth, t.scores[j:], tokenRows, nil, store)
	}
	for r := range allTokens {
		row := t.scores[r*tokenRows:][:tokenRows]
		for c := allTokens; c < tokenRows; c++ {
			row[c] = hiddenScore
		}
		t.k.softmax(row)
	}
	// The values lie as the panel kernel wants them: a row of columns for each token.
	for j := 0; j < width; j += panelWidth {
		t.k.panel(tokenRows, allTokens, t.scores, tokenRows, values[j:], t.wide, t.mixed[h*width+j:], t.stride, nil, store)
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
