package nn

// avx512 takes twelve rows at a time. It sums in avx2's order and so gives the same
// bits.
var avx512 = Kernel{
	name:      "avx512",
	panel:     panelWide,
	normalise: normaliseFast,
	softmax:   softmaxWide,
	addScaled: addScaledFast,
}

func panelWide(rows, k int, a []float32, lda int, b []float32, ldb int, c []float32, ldc int, bias []float32, m mode) {
	if rows == 0 {
		return
	}
	panelAVX512(rows, k, &a[0], lda, &b[0], ldb, &c[0], ldc, checkPanel(rows, k, a, lda, b, ldb, c, ldc, bias), int(m))
}

func softmaxWide(x []float32) {
	if len(x)%16 != 0 {
		softmaxFast(x)
		return
	}
	softmaxAVX512(&x[0], len(x))
}

// panelAVX512 takes the rows twelve at a time, the rest one at a time; k is at
// least 1.
//
//go:noescape
func panelAVX512(rows, k int, a *float32, lda int, b *float32, ldb int, c *float32, ldc int, bias *float32, m int)

// softmaxAVX512 wants n to be a multiple of 16, and at least 16.
//
//go:noescape
func softmaxAVX512(x *float32, n int)
