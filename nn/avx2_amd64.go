package nn

// avx2 takes six rows at a time.
var avx2 = Kernel{
	name:      "avx2",
	panel:     panelFast,
	normalise: normaliseFast,
	softmax:   softmaxFast,
	addScaled: addScaledFast,
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

func normaliseFast(dst, src, gain, bias []float32) {
	n := len(src)
	_, _, _ = dst[n-1], gain[n-1], bias[n-1]
	normaliseAVX2(&dst[0], &src[0], &gain[0], &bias[0], n)
}

func softmaxFast(x []float32) { softmaxAVX2(&x[0], len(x)) }

func addScaledFast(dst, src []float32, a float32) {
	_ = dst[len(src)-1]
	addScaledAVX2(&dst[0], &src[0], a, len(src))
}

// panelAVX2 takes the rows six at a time, the rest one at a time; k is at least 1.
//
//go:noescape
func panelAVX2(rows, k int, a *float32, lda int, b *float32, ldb int, c *float32, ldc int, bias *float32, m int)

// The following want n to be a multiple of 8, and at least 8.

//go:noescape
func normaliseAVX2(dst, src, gain, bias *float32, n int)

//go:noescape
func softmaxAVX2(x *float32, n int)

//go:noescape
func addScaledAVX2(dst, src *float32, a float32, n int)
