package nn

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func randomRow(rng *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(rng.NormFloat64())
	}
	return x
}

// eachFast runs a test for each kernel of this processor but the plain one.
func eachFast(t *testing.T, test func(t *testing.T, k *Kernel)) {
	for _, k := range Kernels() {
		if k != &plain {
			t.Run(k.name, func(t *testing.T) { test(t, k) })
		}
	}
}

func TestPanelKernel(t *testing.T) {
	eachFast(t, func(t *testing.T, fast *Kernel) {
		rng := rand.New(rand.NewPCG(1, 1))
		for _, rows := range []int{1, 2, 5, 6, 7, 12, 17, 24} {
			for _, k := range []int{1, 3, 4, 5, 16, 93} {
				for _, m := range []mode{store, storeAdd, storeReLU} {
					testPanel(t, fast, rng, rows, k, m)
				}
			}
		}
	})
}

// testPanel compares a kernel's panel with the plain one, without and with a bias.
func testPanel(t *testing.T, fast *Kernel, rng *rand.Rand, rows, k int, m mode) {
	t.Helper()
	lda, ldb, ldc := k+3, panelWidth+5, panelWidth+2
	a, b, c := randomRow(rng, rows*lda), randomRow(rng, k*ldb), randomRow(rng, rows*ldc)
	for _, bias := range [][]float32{nil, randomRow(rng, panelWidth)} {
		want := slices.Clone(c)
		panelPlain(rows, k, a, lda, b, ldb, want, ldc, bias, m)
		got := slices.Clone(c)
		fast.panel(rows, k, a, lda, b, ldb, got, ldc, bias, m)
		if off := worst(t, got, want); !(off < 2e-5) {
			t.Errorf("rows %d, k %d, mode %d, bias %v: off by %.1e", rows, k, m, bias != nil, off)
		}
	}
}

// TestPanelDefinition checks the plain kernel, the oracle of the fast one, against
// sums in float64.
func TestPanelDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	const rows, k = 7, 50
	a, b := randomRow(rng, rows*k), randomRow(rng, k*panelWidth)
	bias := randomRow(rng, panelWidth)
	c := make([]float32, rows*panelWidth)
	panelPlain(rows, k, a, k, b, panelWidth, c, panelWidth, bias, storeReLU)
	for i := range rows {
		for j := range panelWidth {
			sum := float64(bias[j])
			for p := range k {
				sum += float64(a[i*k+p]) * float64(b[p*panelWidth+j])
			}
			if off := math.Abs(max(sum, 0) - float64(c[i*panelWidth+j])); off > 1e-5 {
				t.Fatalf("element %d, %d: off by %.1e", i, j, off)
			}
		}
	}
}

func TestRowKernels(t *testing.T) {
	eachFast(t, func(t *testing.T, fast *Kernel) {
		rng := rand.New(rand.NewPCG(3, 1))
		for _, n := range []int{8, 16, 24, 96, 256} {
			const rows = 3
			x, gain, bias := randomRow(rng, rows*n), randomRow(rng, n), randomRow(rng, n)
			want, got := make([]float32, rows*n), make([]float32, rows*n)
			plain.normalise(rows, want, x, n, gain, bias)
			fast.normalise(rows, got, x, n, gain, bias)
			if off := worst(t, got, want); !(off < 1e-5) {
				t.Errorf("normalise, %d: off by %.1e", n, off)
			}
			for _, spread := range []float32{0.01, 1, 10, 100} {
				for i := range x {
					want[i], got[i] = spread*x[i], spread*x[i]
				}
				want[n-1], got[n-1] = hiddenScore, hiddenScore
				plain.softmax(rows, want, n)
				fast.softmax(rows, got, n)
				if off := worst(t, got, want); !(off < 1e-6) {
					t.Errorf("softmax, %d, spread %v: off by %.1e", n, spread, off)
				}
			}
		}
	})
}

func TestAddRowsKernel(t *testing.T) {
	eachFast(t, func(t *testing.T, fast *Kernel) {
		rng := rand.New(rand.NewPCG(6, 1))
		const rows = 5
		for _, n := range []int{16, 48, 64, 80, 256} {
			table, start := randomRow(rng, rows*n), randomRow(rng, n)
			for _, index := range [][]uint16{nil, {4}, {0, 3, 3, 1}} {
				value := randomRow(rng, len(index))
				want, got := slices.Clone(start), slices.Clone(start)
				addRowsPlain(want, table, index, value)
				fast.addRows(got, table, index, value)
				if off := worst(t, got, want); !(off < 1e-5) {
					t.Errorf("%d numbers, rows %v: off by %.1e", n, index, off)
				}
			}
		}
	})
}

