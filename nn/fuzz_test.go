package nn

import (
	"encoding/json"
	"testing"
)

// FuzzParse gives the reader whole files; nearly all fail at the prelude or the
// checksum.
func FuzzParse(f *testing.F) {
	f.Add([]byte{})
	f.Add(seal([]byte(`{"kind": "perceptron"}`), nil))
	f.Add(seal([]byte(`{"tensors": [{"name": "a", "shape": [1], "dtype": "f16", "offset": 0}]}`), []byte{0, 0}))
	f.Fuzz(func(t *testing.T, raw []byte) {
		file, err := Parse("fuzzed", raw)
		if (file == nil) == (err == nil) {
			t.Errorf("file %v with error %v", file, err)
		}
	})
}

// FuzzNetworks gives the networks any header and data under a right checksum: each
// answers with an error or with a network that evaluates, and never panics.
func FuzzNetworks(f *testing.F) {
	const dataSize = 4*16 + 16*Features // the largest tensor below
	layers := map[string][]int{
		"layers.0.weight": {5, 7}, "layers.0.bias": {5}, "layers.1.weight": {4, 5}, "layers.1.bias": {4},
	}
	for _, output := range []string{"softmax", "sigmoid"} {
		sizes := PerceptronSizes{Layers: []int{7, 5, 4}, Output: output, Groups: 2}
		f.Add(overlappingHeader(f, "perceptron", sizes, layers), make([]byte, 55))
	}
	sizes := TransformerSizes{Width: 16, Layers: 1, Heads: 1}
	f.Add(overlappingHeader(f, "transformer", sizes, transformerShapes(sizes)), make([]byte, dataSize))
	sizes.Heads = 1 << 60 // times a panel's width, nothing
	f.Add(overlappingHeader(f, "transformer", sizes, transformerShapes(sizes)), make([]byte, dataSize))
	f.Fuzz(func(t *testing.T, header, data []byte) {
		file, err := Parse("fuzzed", seal(header, data))
		if err != nil {
			return
		}
		if w, err := file.Perceptron(Observation); err == nil {
			if _, err := w.New().Evaluate(make([]float32, w.Sizes.Layers[0])); err != nil {
				t.Error(err)
			}
		}
		if w, err := file.Transformer(); err == nil {
			if _, err := w.New().Evaluate(make([]float32, Tokens*Features), nil, nil); err != nil {
				t.Error(err)
			}
		}
	})
}

// overlappingHeader places every tensor at the data's start as i8, which keeps the
// inputs of the fuzzer small.
func overlappingHeader(f *testing.F, kind string, sizes any, shapes map[string][]int) []byte {
	f.Helper()
	rawSizes, err := json.Marshal(sizes)
	if err != nil {
		f.Fatal(err)
	}
	h := Header{Kind: kind, Features: Observation, Sizes: rawSizes}
	for name, shape := range shapes {
		h.Tensors = append(h.Tensors, TensorInfo{Name: name, Shape: shape, DType: "i8"})
	}
	header, err := json.Marshal(h)
	if err != nil {
		f.Fatal(err)
	}
	return header
}
