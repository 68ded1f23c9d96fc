package nn

// avx512 takes twelve rows at a time. It sums in avx2's order and so gives the same
// bits.
var avx512 = Kernel{
	name:      "avx512",
	panel:     panelWide,
	normalise: normaliseFast,
	softmax:   softmaxWide,
	addRows:   addRowsFast,
	transpose: transposeFast,
}

func panelWide(rows, k int, a []float32, lda int, b []float32, ldb int, c []float32, ldc int, bias []float32, m mode) {
	if rows == 0 {
		return
	}
	panelAVX512(rows, k, &a[0], lda, &b[0], ldb, &c[0], ldc, checkPanel(rows, k, a, lda, b, ldb, c, ldc, bias), int(m))
}

func softmaxWide(rows int, x []float32, n int) {
	if n%16 != 0 {
		softmaxFast(rows, x, n)
		return
	}
	_ = x[rows*n-1]
	softmaxAVX512(rows, &x[0], n)
}

// panelAVX512 takes the rows twelve at a time, the rest one at a time; k is at
// least 1.
//
//go:noescape
func panelAVX512(rows, k int, a *float32, lda int, b *float32, ldb int, c *float32, ldc int, bias *float32, m int)

// softmaxAVX512 wants rows to be at least 1, and n to be a multiple of 16, and at least 16.
//
//go:noescape
func softmaxAVX512(rows int, x *float32, n int)
