package nn

// avxvnni multiplies bytes with AVX-VNNI, the form of VNNI that processors without
// AVX-512 have; its floats are those of avx2. It gives the same bits as vnni.
var avxvnni = Kernel{
	name:      "avxvnni",
	panel:     panelFast,
	normalise: normaliseFast,
	softmax:   softmaxFast,
	addRows:   addRowsFast,
	transpose: transposeFast,
	eight:     &eightBit{quantise: quantiseFast, product: productFast},
}

func productFast(rows int, a []uint8, lda int, steps []float32, l *denseBytes, j int, c []float32, ldc int, m mode) {
	checkProduct(rows, a, lda, steps, l, j, c, ldc)
	for o := j; o < j+byteColumns; o += panelWidth {
		panelAVXVNNI(rows, l.in, &a[0], lda, &steps[0], &l.panels[o*l.in], &l.start[o], &l.scale[o], &l.bias[o], &c[o-j], ldc, int(m))
	}
}

func quantiseFast(rows int, dst []uint8, ldd int, steps, src []float32, lds, n int, r byteRange) {
	_, _, _ = dst[(rows-1)*ldd+n-1], steps[rows-1], src[(rows-1)*lds+n-1]
	quantiseAVX2(rows, &dst[0], ldd, &steps[0], &src[0], lds, n, r.limit, r.zero)
}

// panelAVXVNNI computes 16 columns; rows is a multiple of 6 and k of 4, neither 0.
//
//go:noescape
func panelAVXVNNI(rows, k int, a *uint8, lda int, steps *float32, panel *int8, start *int32, scale, bias, c *float32, ldc int, m int)

// quantiseAVX2 wants rows to be at least 1, and n to be a multiple of 16 and at
// least 16.
//
//go:noescape
func quantiseAVX2(rows int, dst *uint8, ldd int, steps, src *float32, lds, n int, limit float32, zero int32)
