// Package nn runs small neural networks on the CPU, one position at a time.
//
// There are only a few types. A File is a weight file: one network, versioned
// and checksummed, as train/shared/weights.py writes it. It gives TransformerWeights
// (the network that looks at a whole board: 92 square tokens and a value token)
// or PerceptronWeights (plain dense layers); both are read-only once made and
// shared by all goroutines. A Transformer or Perceptron adds the buffers of one
// evaluation: make one for each goroutine; evaluating allocates nothing. Sparse
// holds an input by its nonzeros.
//
// All heavy work goes through a Kernel (kernels.go). There is one in plain Go, two in
// assembly that multiply floats (avx2, avx512) and three that multiply bytes (avxvnni,
// vnni, amx); those of a kind differ in the width of their registers and give the same bits.
// Kernels lists those that this processor has, of which a network takes the fastest
// unless File.Kernel names another, or With for a Transformer (GODEBUG=cpu.avx512f=off
// and the like hide one).
// Bytes are used in the layers of the blocks alone, each row of input and each
// output with a scale of its own (eightbit.go, quantise.go); all else stays in
// floats.
//
// The plain loops are the oracle of the others in the tests, and PyTorch is the
// oracle of all: train/champion/golden.py writes the vectors in testdata.
package nn
