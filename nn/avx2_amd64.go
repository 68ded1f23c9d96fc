package nn

// avx2 takes six rows at a time.
var avx2 = Kernel{
	name:      "avx2",
	panel:     panelFast,
	normalise: normaliseFast,
	softmax:   softmaxFast,
	addRows:   addRowsFast,
	transpose: transposeFast,
}

// Assembly knows no bounds, so each wrapper touches the last element of every slice
// that it will reach.

func panelFast(rows, k int, a []float32, lda int, b []float32, ldb int, c []float32, ldc int, bias []float32, m mode) {
	if rows == 0 {
		return
	}
	panelAVX2(rows, k, &a[0], lda, &b[0], ldb, &c[0], ldc, checkPanel(rows, k, a, lda, b, ldb, c, ldc, bias), int(m))
}

// checkPanel touches the last elements of a panel's slices and returns the bias, nil
// for none.
func checkPanel(rows, k int, a []float32, lda int, b []float32, ldb int, c []float32, ldc int, bias []float32) *float32 {
	_ = a[(rows-1)*lda+k-1]
	_ = b[(k-1)*ldb+panelWidth-1]
	_ = c[(rows-1)*ldc+panelWidth-1]
	if bias == nil {
		return nil
	}
	return &bias[:panelWidth][0]
}

func normaliseFast(rows int, dst, src []float32, ld int, gain, bias []float32) {
	n := len(gain)
	_, _, _ = dst[(rows-1)*ld+n-1], src[(rows-1)*ld+n-1], bias[n-1]
	normaliseAVX2(rows, &dst[0], &src[0], ld, &gain[0], &bias[0], n)
}

func softmaxFast(rows int, x []float32, n int) {
	_ = x[rows*n-1]
	softmaxAVX2(rows, &x[0], n)
}

func transposeFast(dst, src []float32, ld, n int) {
	_, _ = dst[(n-1)*panelWidth+transposeRows-1], src[(transposeRows-1)*ld+n-1]
	transposeAVX2(&dst[0], &src[0], ld, n)
}

func addRowsFast(dst, table []float32, index []uint16, value []float32) {
	if len(index) == 0 {
		return
	}
	for _, i := range index {
		_ = table[(int(i)+1)*len(dst)-1]
	}
	addRowsAVX2(&dst[0], &table[0], len(dst), &index[0], &value[:len(index)][0], len(index), len(dst))
}

// panelAVX2 takes the rows six at a time, the rest one at a time; k is at least 1.
//
//go:noescape
func panelAVX2(rows, k int, a *float32, lda int, b *float32, ldb int, c *float32, ldc int, bias *float32, m int)

// The following want rows to be at least 1, and n to be a multiple of 8 and at
// least 8.

//go:noescape
func normaliseAVX2(rows int, dst, src *float32, ld int, gain, bias *float32, n int)

//go:noescape
func softmaxAVX2(rows int, x *float32, n int)

//go:noescape
func transposeAVX2(dst, src *float32, ld, n int)

// addRowsAVX2 wants count to be at least 1 and n to be a multiple of 16.
//
//go:noescape
func addRowsAVX2(dst, table *float32, stride int, index *uint16, value *float32, count, n int)
