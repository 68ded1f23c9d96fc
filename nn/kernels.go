package nn

import (
	"fmt"
	"slices"
	"strings"
)

// panelWidth is how many columns of a product a kernel makes at once: two AVX
// registers of float32. Every row that a kernel writes is padded to it.
const panelWidth = 16

// Kernel is one way to run the loops in which nearly all time is spent. The same
// kernel gives the same numbers on any processor that has it.
//
// Lengths of rows are multiples of 8; the slices passed are long enough (each
// wrapper of an assembly loop checks that).
type Kernel struct {
	name string

	// panel computes panelWidth columns of a product: for each row i,
	// c[i·ldc+j] = Σ a[i·lda+p] · b[p·ldb+j] over p < k, started with bias[j]
	// where there is a bias, and finished as the mode says. A row's numbers
	// depend on the rows beside it only through tileRows: rows in whole tiles
	// are summed alike, however many there are.
	panel func(rows, k int, a []float32, lda int, b []float32, ldb int, c []float32, ldc int, bias []float32, m mode)

	// normalise writes the layer normalisation of rows of src to rows of dst, both
	// ld apart and as long as gain.
	normalise func(rows int, dst, src []float32, ld int, gain, bias []float32)

	// softmax replaces each row of n numbers in x by exp of them divided by its sum.
	softmax func(rows int, x []float32, n int)

	// addRows adds to dst the rows of a table that index names, each times its
	// value. Rows are as long as dst.
	addRows func(dst, table []float32, index []uint16, value []float32)

	// transpose makes transposeRows rows of n numbers, ld apart, columns of a panel.
	transpose func(dst, src []float32, ld, n int)

	// eight multiplies bytes in the blocks of a Transformer; nil for a kernel that
	// knows only floats.
	eight *eightBit
}

// tileRows is the largest number of rows that a kernel takes at once; kernels that
// take fewer take a divisor of it.
const tileRows = 12

// transposeRows is how many rows a kernel transposes at once.
const transposeRows = 8

// mode says what becomes of a finished sum.
type mode int

const (
	store    mode = iota // c = sum
	storeAdd             // c += sum, the residual connections
	storeReLU
)

// normEpsilon keeps layer normalisation from dividing by zero; PyTorch's default.
const normEpsilon = 1e-5

// Kernels returns the kernels that this processor has, the fastest first. The last
// is plain Go, which every processor has.
func Kernels() []*Kernel { return slices.Clone(kernels) }

var kernels = append(assembly(), &plain)

// KernelNamed returns the kernel of that name, if this processor has it.
func KernelNamed(name string) (*Kernel, error) {
	names := make([]string, len(kernels))
	for i, k := range kernels {
		if k.name == name {
			return k, nil
		}
		names[i] = k.name
	}
	return nil, fmt.Errorf("no kernel %q on this processor, which has %s", name, strings.Join(names, ", "))
}

// floatKernel returns the fastest kernel that multiplies floats.
func floatKernel() *Kernel {
	return kernels[slices.IndexFunc(kernels, func(k *Kernel) bool { return k.eight == nil })]
}

// String returns the kernel's name.
func (k *Kernel) String() string { return k.name }

// Bits returns how many bits the numbers have that the kernel multiplies in the
// blocks of a Transformer: 32, or 8, which is faster and nearly as good.
func (k *Kernel) Bits() int {
	if k.eight != nil {
		return 8
	}
	return 32
}
