package nn

// layer is a dense layer of a block, in floats and, for a kernel that multiplies
// bytes, in bytes.
type layer struct {
	dense
	bytes *denseBytes
}

// operand is the left side of products: rows of floats and, for a kernel that
// multiplies bytes, the same rows in bytes.
type operand struct {
	floats []float32
	stride int

	bytes      []uint8
	byteStride int
	steps      []float32 // what a step of a byte is worth in each row
}

// operand makes rows of x, which lie ldx apart and hold width numbers, ready for a
// product. It is good until the next call.
func (t *Transformer) operand(rows int, x []float32, ldx, width int, r byteRange) operand {
	o := operand{floats: x, stride: ldx, bytes: t.bytes, byteStride: width + byteGap, steps: t.steps}
	if t.k.eight == nil {
		return o
	}
	t.k.eight.quantise(rows, o.bytes, o.byteStride, o.steps, x, ldx, width, r)
	return o
}

// from returns the rows from one on.
func (o operand) from(row int) operand {
	o.floats = o.floats[row*o.stride:]
	if o.bytes != nil {
		o.bytes, o.steps = o.bytes[row*o.byteStride:], o.steps[row:]
	}
	return o
}

// apply computes rows of y, which lie ldy apart, from rows of x. All of a row's
// columns are written that the kernel makes at once.
func (l *layer) apply(k *Kernel, rows int, x operand, y []float32, ldy int, m mode) {
	if k.eight == nil {
		l.dense.apply(k, rows, x.floats, x.stride, y, ldy, m)
		return
	}
	for j := 0; j < l.bytes.out; j += byteColumns {
		k.eight.product(rows, x.bytes, x.byteStride, x.steps, l.bytes, j, y[j:], ldy, m)
	}
}
