package nn

import (
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"testing"
)

var goldenDir = flag.String("golden", "testdata", "folder of vectors that train/champion/golden.py wrote")

// tolerance is how far from PyTorch a probability may lie, byteTolerance with a kernel
// of 8 bits.
const tolerance, byteTolerance = 1e-4, 3e-2

type goldenTransformer struct {
	Positions []struct {
		Tokens [][]float32 `json:"tokens"` // feature, value, feature, value, ... of each token
		Legal  []uint16    `json:"legal"`
	} `json:"positions"`
	Outputs map[string][]struct {
		Policy []float32   `json:"policy"`
		Value  []float32   `json:"value"`
		Belief [][]float32 `json:"belief"` // of BeliefTokens
	} `json:"outputs"`
	BeliefTokens []int `json:"belief_tokens"`
}

func readGolden(t testing.TB, name string, into any) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(*goldenDir, name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func openGolden(t testing.TB, name string) *File {
	t.Helper()
	f, err := Open(filepath.Join(*goldenDir, name))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func spread(row []float32, into []float32) {
	for i := 0; i < len(row); i += 2 {
		into[int(row[i])] = row[i+1]
	}
}

func worst(t *testing.T, got, want []float32) float64 {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d numbers, want %d", len(got), len(want))
	}
	w := 0.0
	for i := range got {
		w = max(w, math.Abs(float64(got[i]-want[i])))
	}
	return w
}

func TestGoldenTransformer(t *testing.T) {
	var golden goldenTransformer
	readGolden(t, "transformer.json", &golden)
	for _, dtype := range []string{"f16", "i8"} {
		weights, err := openGolden(t, "transformer-"+dtype+".weights").Transformer()
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range Kernels() {
			network := weights.With(k).New()
			for i, p := range golden.Positions {
				features := make([]float32, Tokens*Features)
				for token, row := range p.Tokens {
					spread(row, features[token*Features:])
				}
				policy := make([]float32, len(p.Legal))
				value, err := network.Evaluate(features, p.Legal, policy)
				if err != nil {
					t.Fatal(err)
				}
				want := golden.Outputs[dtype][i]
				off := max(worst(t, policy, want.Policy), worst(t, []float32{value.Win, value.Draw, value.Loss}, want.Value))
				for k, token := range golden.BeliefTokens {
					var logits [BeliefSizes]float32
					network.Belief(token, &logits)
					off = max(off, worst(t, logits[:], want.Belief[k]))
				}
				t.Logf("%s, %s, position %d: off by %.1e", dtype, k.name, i, off)
				limit := tolerance
				if k.Bits() == 8 {
					limit = byteTolerance
				}
				if !(off <= limit) {
					t.Errorf("%s, %s, position %d: off by %.1e, more than %.0e", dtype, k.name, i, off, limit)
				}
			}
		}
	}
}

func TestGoldenPerceptron(t *testing.T) {
	var golden map[string][]struct {
		Input  []float32 `json:"input"`
		Output []float32 `json:"output"`
	}
	readGolden(t, "perceptron.json", &golden)
	for name, cases := range golden {
		weights, err := openGolden(t, "perceptron-"+name+".weights").Perceptron("golden-1")
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range Kernels() {
			network := weights.newWith(k)
			for i, c := range cases {
				input := make([]float32, weights.Sizes.Layers[0])
				spread(c.Input, input)
				output, err := network.Evaluate(input)
				if err != nil {
					t.Fatal(err)
				}
				if off := worst(t, output, c.Output); !(off <= tolerance/10) {
					t.Errorf("%s, %s, case %d: off by %.1e", name, k.name, i, off)
				}
			}
		}
	}
}
