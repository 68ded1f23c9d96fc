package nn

import (
	"fmt"
	"strings"
	"testing"
)

func randomPerceptron(t testing.TB, s PerceptronSizes) (*PerceptronWeights, error) {
	t.Helper()
	shapes := map[string][]int{}
	for i := range len(s.Layers) - 1 {
		shapes[fmt.Sprintf("layers.%d.weight", i)] = []int{s.Layers[i+1], s.Layers[i]}
		shapes[fmt.Sprintf("layers.%d.bias", i)] = []int{s.Layers[i+1]}
	}
	return randomFile(t, "perceptron", "test-1", s, shapes).Perceptron("test-1")
}

// setupClassifier has the shape of StrAItego's random-versus-human network
// (Schoenmakers 5.2.2).
var setupClassifier = PerceptronSizes{Layers: []int{480, 150, 150, 150, 150, 150, 2}, Output: "softmax", Groups: 1}

// oneHot returns 480 inputs, one of each 12 being 1.
func oneHot() []float32 {
	input := make([]float32, 480)
	for i := 0; i < len(input); i += 12 {
		input[i+i%7] = 1
	}
	return input
}

func TestPerceptron(t *testing.T) {
	for _, s := range []PerceptronSizes{
		setupClassifier,
		{Layers: []int{480, 3}, Output: "sigmoid"},
		{Layers: []int{480, 240, 480}, Output: "softmax", Groups: 40},
	} {
		weights, err := randomPerceptron(t, s)
		if err != nil {
			t.Fatal(err)
		}
		want, err := weights.newWith(&plain).Evaluate(oneHot())
		if err != nil {
			t.Fatal(err)
		}
		network := weights.New()
		for range 2 {
			got, err := network.Evaluate(oneHot())
			if err != nil {
				t.Fatal(err)
			}
			if off := worst(t, got, want); !(off < 1e-5) {
				t.Errorf("%v: off by %.1e", s, off)
			}
		}
		input := oneHot()
		if n := testing.AllocsPerRun(3, func() {
			if _, err := network.Evaluate(input); err != nil {
				t.Error(err)
			}
		}); n != 0 {
			t.Errorf("%v: %v allocations", s, n)
		}
	}
}

func TestPerceptronBadInput(t *testing.T) {
	for reason, s := range map[string]PerceptronSizes{
		"impossible number of layers": {Layers: []int{480}, Output: "softmax", Groups: 1},
		"unknown output":              {Layers: []int{480, 2}, Output: "tanh"},
		"do not divide":               {Layers: []int{480, 5}, Output: "softmax", Groups: 2},
	} {
		if _, err := randomPerceptron(t, s); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%v: %v, want %q", s, err, reason)
		}
	}
	weights, err := randomPerceptron(t, setupClassifier)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := weights.New().Evaluate(make([]float32, 479)); err == nil {
		t.Error("too few inputs: no error")
	}
}

func BenchmarkPerceptron(b *testing.B) {
	weights, err := randomPerceptron(b, setupClassifier)
	if err != nil {
		b.Fatal(err)
	}
	input := oneHot()
	for _, k := range Kernels() {
		b.Run("480-5x150-2/"+k.name, func(b *testing.B) {
			network := weights.newWith(k)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := network.Evaluate(input); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestShares holds the shares of some outputs against those of all: they are as large to each other.
func TestShares(t *testing.T) {
	weights, err := randomPerceptron(t, PerceptronSizes{Layers: []int{480, 150, 150, 300}, Output: "softmax", Groups: 1})
	if err != nil {
		t.Fatal(err)
	}
	network := weights.New()
	all, err := network.Evaluate(oneHot())
	if err != nil {
		t.Fatal(err)
	}
	outputs, want, sum := []int{299, 3, 40, 41, 170}, make([]float32, 5), float32(0)
	for i, o := range outputs {
		want[i] = all[o]
		sum += all[o]
	}
	for i := range want {
		want[i] /= sum
	}
	var input Sparse
	input.SetDense(oneHot(), 480)
	got := make([]float32, len(outputs))
	if n := testing.AllocsPerRun(3, func() {
		if err := network.Shares(&input, outputs, got); err != nil {
			t.Error(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if off := worst(t, got, want); !(off < 1e-5) {
		t.Errorf("off by %.1e: %v, want %v", off, got, want)
	}
	if err := network.Shares(&input, []int{300}, got[:1]); err == nil {
		t.Error("an output beyond the last: no error")
	}
	if err := network.Shares(&input, outputs, got[:4]); err == nil {
		t.Error("too little room: no error")
	}
}
