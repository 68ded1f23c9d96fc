package nn

// vnni multiplies bytes with AVX-512's VNNI; its floats are those of avx512.
var vnni = Kernel{
	name:      "vnni",
	panel:     panelWide,
	normalise: normaliseFast,
	softmax:   softmaxWide,
	addRows:   addRowsFast,
	transpose: transposeFast,
	eight:     &eightBit{quantise: quantiseWide, product: productWide},
}

func productWide(rows int, a []uint8, lda int, steps []float32, l *denseBytes, j int, c []float32, ldc int, m mode) {
	checkProduct(rows, a, lda, steps, l, j, c, ldc)
	productVNNI(rows, l.in, &a[0], lda, &steps[0], &l.panels[j*l.in], &l.start[j], &l.scale[j], &l.bias[j], &c[0], ldc, int(m))
}

// checkProduct touches the last elements of what a product reads and writes.
func checkProduct(rows int, a []uint8, lda int, steps []float32, l *denseBytes, j int, c []float32, ldc int) {
	_ = a[(rows-1)*lda+l.in-1]
	_ = steps[rows-1]
	_ = c[(rows-1)*ldc+byteColumns-1]
	last := j + byteColumns - 1
	_, _, _, _ = l.start[last], l.scale[last], l.bias[last], l.panels[(last+1)*l.in-1]
}

func quantiseWide(rows int, dst []uint8, ldd int, steps, src []float32, lds, n int, r byteRange) {
	_, _, _ = dst[(rows-1)*ldd+n-1], steps[rows-1], src[(rows-1)*lds+n-1]
	quantiseAVX512(rows, &dst[0], ldd, &steps[0], &src[0], lds, n, r.limit, r.zero)
}

// productVNNI computes 64 columns; rows is a multiple of 6 and k of 4, neither 0.
//
//go:noescape
func productVNNI(rows, k int, a *uint8, lda int, steps *float32, panels *int8, start *int32, scale, bias, c *float32, ldc int, m int)

// quantiseAVX512 wants rows to be at least 1, and n to be a multiple of 16 and at
// least 16.
//
//go:noescape
func quantiseAVX512(rows int, dst *uint8, ldd int, steps, src *float32, lds, n int, limit float32, zero int32)
