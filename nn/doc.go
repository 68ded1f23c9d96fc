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
// All heavy work goes through a Kernel: a matrix product on panels of 16 columns,
// a layer normalisation, a softmax and a scaled sum of rows. There is one in plain
// Go, and in assembly one with AVX2 and FMA and one with AVX-512, which give the same
// bits. Kernels lists those that this processor has, of which networks take the
// fastest unless With pins another (GODEBUG=cpu.avx512f=off hides one). The plain
// one is the oracle of the others in the tests, and PyTorch is the oracle of all:
// train/champion/golden.py writes the vectors in testdata.
package nn
