package nn

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// maxElements bounds a tensor; the largest networks have matrices of a few
// million weights.
const maxElements = 1 << 28

var errOutside = errors.New("lies outside the file's data")

// decode returns a tensor's values. Its dtypes:
//
//	f32, f16  the values, row by row
//	i8        a float32 scale for each row (first dimension), then the values as
//	          int8; a value is scale · int8
func decode(data []byte, t TensorInfo) ([]float32, error) {
	count, err := elements(t.Shape)
	if err != nil {
		return nil, err
	}
	size := 0
	switch t.DType {
	case "f32":
		size = 4 * count
	case "f16":
		size = 2 * count
	case "i8":
		size = 4*t.Shape[0] + count
	default:
		return nil, fmt.Errorf("has the unknown dtype %q", t.DType)
	}
	if t.Offset < 0 || t.Offset > len(data) || size > len(data)-t.Offset {
		return nil, errOutside
	}
	raw := data[t.Offset : t.Offset+size]
	values := make([]float32, count)
	switch t.DType {
	case "f32":
		for i := range values {
			values[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
		}
	case "f16":
		for i := range values {
			values[i] = fromHalf(binary.LittleEndian.Uint16(raw[2*i:]))
		}
	case "i8":
		decodeRows(values, raw, t.Shape[0])
	}
	for _, v := range values {
		if v-v != 0 {
			return nil, errors.New("holds a value that is not finite")
		}
	}
	return values, nil
}

// elements returns how many values a shape holds.
func elements(shape []int) (int, error) {
	if len(shape) == 0 {
		return 0, errors.New("has no shape")
	}
	count := 1
	for _, n := range shape {
		if n < 1 || n > maxElements/count {
			return 0, fmt.Errorf("has the impossible shape %v", shape)
		}
		count *= n
	}
	return count, nil
}

// decodeRows decodes the dtype i8.
func decodeRows(values []float32, raw []byte, rows int) {
	columns := len(values) / rows
	quantised := raw[4*rows:]
	for r := range rows {
		scale := math.Float32frombits(binary.LittleEndian.Uint32(raw[4*r:]))
		for c := r * columns; c < (r+1)*columns; c++ {
			values[c] = scale * float32(int8(quantised[c]))
		}
	}
}

// fromHalf widens an IEEE 754 half: 1 sign bit, 5 of exponent (bias 15), 10 of
// fraction.
func fromHalf(h uint16) float32 {
	sign := uint32(h>>15) << 31
	exponent := uint32(h>>10) & 0x1f
	fraction := uint32(h) & 0x3ff
	switch exponent {
	case 0: // zero or subnormal: fraction · 2^-24
		v := float32(fraction) * (1.0 / (1 << 24))
		return math.Float32frombits(math.Float32bits(v) | sign)
	case 0x1f: // infinity or not a number
		return math.Float32frombits(sign | 0xff<<23 | fraction<<13)
	}
	return math.Float32frombits(sign | (exponent+127-15)<<23 | fraction<<13)
}
