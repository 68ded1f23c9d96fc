package nn

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"testing"
)

// learner returns a small network and an input for it.
func learner(t *testing.T, threads int) *Learner {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	l, err := NewLearner(PerceptronSizes{Layers: []int{32, 48, 16, 32}, Output: "softmax", Groups: 2}, 20, threads, rng)
	if err != nil {
		t.Fatal(err)
	}
	for i := range l.Inputs() {
		l.Inputs()[i] = float32(rng.IntN(2))
	}
	return l
}

// TestLearnerSlopes compares the slopes of some weights with how the loss changes.
func TestLearnerSlopes(t *testing.T) {
	l := learner(t, 1)
	rng := rand.New(rand.NewPCG(5, 6))
	wanted := make([]float64, len(l.Outputs()))
	for i := range wanted {
		wanted[i] = rng.NormFloat64()
	}
	for i := range l.layers { // away from the small weights of the last layer
		for k := range l.layers[i].weights.now {
			l.layers[i].weights.now[k] = float32(0.3 * rng.NormFloat64())
		}
	}
	loss := func() (sum float64) {
		l.Forward()
		for i, x := range l.Outputs() {
			sum += wanted[i] * float64(x)
		}
		return sum
	}
	here := loss()
	for i, x := range wanted {
		l.Gradients()[i] = float32(x)
	}
	l.Step(0)
	checked := 0
	for i := range l.layers {
		for _, p := range []*parameters{&l.layers[i].weights, &l.layers[i].bias} {
			for range 12 {
				k := rng.IntN(len(p.now))
				const step = 1.0 / 512
				was := p.now[k]
				p.now[k] = was + step
				up := (loss() - here) / step
				p.now[k] = was - step
				down := (here - loss()) / step
				p.now[k] = was
				if math.Abs(up-down) > 0.05*(1+math.Abs(up)) {
					continue // a unit passes zero
				}
				checked++
				if got := float64(p.slope[k]); math.Abs(got-(up+down)/2) > 0.05*(1+math.Abs(up)) {
					t.Errorf("layer %d, parameter %d: slope %.4f, the loss grows by %.4f", i, k, got, (up+down)/2)
				}
			}
		}
	}
	if checked < 50 {
		t.Errorf("only %d slopes could be checked", checked)
	}
}

// TestLearnerTeaches: the network learns a rule, the same on any number of threads, and the file has what was learnt.
func TestLearnerTeaches(t *testing.T) {
	var files [2][]byte
	for k, threads := range []int{1, 3} {
		l := learner(t, threads)
		rng := rand.New(rand.NewPCG(7, 8))
		fill := func() {
			for i := range l.Inputs() {
				l.Inputs()[i] = float32(rng.IntN(2))
			}
		}
		// Either group is to name the first of its inputs that is 1.
		slope := func() (loss float64) {
			const width = 16
			clear(l.Gradients())
			for at := 0; at < len(l.Outputs()); at += width {
				right := 0
				for right < width-1 && l.Inputs()[at+right] == 0 {
					right++
				}
				total := 0.0
				for _, x := range l.Outputs()[at:][:width] {
					total += math.Exp(float64(x))
				}
				for i, x := range l.Outputs()[at:][:width] {
					l.Gradients()[at+i] = float32(math.Exp(float64(x)) / total / 40)
				}
				l.Gradients()[at+right] -= 1.0 / 40
				loss += math.Log(total) - float64(l.Outputs()[at+right])
			}
			return loss / 40
		}
		first, last := 0.0, 0.0
		if err := l.Teach(context.Background(), 30_000, 0.01, fill, slope, func(_, loss float64) error {
			if first == 0 {
				first = loss
			}
			last = loss
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if last > first/4 {
			t.Errorf("the loss fell from %.3f to %.3f", first, last)
		}
		var err error
		if files[k], err = l.Encode("test-1", map[string]int{"examples": 30_000}); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("three threads learn something else than one")
	}
	f, err := Parse("learnt", files[0])
	if err != nil {
		t.Fatal(err)
	}
	w, err := f.Perceptron("test-1")
	if err != nil {
		t.Fatal(err)
	}
	x := make([]float32, 32)
	x[3], x[9], x[16+2] = 1, 1, 1
	y, err := w.New().Evaluate(x)
	if err != nil || y[3] < 0.8 || y[16+2] < 0.8 {
		t.Errorf("it gives the right answers %.2f and %.2f (%v)", y[3], y[16+2], err)
	}
}

// TestLearnerRefuses sizes that its kernel cannot take.
func TestLearnerRefuses(t *testing.T) {
	for _, s := range []PerceptronSizes{
		{Layers: []int{32, 50, 32}, Output: "softmax", Groups: 2},
		{Layers: []int{32, 48, 32}, Output: "sigmoid"},
		{Layers: []int{32}, Output: "softmax", Groups: 1},
	} {
		if _, err := NewLearner(s, 8, 1, rand.New(rand.NewPCG(1, 1))); err == nil {
			t.Errorf("%v is taken", s)
		}
	}
}

// TestHalves: what is read of a half is written as the same half, and others are rounded to the nearest.
func TestHalves(t *testing.T) {
	for h := range 1 << 16 {
		if h>>10&0x1f == 0x1f {
			continue // not finite
		}
		if got := toHalf(fromHalf(uint16(h))); got != uint16(h) {
			t.Fatalf("half %04x comes back as %04x", h, got)
		}
	}
	rng := rand.New(rand.NewPCG(9, 9))
	for range 10_000 {
		x := float32(rng.NormFloat64() * math.Pow(10, 8*rng.Float64()-5))
		if math.Abs(float64(x)) >= maxHalf {
			continue
		}
		h := toHalf(x)
		off := math.Abs(float64(fromHalf(h) - x))
		for _, other := range []uint16{h - 1, h + 1} {
			if h&0x7fff != 0 && math.Abs(float64(fromHalf(other)-x)) < off {
				t.Errorf("%g is rounded to %g, %g is nearer", x, fromHalf(h), fromHalf(other))
			}
		}
	}
}
