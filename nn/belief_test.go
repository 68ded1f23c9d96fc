package nn

import "testing"

// A file without the head gives zeros, which leave counting as it is.
func TestBeliefIsOptional(t *testing.T) {
	shapes := transformerShapes(sizeTiny)
	without := randomTransformer(t, sizeTiny)
	shapes["belief.weight"], shapes["belief.bias"] = []int{BeliefSizes, sizeTiny.Width}, []int{BeliefSizes}
	with, err := randomFile(t, "transformer", Observation, sizeTiny, shapes).Transformer()
	if err != nil {
		t.Fatal(err)
	}
	if without.Believes() || !with.Believes() {
		t.Fatalf("heads found: %v without one, %v with one", without.Believes(), with.Believes())
	}
	features, _ := randomPosition(1)
	for _, w := range []*TransformerWeights{without, with} {
		network := w.New()
		if _, err := network.Evaluate(features, nil, nil); err != nil {
			t.Fatal(err)
		}
		logits := [BeliefSizes]float32{0: 1}
		network.Belief(3, &logits)
		if zero := logits == [BeliefSizes]float32{}; zero == w.Believes() {
			t.Errorf("logits %v, with a head: %v", logits, w.Believes())
		}
	}
	shapes["belief.weight"] = []int{BeliefSizes, 1}
	if _, err := randomFile(t, "transformer", Observation, sizeTiny, shapes).Transformer(); err == nil {
		t.Error("a head of another width was taken")
	}
}

// Networks of the older observation hold random numbers for the features it left
// out: those must not speak.
func TestOlderNetworksIgnoreTheAddedFeatures(t *testing.T) {
	features, legal := randomPosition(1)
	older := append([]float32(nil), features...)
	for i := range older {
		if i%Features >= olderFeatures {
			older[i] = 0
		}
	}
	for observation, alike := range map[string]bool{olderObservation: true, Observation: false} {
		w, err := randomFile(t, "transformer", observation, sizeTiny, transformerShapes(sizeTiny)).Transformer()
		if err != nil {
			t.Fatal(err)
		}
		policy := make([]float32, len(legal))
		a, err := w.New().Evaluate(features, legal, policy)
		if err != nil {
			t.Fatal(err)
		}
		b, err := w.New().Evaluate(older, legal, policy)
		if err != nil {
			t.Fatal(err)
		}
		if (a == b) != alike {
			t.Errorf("%s: %v with the added features, %v without", observation, a, b)
		}
	}
}
