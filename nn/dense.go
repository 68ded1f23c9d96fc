package nn

// dense is a fully connected layer, y = W·x + bias, its weights packed for the panel
// kernel: panel after panel of 16 outputs, and in a panel input after input.
// Outputs beyond the last are zero.
type dense struct {
	in, out int
	panels  []float32
	bias    []float32 // padded to a multiple of 16; nil for none
}

// newDense packs a weight matrix [out, in]. A nil bias is none.
func newDense(in, out int, weight, bias []float32) dense {
	d := dense{in: in, out: out, panels: make([]float32, in*padded(out))}
	for o := range out {
		panel := d.panels[o/panelWidth*panelWidth*in:]
		for i := range in {
			panel[i*panelWidth+o%panelWidth] = weight[o*in+i]
		}
	}
	if bias != nil {
		d.bias = make([]float32, padded(out))
		copy(d.bias, bias)
	}
	return d
}

// padded rounds up to whole panels.
func padded(n int) int { return (n + panelWidth - 1) / panelWidth * panelWidth }

// apply computes rows of y from rows of x, which lie ldy and ldx apart. All of a
// row's panels are written, so ldy is at least padded(d.out).
func (d *dense) apply(k *Kernel, rows int, x []float32, ldx int, y []float32, ldy int, m mode) {
	for j := 0; j < d.out; j += panelWidth {
		d.applyPanel(k, j, rows, x, ldx, y, ldy, m)
	}
}

// applyPanel computes the panel of outputs that begins with j.
func (d *dense) applyPanel(k *Kernel, j, rows int, x []float32, ldx int, y []float32, ldy int, m mode) {
	var bias []float32
	if d.bias != nil {
		bias = d.bias[j:]
	}
	k.panel(rows, d.in, x, ldx, d.panels[j*d.in:], panelWidth, y[j:], ldy, bias, m)
}

// table is a fully connected layer for inputs that are mostly zero: one row of
// weights, padded to whole panels, for each input.
type table struct {
	stride int
	rows   []float32
}

// newTable transposes a weight matrix [out, in].
func newTable(in, out int, weight []float32) table {
	t := table{stride: padded(out), rows: make([]float32, in*padded(out))}
	for o := range out {
		for i := range in {
			t.rows[i*t.stride+o] = weight[o*in+i]
		}
	}
	return t
}

// add adds W·x to y, x being given by its nonzeros; y has t.stride elements.
func (t *table) add(k *Kernel, index []uint16, value []float32, y []float32) {
	k.addRows(y[:t.stride], t.rows, index, value)
}

// norm is a layer normalisation over a row.
type norm struct{ gain, bias []float32 }

// apply normalises rows of x to rows of y, both ld apart.
func (n *norm) apply(k *Kernel, rows int, x, y []float32, ld int) {
	k.normalise(rows, y, x, ld, n.gain, n.bias)
}
