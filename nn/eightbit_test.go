package nn

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// smallestTop stands for the magnitude of a row that is all zero.
const smallestTop = 1e-30

// quantisePlain is the oracle of the fast ones, which give the same bytes.
func quantisePlain(rows int, dst []uint8, ldd int, steps, src []float32, lds, n int, r byteRange) {
	for row := range rows {
		x := src[row*lds:][:n]
		top := float32(smallestTop)
		for _, v := range x {
			top = max(top, magnitude(v))
		}
		steps[row] = top / r.limit
		perStep := r.limit / top
		for i, v := range x {
			dst[row*ldd+i] = uint8(int32(math.RoundToEven(float64(float32(v*perStep)))) + r.zero)
		}
	}
}

// productPlain is the oracle of the fast ones, which give the same bits: sums of
// bytes are exact.
func productPlain(rows int, a []uint8, lda int, steps []float32, l *denseBytes, j int, c []float32, ldc int, m mode) {
	for i := range rows {
		x := a[i*lda:][:l.in]
		for o := j; o < j+byteColumns; o++ {
			panel := l.panels[o/panelWidth*panelWidth*l.in+o%panelWidth*byteGroup:]
			sum := l.start[o]
			for p, v := range x {
				sum += int32(v) * int32(panel[p/byteGroup*byteGroup*panelWidth+p%byteGroup])
			}
			y := float32(float32(float32(sum)*l.scale[o])*steps[i]) + l.bias[o]
			into := &c[i*ldc+o-j]
			switch m {
			case storeAdd:
				*into += y
			case storeReLU:
				*into = max(y, 0)
			default:
				*into = y
			}
		}
	}
}

// eachByte runs a test for each kernel of this processor that multiplies bytes.
func eachByte(t *testing.T, test func(t *testing.T, e *eightBit)) {
	for _, k := range Kernels() {
		if k.eight != nil {
			t.Run(k.name, func(t *testing.T) { test(t, k.eight) })
		}
	}
}

func TestQuantiseKernel(t *testing.T) {
	eachByte(t, func(t *testing.T, fast *eightBit) {
		rng := rand.New(rand.NewPCG(1, 8))
		const rows = 5
		for _, n := range []int{16, 48, 128, 1024} {
			for _, r := range []byteRange{signedBytes, positiveBytes} {
				lds, ldd := n+3, n+5
				src := randomRow(rng, rows*lds)
				clear(src[lds:][:n]) // a row of zeros
				multiply(src[2*lds:][:n], 1e-20)
				if r == positiveBytes {
					for i := range src {
						src[i] = magnitude(src[i])
					}
				}
				want, got := make([]uint8, rows*ldd), make([]uint8, rows*ldd)
				wantSteps, steps := make([]float32, rows), make([]float32, rows)
				quantisePlain(rows, want, ldd, wantSteps, src, lds, n, r)
				fast.quantise(rows, got, ldd, steps, src, lds, n, r)
				if !slices.Equal(got, want) || !slices.Equal(steps, wantSteps) {
					t.Errorf("%d numbers, %+v: %v with steps %v, want %v with %v", n, r, got, steps, want, wantSteps)
				}
			}
		}
	})
}

func TestProductKernel(t *testing.T) {
	eachByte(t, func(t *testing.T, fast *eightBit) {
		rng := rand.New(rand.NewPCG(2, 8))
		for _, rows := range []int{6, 12, 96, 102} {
			for _, k := range []int{16, 256, 1024} {
				for _, m := range []mode{store, storeAdd, storeReLU} {
					l, a, lda, steps := randomProduct(rng, rows, k, 2*byteColumns)
					ldc := byteColumns + 3
					c := randomRow(rng, rows*ldc)
					for j := 0; j < l.out; j += byteColumns {
						want, got := slices.Clone(c), slices.Clone(c)
						productPlain(rows, a, lda, steps, l, j, want, ldc, m)
						fast.product(rows, a, lda, steps, l, j, got, ldc, m)
						if !slices.Equal(got, want) {
							t.Errorf("%d rows of %d, column %d, mode %d: off by %.1e", rows, k, j, m, worst(t, got, want))
						}
					}
				}
			}
		}
	})
}

// randomProduct returns a layer in bytes and rows of bytes with their steps.
func randomProduct(rng *rand.Rand, rows, k, out int) (l *denseBytes, a []uint8, lda int, steps []float32) {
	d := newDense(k, out, randomRow(rng, k*out), randomRow(rng, out))
	lda = k + 7
	a = make([]uint8, rows*lda)
	for i := range a {
		a[i] = uint8(rng.IntN(256))
	}
	return d.quantised(signedBytes), a, lda, randomRow(rng, rows)
}

// TestQuantisedLayer: a layer in bytes gives nearly what it gives in floats, in both
// ranges of its input and with outputs that do not fill its columns.
func TestQuantisedLayer(t *testing.T) {
	const rows, k, out = 6, 256, 80
	rng := rand.New(rand.NewPCG(3, 8))
	d := newDense(k, out, randomRow(rng, k*out), randomRow(rng, out))
	for _, r := range []byteRange{signedBytes, positiveBytes} {
		x := randomRow(rng, rows*k)
		for i := range x {
			if r == positiveBytes {
				x[i] = max(x[i], 0)
			}
		}
		want := make([]float32, rows*padded(out))
		d.apply(&plain, rows, x, k, want, padded(out), store)

		bytes, steps := make([]uint8, rows*k), make([]float32, rows)
		quantisePlain(rows, bytes, k, steps, x, k, k, r)
		q := d.quantised(r)
		got := make([]float32, rows*q.out)
		for j := 0; j < q.out; j += byteColumns {
			productPlain(rows, bytes, k, steps, q, j, got[j:], q.out, store)
		}
		off := 0.0
		for i := range rows {
			off = max(off, worst(t, got[i*q.out:][:out], want[i*padded(out):][:out]))
		}
		// The numbers to be met are normally distributed with a deviation of √k = 16.
		if off > 1 {
			t.Errorf("%+v: off by %.2g", r, off)
		}
	}
}

// TestCommonPartsCancel: moving the common part into the biases changes nothing
// that is computed in floats.
func TestCommonPartsCancel(t *testing.T) {
	w := randomTransformer(t, sizeTiny)
	d := w.Sizes.Width
	x := randomRow(rand.New(rand.NewPCG(4, 8)), tileRows*d)
	for i, q := range w.quantised() {
		b := &w.blocks[i]
		want, got := make([]float32, tileRows*d), make([]float32, tileRows*d)
		normal := make([]float32, tileRows*d)
		b.norm1.apply(&plain, tileRows, x, normal, d)
		b.queries.dense.apply(&plain, tileRows, normal, d, want, d, store)
		q.norm1.apply(&plain, tileRows, x, normal, d)
		moved := q.queries.dense
		moved.bias = q.queries.bytes.bias
		moved.apply(&plain, tileRows, normal, d, got, d, store)
		if off := worst(t, got, want); off > 1e-4 {
			t.Errorf("block %d: off by %.1e", i, off)
		}
	}
}