func TestTransposeKernel(t *testing.T) {
	eachFast(t, func(t *testing.T, fast *Kernel) {
		rng := rand.New(rand.NewPCG(7, 1))
		for _, n := range []int{8, 16, 32} {
			ld := n + 3
			src := randomRow(rng, transposeRows*ld)
			want, got := make([]float32, n*panelWidth), make([]float32, n*panelWidth)
			transposePlain(want, src, ld, n)
			fast.transpose(got, src, ld, n)
			if !slices.Equal(got, want) {
				t.Errorf("%d columns: %v, want %v", n, got, want)
			}
		}
	})
}

// TestSoftmaxExp bounds the relative error of the fast kernels' exp over its range:
// a softmax of two values has exp as their ratio.
func TestSoftmaxExp(t *testing.T) {
	eachFast(t, func(t *testing.T, fast *Kernel) {
		for v := float32(0); v > -80; v -= 0.0137 {
			x := slices.Repeat([]float32{hiddenScore}, 16)
			x[0], x[1] = 0, v
			fast.softmax(1, x, len(x))
			want := math.Exp(float64(v))
			if off := math.Abs(float64(x[1])/float64(x[0])/want - 1); !(off < 1e-6) {
				t.Fatalf("exp(%v): off by a share of %.1e", v, off)
			}
		}
	})
}

// TestWidthsAgree: kernels of either width of registers sum in the same order. Of
// one row, which only perceptrons have, TestGoldenPerceptron sees too little.
func TestWidthsAgree(t *testing.T) {
	weights := randomTransformer(t, SizeS)
	features, legal := randomPosition(1)
	for wide, narrow := range map[string]string{"avx512": "avx2", "vnni": "avxvnni", "amx": "vnni"} {
		a, err := KernelNamed(wide)
		if err != nil {
			t.Log(err)
			continue
		}
		b, err := KernelNamed(narrow)
		if err != nil {
			t.Log(err)
			continue
		}
		got, want := make([]float32, len(legal)), make([]float32, len(legal))
		value, err := weights.With(a).New().Evaluate(features, legal, got)
		if err != nil {
			t.Fatal(err)
		}
		wantValue, err := weights.With(b).New().Evaluate(features, legal, want)
		if err != nil {
			t.Fatal(err)
		}
		if value != wantValue || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v; %s: %v, %v", wide, value, got, narrow, wantValue, want)
		}
		rng := rand.New(rand.NewPCG(5, 1))
		for _, k := range []int{3, 32, 93} {
			x, panel, bias := randomRow(rng, k), randomRow(rng, k*panelWidth), randomRow(rng, panelWidth)
			got, want := make([]float32, panelWidth), make([]float32, panelWidth)
			a.panel(1, k, x, k, panel, panelWidth, got, panelWidth, bias, store)
			b.panel(1, k, x, k, panel, panelWidth, want, panelWidth, bias, store)
			if !slices.Equal(got, want) {
				t.Errorf("%s, a row of %d: %v, %s has %v", wide, k, got, narrow, want)
			}
		}
	}
}

func TestExp(t *testing.T) {
	for x := 0.0; x > -700; x -= 0.0137 {
		if got, want := exp(x), math.Exp(x); math.Abs(got/want-1) > 1e-15 {
			t.Fatalf("exp(%v) = %v, want %v", x, got, want)
		}
	}
	for x, want := range map[float64]float64{0: 1, -1e30: 0, math.Inf(-1): 0} {
		if got := exp(x); got != want {
			t.Errorf("exp(%v) = %v, want %v", x, got, want)
		}
	}
}

func TestKernelNamed(t *testing.T) {
	for _, k := range Kernels() {
		if got, err := KernelNamed(k.String()); got != k || err != nil {
			t.Errorf("%v: got %v (%v)", k, got, err)
		}
	}
	if _, err := KernelNamed("abacus"); err == nil || !strings.Contains(err.Error(), "plain") {
		t.Errorf("a kernel that does not exist: %v", err)
	}
}

func BenchmarkPanel(b *testing.B) {
	rng := rand.New(rand.NewPCG(4, 1))
	for _, size := range []struct{ rows, k, out int }{{96, 256, 1024}, {96, 1024, 256}, {96, 128, 512}, {96, 32, 96}} {
		layer := newDense(size.k, size.out, randomRow(rng, size.k*size.out), nil)
		x := randomRow(rng, size.rows*(size.k+rowGap))
		y := make([]float32, size.rows*(size.out+rowGap))
		for _, k := range Kernels() {
			b.Run(fmt.Sprintf("%dx%dx%d/%s", size.rows, size.k, size.out, k.name), func(b *testing.B) {
				for b.Loop() {
					layer.apply(k, size.rows, x, size.k+rowGap, y, size.out+rowGap, store)
				}
				operations := 2 * float64(size.rows) * float64(size.k) * float64(size.out) * float64(b.N)
				b.ReportMetric(operations/b.Elapsed().Seconds()/1e9, "GFLOP/s")
			})
		}
	}
}
