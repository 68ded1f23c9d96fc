package nn

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
)

// Tensor is numbers with a name and a shape, row by row.
type Tensor struct {
	Name   string
	Shape  []int
	Values []float32
}

// fileAlign is what the header's end and every tensor's beginning are multiples of.
const fileAlign = 64

// Encode returns a weight file: matrices in 8 bits, vectors in halves.
func Encode(kind, features string, sizes, provenance any, tensors []Tensor) ([]byte, error) {
	header := Header{Kind: kind, Features: features}
	var err error
	if header.Sizes, err = json.Marshal(sizes); err != nil {
		return nil, err
	}
	if header.Provenance, err = json.Marshal(provenance); err != nil {
		return nil, err
	}
	var data []byte
	for _, t := range tensors {
		info := TensorInfo{Name: t.Name, Shape: t.Shape, DType: "i8", Offset: len(data)}
		if len(t.Shape) < 2 {
			info.DType = "f16"
		}
		if n, err := elements(t.Shape); err != nil || n != len(t.Values) {
			return nil, fmt.Errorf("tensor %s: %d numbers do not fill the shape %v", t.Name, len(t.Values), t.Shape)
		}
		for _, v := range t.Values {
			if v-v != 0 || info.DType == "f16" && math.Abs(float64(v)) > maxHalf {
				return nil, fmt.Errorf("tensor %s holds %g, which cannot be written", t.Name, v)
			}
		}
		header.Tensors = append(header.Tensors, info)
		if info.DType == "i8" {
			data = appendRows(data, t.Values, t.Shape[0])
		} else {
			for _, v := range t.Values {
				data = binary.LittleEndian.AppendUint16(data, toHalf(v))
			}
		}
		data = append(data, make([]byte, (fileAlign-len(data)%fileAlign)%fileAlign)...)
	}
	text, err := json.Marshal(header)
	if err != nil {
		return nil, err
	}
	text = append(text, bytes.Repeat([]byte(" "), (fileAlign-(preludeSize+len(text))%fileAlign)%fileAlign)...)
	return seal(text, data), nil
}

// seal joins a header and data to a weight file; split takes it apart.
func seal(header, data []byte) []byte {
	file := []byte(fileMagic)
	file = binary.LittleEndian.AppendUint32(file, fileVersion)
	file = binary.LittleEndian.AppendUint32(file, uint32(len(header)))
	file = binary.LittleEndian.AppendUint64(file, uint64(len(data)))
	file = append(append(file, header...), data...)
	sum := sha256.Sum256(file)
	return append(file, sum[:]...)
}

// appendRows writes rows in 8 bits, each with a scale; decodeRows reads them.
func appendRows(b []byte, values []float32, rows int) []byte {
	width := len(values) / rows
	scales := make([]float32, rows)
	for r := range rows {
		for _, v := range values[r*width:][:width] {
			scales[r] = max(scales[r], float32(math.Abs(float64(v)))/math.MaxInt8)
		}
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(scales[r]))
	}
	for r, scale := range scales {
		for _, v := range values[r*width:][:width] {
			if scale > 0 {
				v /= scale
			}
			b = append(b, byte(int8(math.RoundToEven(float64(v)))))
		}
	}
	return b
}

// maxHalf is the largest number of a half.
const maxHalf = 65504

// toHalf rounds to the nearest half; fromHalf widens it again.
func toHalf(v float32) uint16 {
	sign := uint16(math.Float32bits(v) >> 16 & 0x8000)
	x := math.Abs(float64(v))
	if x < 1.0/(1<<14) { // subnormal: so many 2^-24
		return sign | uint16(math.RoundToEven(x*(1<<24)))
	}
	fraction, exponent := math.Frexp(x) // x = fraction · 2^exponent, fraction from ½ on
	// Rounding up to the next power of two carries into the exponent, as it should.
	return sign | uint16((exponent+13)<<10+int(math.RoundToEven(fraction*(1<<11))))
}
