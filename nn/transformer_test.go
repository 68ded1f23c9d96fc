package nn

import (
	"math/rand/v2"
	"sync"
	"testing"
)

var sizeTiny = TransformerSizes{Width: 32, Layers: 2, Heads: 2}

// randomPosition returns features with about 15 nonzeros a token, and 30 moves.
func randomPosition(seed uint64) (features []float32, legal []uint16) {
	rng := rand.New(rand.NewPCG(seed, 1))
	features = make([]float32, Tokens*Features)
	for i := range features {
		if rng.IntN(Features) < 15 {
			features[i] = 1
		}
	}
	for range 30 {
		legal = append(legal, uint16(rng.IntN(Tokens*Tokens)))
	}
	return features, legal
}

func TestFastEqualsPlain(t *testing.T) {
	weights := randomTransformer(t, SizeS)
	features, legal := randomPosition(1)
	want := make([]float32, len(legal))
	wantValue, err := weights.With(&plain).New().Evaluate(features, legal, want)
	if err != nil {
		t.Fatal(err)
	}
	eachFast(t, func(t *testing.T, k *Kernel) {
		got := make([]float32, len(legal))
		value, err := weights.With(k).New().Evaluate(features, legal, got)
		if err != nil {
			t.Fatal(err)
		}
		off := max(worst(t, got, want), worst(t, []float32{value.Win, value.Draw, value.Loss},
			[]float32{wantValue.Win, wantValue.Draw, wantValue.Loss}))
		limit := 1e-5
		if k.Bits() == 8 {
			limit = 2e-3
		}
		if !(off < limit) {
			t.Errorf("off by %.1e", off)
		}
	})
}

// TestValueAlone: leaving out what the value does not need leaves the value as it is.
func TestValueAlone(t *testing.T) {
	for _, size := range []TransformerSizes{sizeTiny, SizeS} {
		weights := randomTransformer(t, size)
		for _, k := range Kernels() {
			network := weights.With(k).New()
			for seed := range uint64(2) {
				features, legal := randomPosition(seed)
				want, err := network.Evaluate(features, legal, make([]float32, len(legal)))
				if err != nil {
					t.Fatal(err)
				}
				var sparse Sparse
				sparse.SetDense(features, Features)
				if got, err := network.ValueSparse(&sparse); err != nil || got != want {
					t.Errorf("%v, %+v, position %d: %v (%v), want %v", k, size, seed, got, err, want)
				}
			}
		}
	}
}

// TestRepeatable evaluates in turn and side by side: what one evaluation leaves in
// the buffers never reaches the next, and goroutines share nothing but weights.
func TestRepeatable(t *testing.T) {
	const positions, rounds = 4, 3
	weights := randomTransformer(t, sizeTiny)
	var want [positions]Value
	for i := range want {
		features, legal := randomPosition(uint64(i))
		v, err := weights.New().Evaluate(features, legal, make([]float32, len(legal)))
		if err != nil {
			t.Fatal(err)
		}
		want[i] = v
	}
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			network := weights.New()
			for i := range positions * rounds {
				features, legal := randomPosition(uint64(i % positions))
				v, err := network.Evaluate(features, legal, make([]float32, len(legal)))
				if err != nil || v != want[i%positions] {
					t.Errorf("position %d: %v (%v), want %v", i%positions, v, err, want[i%positions])
				}
			}
		})
	}
	group.Wait()
}

func TestEvaluateAllocatesNothing(t *testing.T) {
	weights := randomTransformer(t, sizeTiny)
	features, legal := randomPosition(1)
	policy := make([]float32, len(legal))
	var sparse Sparse
	sparse.SetDense(features, Features)
	for _, k := range Kernels() {
		network := weights.With(k).New()
		if n := testing.AllocsPerRun(3, func() {
			if _, err := network.Evaluate(features, legal, policy); err != nil {
				t.Error(err)
			}
			if _, err := network.ValueSparse(&sparse); err != nil {
				t.Error(err)
			}
		}); n != 0 {
			t.Errorf("%v: %v allocations", k, n)
		}
	}
}

func TestEvaluateBadInput(t *testing.T) {
	network := randomTransformer(t, sizeTiny).New()
	features, legal := randomPosition(1)
	policy := make([]float32, len(legal))
	if _, err := network.Evaluate(features[1:], legal, policy); err == nil {
		t.Error("too few features: no error")
	}
	if _, err := network.Evaluate(features, legal, policy[1:]); err == nil {
		t.Error("too little room: no error")
	}
	if _, err := network.Evaluate(features, []uint16{Tokens * Tokens}, policy[:1]); err == nil {
		t.Error("an impossible move: no error")
	}
	if _, err := network.Evaluate(features, nil, nil); err != nil {
		t.Errorf("no legal moves: %v", err)
	}
	var sparse Sparse
	sparse.SetDense(features, Features)
	sparse.Add(Features, 1)
	if _, err := network.EvaluateSparse(&sparse, legal, policy); err == nil {
		t.Error("an impossible feature: no error")
	}
	if _, err := network.ValueSparse(&sparse); err == nil {
		t.Error("the value of an impossible feature: no error")
	}
	sparse.SetDense(features[Features:], Features)
	if _, err := network.EvaluateSparse(&sparse, legal, policy); err == nil {
		t.Error("too few tokens: no error")
	}
}

func BenchmarkTransformer(b *testing.B) {
	features, legal := randomPosition(1)
	policy := make([]float32, len(legal))
	var sparse Sparse
	sparse.SetDense(features, Features)
	for _, size := range []struct {
		name  string
		sizes TransformerSizes
	}{{"S", SizeS}, {"M", SizeM}} {
		weights := randomTransformer(b, size.sizes)
		for _, k := range Kernels() {
			network := weights.With(k).New()
			b.Run(size.name+"/"+k.name+"/all", func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := network.EvaluateSparse(&sparse, legal, policy); err != nil {
						b.Fatal(err)
					}
				}
			})
			b.Run(size.name+"/"+k.name+"/value", func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := network.ValueSparse(&sparse); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// TestTransformerKeepsTheFilesKernel: what a file is told to be computed with holds for its network.
func TestTransformerKeepsTheFilesKernel(t *testing.T) {
	f, err := Open("testdata/transformer-f16.weights")
	if err != nil {
		t.Fatal(err)
	}
	kernels := Kernels()
	f.Kernel = kernels[len(kernels)-1]
	w, err := f.Transformer()
	if err != nil {
		t.Fatal(err)
	}
	if w.Kernel() != f.Kernel {
		t.Errorf("computed with %v, not %v", w.Kernel(), f.Kernel)
	}
}
