package setup

import (
	"flag"
	"math"
	"os"
	"testing"

	"marengo/stratego"
)

var refit = flag.String("refit", "", "fit conditional.bin anew to the setups of this file, one a line, after a count if any")

// TestRefit writes the embedded model when asked to.
func TestRefit(t *testing.T) {
	if *refit == "" {
		t.Skip("needs a file of setups")
	}
	p, err := File(*refit)
	if err != nil {
		t.Fatal(err)
	}
	m := Fit(p.(*list).setups, 4, testRand())
	if err := os.WriteFile("conditional.bin", m.Encode(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestFitLearnsFromNeighbours fits generated setups: the model foretells hidden
// ranks better than the squares alone.
func TestFitLearnsFromNeighbours(t *testing.T) {
	rng := testRand()
	draw := func(n int) (all []stratego.Setup) {
		for range n {
			s, err := SemiRandom{}.Setup(stratego.DefaultRules, rng)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, s)
		}
		return all
	}
	m := Fit(draw(25_000), 1, rng)
	squares, held := &Conditional{Bias: m.Bias}, draw(1000)
	with, without := logLoss(m, held), logLoss(squares, held)
	if with >= without {
		t.Errorf("log-loss %.4f with pairs, %.4f without", with, without)
	}
}

// logLoss shows the front rows of setups and measures how well the others are told.
func logLoss(m *Conditional, setups []stratego.Setup) float64 {
	sum, n := 0.0, 0
	for _, s := range setups {
		var signs [stratego.SetupSquares]Sign
		left, army := stratego.Classic.Counts(), stratego.Classic.Counts()
		for i := range signs {
			signs[i] = Unknown
			if i >= 20 {
				signs[i] = Sign(s[i])
				left[s[i]]--
			}
		}
		var out [stratego.SetupSquares][stratego.Ranks]float32
		m.Weights(&signs, &out)
		for i := range 20 {
			for r := range out[i] {
				out[i][r] += float32(math.Log(float64(left[r]) / float64(army[r])))
			}
			softmax(&out[i])
			sum -= math.Log(float64(out[i][s[i]]))
			n++
		}
	}
	return sum / float64(n)
}

// TestConditionalFile: what is written is what is read, and the embedded model knows that
// bombs stand beside the flag.
func TestConditionalFile(t *testing.T) {
	back, err := decodeConditional(HumanConditional.Encode())
	if err != nil || *back != *HumanConditional {
		t.Errorf("the model does not come back from its bytes: %v", err)
	}
	if _, err := decodeConditional([]byte{1, 2, 3}); err == nil {
		t.Error("three bytes were read as a model")
	}
	bomb := func(flag Sign) float32 {
		var signs [stratego.SetupSquares]Sign
		for i := range signs {
			signs[i] = Unknown
		}
		signs[3] = flag
		var out [stratego.SetupSquares][stratego.Ranks]float32
		HumanConditional.Weights(&signs, &out)
		softmax(&out[13])
		return out[13][stratego.Bomb]
	}
	if with, without := bomb(Sign(stratego.Flag)), bomb(Unknown); with < 1.5*without {
		t.Errorf("a bomb before the flag has %.3f, before an unknown piece %.3f", with, without)
	}
}

func BenchmarkWeights(b *testing.B) {
	var signs [stratego.SetupSquares]Sign
	for i := range signs {
		signs[i] = Sign(i % 14)
	}
	var out [stratego.SetupSquares][stratego.Ranks]float32
	for b.Loop() {
		HumanConditional.Weights(&signs, &out)
	}
}
