package nn

import "math"

// eightBit are the loops of a kernel that multiplies bytes. What follows is in
// floats again, so that normalisation, softmax and residuals lose nothing.
type eightBit struct {
	// quantise writes rows of n floats, lds apart, as bytes, ldd apart, and says
	// what a step of a byte is worth in each.
	quantise func(rows int, dst []uint8, ldd int, steps, src []float32, lds, n int, r byteRange)

	// product computes byteColumns columns of a product from column j of the layer
	// on: rows of c, ldc apart, from rows of bytes, lda apart, a step of row i
	// being worth steps[i]. rows is a multiple of 6.
	product func(rows int, a []uint8, lda int, steps []float32, l *denseBytes, j int, c []float32, ldc int, m mode)
}

// byteColumns is how many columns of a product of bytes are made at once.
const byteColumns = 4 * panelWidth

// byteGroup is how many products of bytes the processor sums at once.
const byteGroup = 4

// byteRange says how a row of floats is laid over the 256 values of a byte, its
// largest magnitude becoming limit steps.
type byteRange struct {
	limit float32
	zero  int32 // the byte of 0
}

var (
	signedBytes   = byteRange{limit: 127, zero: 128}
	positiveBytes = byteRange{limit: 255} // for what comes out of a ReLU
)

// denseBytes is a dense layer with weights of 8 bits, each output with a scale of
// its own. A panel holds 16 outputs: for each four inputs, the four weights of each.
type denseBytes struct {
	in, out int // out is padded to byteColumns
	panels  []int8
	start   []int32   // of each output's sum: takes away what the zero of the inputs adds
	scale   []float32 // of each output
	bias    []float32
}

// quantised returns the layer in bytes, for inputs in the given range.
func (d *dense) quantised(r byteRange) *denseBytes {
	out := wholeColumns(d.out)
	q := &denseBytes{in: d.in, out: out, panels: make([]int8, d.in*out),
		start: make([]int32, out), scale: make([]float32, out), bias: make([]float32, out)}
	copy(q.bias, d.bias)
	for o := range d.out {
		weights := d.panels[o/panelWidth*panelWidth*d.in+o%panelWidth:]
		top := float32(0)
		for i := range d.in {
			top = max(top, magnitude(weights[i*panelWidth]))
		}
		if top == 0 {
			continue
		}
		q.scale[o] = top / 127
		panel := q.panels[o/panelWidth*panelWidth*d.in+o%panelWidth*byteGroup:]
		for i := range d.in {
			w := int8(math.RoundToEven(float64(weights[i*panelWidth]) * 127 / float64(top)))
			panel[i/byteGroup*byteGroup*panelWidth+i%byteGroup] = w
			q.start[o] -= int32(w) * r.zero
		}
	}
	return q
}

// wholeColumns rounds up to what a product of bytes makes at once.
func wholeColumns(n int) int { return (n + byteColumns - 1) / byteColumns * byteColumns }

func magnitude(x float32) float32 { return max(x, -x) }
