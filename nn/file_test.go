package nn

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// randomFile makes a weight file of f32 tensors with small random values.
func randomFile(t testing.TB, kind, features string, sizes any, shapes map[string][]int) *File {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	var data []byte
	var tensors []TensorInfo
	for name, shape := range shapes {
		count, err := elements(shape)
		if err != nil {
			t.Fatal(err)
		}
		tensors = append(tensors, TensorInfo{Name: name, Shape: shape, DType: "f32", Offset: len(data)})
		scale := 1 / math.Sqrt(float64(shape[len(shape)-1]))
		for range count {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(rng.NormFloat64()*scale)))
		}
	}
	rawSizes, err := json.Marshal(sizes)
	if err != nil {
		t.Fatal(err)
	}
	header, err := json.Marshal(Header{Kind: kind, Features: features, Sizes: rawSizes, Tensors: tensors})
	if err != nil {
		t.Fatal(err)
	}
	f, err := Parse("random", seal(header, data))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// transformerShapes lists the tensors of train/champion/model.py.
func transformerShapes(s TransformerSizes) map[string][]int {
	d := s.Width
	shapes := map[string][]int{
		"embed.weight": {d, Features}, "embed.bias": {d}, "position": {allTokens, d},
		"ln.weight": {d}, "ln.bias": {d}, "query.weight": {d, d}, "key.weight": {d, d},
		"value.weight": {3, d}, "value.bias": {3},
	}
	for i := range s.Layers {
		for name, shape := range map[string][]int{
			"ln1.weight": {d}, "ln1.bias": {d}, "ln2.weight": {d}, "ln2.bias": {d},
			"qkv.weight": {3 * d, d}, "qkv.bias": {3 * d}, "out.weight": {d, d}, "out.bias": {d},
			"up.weight": {4 * d, d}, "up.bias": {4 * d}, "down.weight": {d, 4 * d}, "down.bias": {d},
		} {
			shapes[fmt.Sprintf("blocks.%d.%s", i, name)] = shape
		}
	}
	return shapes
}

func randomTransformer(t testing.TB, s TransformerSizes) *TransformerWeights {
	t.Helper()
	w, err := randomFile(t, "transformer", Observation, s, transformerShapes(s)).Transformer()
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestDamagedFiles wants each kind of damage told in one sentence that names the
// file and the reason.
func TestDamagedFiles(t *testing.T) {
	good, err := os.ReadFile(filepath.Join("testdata", "transformer-f16.weights"))
	if err != nil {
		t.Fatal(err)
	}
	header, data, err := split(good)
	if err != nil {
		t.Fatal(err)
	}
	edit := func(old, new string) []byte {
		if !bytes.Contains(header, []byte(old)) {
			t.Fatalf("the header lacks %s", old)
		}
		return seal(bytes.Replace(header, []byte(old), []byte(new), 1), data)
	}
	at := func(i int, b byte) []byte {
		raw := bytes.Clone(good)
		raw[i] ^= b
		return raw
	}
	infinite := bytes.Clone(data)
	binary.LittleEndian.PutUint16(infinite, 0x7c00)
	for name, c := range map[string]struct {
		raw    []byte
		reason string
	}{
		"empty":         {nil, "truncated"},
		"short":         {good[:40], "truncated"},
		"cut":           {good[:len(good)-100], "truncated"},
		"long":          {append(bytes.Clone(good), 0), "1 bytes longer"},
		"magic":         {at(0, 1), "not a weight file"},
		"version":       {at(8, 3), "version 2"},
		"header length": {at(15, 0x80), "truncated"},
		"data":          {at(len(good)/2, 1), "checksum"},
		"checksum":      {at(len(good)-1, 1), "checksum"},
		"json":          {seal([]byte("{"), data), "header is damaged"},
		"kind":          {edit(`"transformer"`, `"perceptron"`), `holds a "perceptron"`},
		"features":      {edit(`observation-2`, `observation-3`), `made for features "observation-3"`},
		"sizes":         {edit(`"heads": 2`, `"heads": 3`), "impossible sizes"},
		"heads":         {edit(`"heads": 2`, `"heads": 1152921504606846976`), "impossible sizes"},
		"missing":       {edit(`"ln.bias"`, `"ln.b"`), `tensor "ln.bias" is missing`},
		"shape":         {edit(`"shape": [93, 32]`, `"shape": [32, 93]`), `tensor "position" has shape [32 93], want [93 32]`},
		"dtype":         {edit(`"f16"`, `"f17"`), `unknown dtype "f17"`},
		"offset":        {edit(`"offset": 0`, `"offset": 99999999`), "outside"},
		"negative":      {edit(`"offset": 0`, `"offset": -1`), "outside"},
		"infinite":      {seal(header, infinite), "not finite"},
		"twice":         {edit(`"ln.bias"`, `"ln.weight"`), "listed twice"},
	} {
		f, err := Parse("some.weights", c.raw)
		if err == nil {
			_, err = f.Transformer()
		}
		switch {
		case err == nil:
			t.Errorf("%s: no error", name)
		case !strings.HasPrefix(err.Error(), "some.weights: ") || !strings.Contains(err.Error(), c.reason):
			t.Errorf("%s: %q does not name the file and %q", name, err, c.reason)
		}
	}
	if _, err := Open(filepath.Join("testdata", "no-such.weights")); err == nil || !strings.Contains(err.Error(), "no-such.weights") {
		t.Errorf("a missing file: %v", err)
	}
}

// TestHalf checks the widening of halves against the definition.
func TestHalf(t *testing.T) {
	for h := range 1 << 16 {
		exponent, fraction := h>>10&0x1f, float64(h&0x3ff)
		want := math.Ldexp(1+fraction/1024, exponent-15)
		switch exponent {
		case 0:
			want = math.Ldexp(fraction/1024, -14)
		case 0x1f:
			want = math.Inf(1)
			if fraction != 0 {
				want = math.NaN()
			}
		}
		if h>>15 != 0 {
			want = -want
		}
		got := float64(fromHalf(uint16(h)))
		if got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Fatalf("%#04x is %v, want %v", h, got, want)
		}
	}
}
