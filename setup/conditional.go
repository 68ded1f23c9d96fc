package setup

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"marengo/stratego"
)

// Conditional says which rank a square of a setup holds, given what is known of
// all the others: a log-linear model, fitted to human setups by Fit. De Boer's
// statistics look at direct neighbours only, for want of data (4.3.2); with
// five times his setups, every pair of squares can speak, by the rows of the two and
// how many files lie between them.
type Conditional struct {
	// Bias[i][r] is the logarithm of the rank's weight on a square, the same on
	// its mirror image.
	Bias [stratego.SetupSquares][stratego.Ranks]float32
	// Pair[row][row'][files][sign][r] is added for a rank on a square in row, for
	// each sign on a square in row' that lies so many files away.
	Pair [setupRows][setupRows][reach][Signs][stratego.Ranks]float32
}

const (
	setupRows = stratego.SetupSquares / stratego.Files
	reach     = 6 // files beyond which squares do not speak to each other
)

// Sign is what is known of a square's piece: one of the twelve ranks, that it
// moves, or nothing.
type Sign uint8

// The signs beside the ranks.
const (
	Moves   Sign = stratego.Ranks // hidden, but it has moved
	Unknown Sign = stratego.Ranks + 1

	Signs = stratego.Ranks + 1 // signs that say something
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
		row, file := j/stratego.Files, j%stratego.Files
		for i := range out {
			if i == j || signs[i] < Moves {
				continue
			}
			d := i%stratego.Files - file
			if d < 0 {
				d = -d
			}
			if d >= reach {
				continue
			}
			w := &m.Pair[i/stratego.Files][row][d][sign]
			to := &out[i]
			for r := range to {
				to[r] += w[r]
			}
		}
	}
}

// mirrored returns the square of the left half that a square mirrors.
func mirrored(i int) int {
	if f := i % stratego.Files; f >= stratego.Files/2 {
		return i - f + stratego.Files - 1 - f
	}
	return i
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
	m, err := DecodeConditional(conditionalFile)
	if err != nil {
		panic("setup: embedded " + err.Error())
	}
	return m
}()

// unit is what one step of the numbers in a file is worth: enough for four
// digits, and weights within ±32.
const unit = 1.0 / 1024

// Encode writes the model's numbers one after the other, two bytes each.
func (m *Conditional) Encode() []byte {
	var data []byte
	for x := range m.numbers() {
		n := math.Round(float64(*x) / unit)
		data = binary.LittleEndian.AppendUint16(data, uint16(int16(min(max(n, math.MinInt16), math.MaxInt16))))
	}
	return data
}

// DecodeConditional reads what Encode wrote.
func DecodeConditional(data []byte) (*Conditional, error) {
	m := new(Conditional)
	want := 2 * len(slices.Collect(m.numbers()))
	if len(data) != want {
		return nil, fmt.Errorf("setup model has %d bytes, expected %d", len(data), want)
	}
	i := 0
	for x := range m.numbers() {
		*x = float32(int16(binary.LittleEndian.Uint16(data[i:]))) * unit
		i += 2
	}
	return m, nil
}

// numbers goes through the model's numbers in the order of the file.
func (m *Conditional) numbers() func(yield func(*float32) bool) {
	return func(yield func(*float32) bool) {
		for i := range m.Bias {
			for r := range m.Bias[i] {
				if !yield(&m.Bias[i][r]) {
					return
				}
			}
		}
		for a := range m.Pair {
			for b := range m.Pair[a] {
				for d := range m.Pair[a][b] {
					for sign := range m.Pair[a][b][d] {
						for r := range m.Pair[a][b][d][sign] {
							if !yield(&m.Pair[a][b][d][sign][r]) {
								return
							}
						}
					}
				}
			}
		}
	}
}
