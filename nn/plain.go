package nn

import "math"

// plain is the kernel in plain Go, the oracle of the others. Products are converted
// to float32 before they are added, which forbids a compiler to fuse the two: the
// numbers are the same on every processor.
var plain = Kernel{
	name:      "plain",
	panel:     panelPlain,
	normalise: normaliseRowsPlain,
	softmax:   softmaxRowsPlain,
	addRows:   addRowsPlain,
	transpose: transposePlain,
}

// panelPlain takes four columns of two rows at a time: their eight sums stay in
// registers. An odd last row is its own partner.
func panelPlain(rows, k int, a []float32, lda int, b []float32, ldb int, c []float32, ldc int, bias []float32, m mode) {
	for i := 0; i < rows; i += 2 {
		next := min(i+1, rows-1)
		x, y := a[i*lda:][:k], a[next*lda:][:k]
		var sums [2][panelWidth]float32
		for j := 0; j < panelWidth; j += 4 {
			tilePlain(x, y, b[j:], ldb, (*[4]float32)(sums[0][j:]), (*[4]float32)(sums[1][j:]))
		}
		finishPlain((*[panelWidth]float32)(c[i*ldc:]), &sums[0], bias, m)
		if next > i {
			finishPlain((*[panelWidth]float32)(c[next*ldc:]), &sums[1], bias, m)
		}
	}
}

// tilePlain computes the products of two rows with four columns of b.
func tilePlain(x, y, b []float32, ldb int, sx, sy *[4]float32) {
	var x0, x1, x2, x3, y0, y1, y2, y3 float32
	for p, u := range x {
		v := y[p]
		w := (*[4]float32)(b[p*ldb:])
		x0 += float32(u * w[0])
		x1 += float32(u * w[1])
		x2 += float32(u * w[2])
		x3 += float32(u * w[3])
		y0 += float32(v * w[0])
		y1 += float32(v * w[1])
		y2 += float32(v * w[2])
		y3 += float32(v * w[3])
	}
	*sx = [4]float32{x0, x1, x2, x3}
	*sy = [4]float32{y0, y1, y2, y3}
}

// finishPlain writes a row of sums as bias and mode say.
func finishPlain(c, sums *[panelWidth]float32, bias []float32, m mode) {
	for j, sum := range sums {
		if bias != nil {
			sum += bias[j]
		}
		switch m {
		case storeAdd:
			c[j] += sum
		case storeReLU:
			c[j] = max(sum, 0)
		default:
			c[j] = sum
		}
	}
}

func normaliseRowsPlain(rows int, dst, src []float32, ld int, gain, bias []float32) {
	for r := range rows {
		normalisePlain(dst[r*ld:], src[r*ld:][:len(gain)], gain, bias)
	}
}

func normalisePlain(dst, src, gain, bias []float32) {
	var sum float64
	for _, x := range src {
		sum += float64(x)
	}
	mean := sum / float64(len(src))
	var squares float64
	for _, x := range src {
		d := float64(x) - mean
		squares += float64(d * d)
	}
	scale := 1 / math.Sqrt(squares/float64(len(src))+normEpsilon)
	for i, x := range src {
		dst[i] = float32(float32((float64(x)-mean)*scale)*gain[i]) + bias[i]
	}
}

func softmaxRowsPlain(rows int, x []float32, n int) {
	for r := range rows {
		softmaxPlain(x[r*n:][:n])
	}
}

func softmaxPlain(x []float32) {
	top := x[0]
	for _, v := range x {
		top = max(top, v)
	}
	var sum float64
	for i, v := range x {
		e := exp(float64(v - top))
		sum += e
		x[i] = float32(e)
	}
	scale := float32(1 / sum)
	for i := range x {
		x[i] *= scale
	}
}

func addRowsPlain(dst, table []float32, index []uint16, value []float32) {
	for n, i := range index {
		addScaled(dst, table[int(i)*len(dst):][:len(dst)], value[n])
	}
}

// addScaled adds a · src to dst.
func addScaled(dst, src []float32, a float32) {
	for i, v := range src {
		dst[i] += float32(a * v)
	}
}

func transposePlain(dst, src []float32, ld, n int) {
	for r := range transposeRows {
		for i, v := range src[r*ld:][:n] {
			dst[i*panelWidth+r] = v
		}
	}
}
