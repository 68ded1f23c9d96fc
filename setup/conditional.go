package setup

import (
	_ "embed"
	"fmt"
	"iter"
	"math"

	"marengo/stratego"
)

// Conditional says which rank a square of a setup holds, given what is known of
// all the others: a log-linear model, fitted to human setups by Fit. De Boer's
// statistics look at direct neighbours only, for want of data (4.3.2: a relation
// for each two squares would be 230,400 numbers from 20,000 setups); with five
// times his setups every pair of squares can speak.
type Conditional struct {
	// Bias[i][r] is the logarithm of the rank's weight on a square, the same on
	// its mirror image.
	Bias [stratego.SetupSquares][stratego.Ranks]float32
	// Pair[i][j][sign][r] is added for a rank on square i of the left half, for a
	// sign on square j. The right half is the mirror image.
	Pair [leftHalf][stratego.SetupSquares][signs][stratego.Ranks]float32
}

const leftHalf = stratego.SetupSquares / 2

// pair returns where the model keeps what square j says about square i.
func pair(i, j int) (int, int) {
	const half = stratego.Files / 2
	if i%stratego.Files >= half {
		i, j = mirror(i), mirror(j)
	}
	return i/stratego.Files*half + i%stratego.Files, j
}

// mirror exchanges left and right.
func mirror(i int) int { return i - i%stratego.Files + stratego.Files - 1 - i%stratego.Files }

// Sign is what is known of a square's piece: one of the twelve ranks, that it
// moves, or nothing.
type Sign uint8

// The signs beside the ranks.
const (
	Moves   Sign = stratego.Ranks // hidden, but it has moved
	Unknown Sign = stratego.Ranks + 1

	signs = stratego.Ranks + 1 // signs that say something
)

// Weights fills in, for every square, the logarithm of each rank's weight given
// the signs of the others. A square's own sign does not count, nor do the numbers of
// pieces left: those are the caller's to bring in.
func (m *Conditional) Weights(signs *[stratego.SetupSquares]Sign, out *[stratego.SetupSquares][stratego.Ranks]float32) {
	*out = m.Bias
	for j, sign := range signs {
		if sign == Unknown {
			continue
		}
		for i := range out {
			if i == j || signs[i] < Moves {
				continue
			}
			a, b := pair(i, j)
			w, to := &m.Pair[a][b][sign], &out[i]
			for r := range to {
				to[r] += w[r]
			}
		}
	}
}

// Couple fills in how much a rank on square i and a rank on square j go together, as a
// logarithm: the mean of what either says about the other. Summed over all pairs of
// squares and added to the biases it is the logarithm of a whole setup's weight.
func (m *Conditional) Couple(i, j int, out *[stratego.Ranks][stratego.Ranks]float32) {
	a, b := pair(i, j)
	c, d := pair(j, i)
	for r := range out {
		for s := range out[r] {
			out[r][s] = (m.Pair[a][b][s][r] + m.Pair[c][d][r][s]) / 2
		}
	}
}

// softmax turns logarithms of weights into probabilities.
func softmax(x *[stratego.Ranks]float32) {
	top := x[0]
	for _, v := range x {
		top = max(top, v)
	}
	sum := float32(0)
	for r, v := range x {
		x[r] = float32(math.Exp(float64(v - top)))
		sum += x[r]
	}
	for r := range x {
		x[r] /= sum
	}
}

// conditionalFile holds the model fitted to the setups that Human counts.
//
//go:embed conditional.bin
var conditionalFile []byte

// HumanConditional is the model of human setups.
var HumanConditional = func() *Conditional {
	m, err := decodeConditional(conditionalFile)
	if err != nil {
		panic("setup: embedded " + err.Error())
	}
	return m
}()

// What one step of a byte in a file is worth: biases reach to -8, the rarest rank
// on a square, and pairs to ±4.
const (
	biasUnit = 1.0 / 15
	pairUnit = 1.0 / 32
)

// Encode writes the model's numbers one after the other, a byte each.
func (m *Conditional) Encode() []byte {
	var data []byte
	for x, unit := range m.numbers() {
		n := math.Round(float64(*x) / unit)
		data = append(data, byte(int8(min(max(n, math.MinInt8), math.MaxInt8))))
	}
	return data
}

// decodeConditional reads what Encode wrote.
func decodeConditional(data []byte) (*Conditional, error) {
	m := new(Conditional)
	want := 0
	for range m.numbers() {
		want++
	}
	if len(data) != want {
		return nil, fmt.Errorf("setup model has %d bytes, expected %d", len(data), want)
	}
	i := 0
	for x, unit := range m.numbers() {
		*x = float32(float64(int8(data[i])) * unit)
		i++
	}
	return m, nil
}

// numbers goes through the model's numbers in the order of the file, each with
// its unit.
func (m *Conditional) numbers() iter.Seq2[*float32, float64] {
	return func(yield func(*float32, float64) bool) {
		for i := range m.Bias {
			for r := range m.Bias[i] {
				if !yield(&m.Bias[i][r], biasUnit) {
					return
				}
			}
		}
		for i := range m.Pair {
			for j := range m.Pair[i] {
				for sign := range m.Pair[i][j] {
					for r := range m.Pair[i][j][sign] {
						if !yield(&m.Pair[i][j][sign][r], pairUnit) {
							return
						}
					}
				}
			}
		}
	}
}
