package agents

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"marengo/agent"
	"marengo/nn"
	"marengo/nn/features"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// champion returns the built-in player, with little to think on.
func champion(t *testing.T) agent.Agent {
	t.Helper()
	return newPlayer(t, "marengo:candidates=2,evaluations=16")
}

func TestMarengoPlaysAGame(t *testing.T) {
	a := champion(t)
	rng := rand.New(rand.NewPCG(1, 1))
	s := strategotest.Shuffled(t, stratego.DefaultRules, rng)
	var v stratego.View
	for ply := 0; ply < 24 && !s.Result().Over(); ply++ {
		s.View(s.Turn(), &v)
		var last agent.Thoughts
		b := agent.Budget{Seed: uint64(ply), Report: func(x agent.Thoughts) { last = x }}
		act, err := a.Move(context.Background(), &v, b)
		if err != nil {
			t.Fatal(err)
		}
		if len(last.Candidates) == 0 || !last.Valued || last.Win < 0 || last.Win > 1 {
			t.Fatalf("ply %d: thoughts %+v", ply, last)
		}
		for _, c := range last.Candidates {
			if c.Win <= 0 || c.Win > 1 {
				t.Fatalf("ply %d: candidate %+v", ply, c)
			}
		}
		b.Report = nil
		if again, err := a.Move(context.Background(), &v, b); err != nil || again != act {
			t.Fatalf("ply %d: %v with a report, %v without (%v)", ply, act, again, err)
		}
		if err := s.Play(act.Move); err != nil {
			t.Fatal(err)
		}
	}
}

func TestMarengoSetsUp(t *testing.T) {
	a := champion(t)
	setup, err := a.Setup(context.Background(), agent.Game{Rules: stratego.DefaultRules, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	if err := setup.Check(stratego.Classic); err != nil {
		t.Error(err)
	}
}

func TestMarengoDraw(t *testing.T) {
	policy := []float32{0.01, 0.6, 0.3, 0.09}
	rng := rand.New(rand.NewPCG(2, 2))
	count := func(m marengo) (n [4]int) {
		for range 10000 {
			n[m.draw(policy, rng)]++
		}
		return n
	}
	if n := count(marengo{temperature: 0}); n[1] != 10000 {
		t.Errorf("without temperature it drew %v", n)
	}
	if n := count(marengo{temperature: 1, floor: 0.05}); n[0] != 0 || n[3] < 700 || n[3] > 1100 {
		t.Errorf("with temperature 1 and a floor of 5%% it drew %v", n)
	}
	if n := count(marengo{temperature: 1, floor: 0.9}); n[1] != 10000 {
		t.Errorf("with a floor above every move it drew %v", n)
	}
}

func TestMarengoRefusesOtherFeatures(t *testing.T) {
	_, err := features.LoadNetwork(&nn.File{Name: "old.weights", Header: nn.Header{Kind: "transformer", Features: "observation-0"}})
	if err == nil || !strings.Contains(err.Error(), "observation-0") {
		t.Errorf("weights for other features: %v", err)
	}
	if _, err := Parse("marengo:weights=/no/such/file"); err == nil {
		t.Error("a missing weight file was accepted")
	}
}

func TestMarengoPinsItsKernel(t *testing.T) {
	for _, k := range nn.Kernels() {
		if _, err := Parse("marengo:kernel=" + k.String()); err != nil {
			t.Error(err)
		}
	}
	if _, err := Parse("marengo:kernel=abacus"); err == nil || !strings.Contains(err.Error(), "abacus") {
		t.Errorf("a kernel that does not exist: %v", err)
	}
}

// builtInChampion reads the built-in network.
func builtInChampion(t *testing.T) *nn.TransformerWeights {
	t.Helper()
	weights, err := ChampionWeights("")
	if err != nil {
		t.Fatal(err)
	}
	return weights
}

// TestMarengoAgreesWithPyTorch compares the built-in network's answers with those
// that train/champion/golden_weights.py had from PyTorch. TestEightBits holds the
// kernels of 8 bits against the others.
func TestMarengoAgreesWithPyTorch(t *testing.T) {
	weights := builtInChampion(t)
	text, err := os.ReadFile("testdata/champion.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []goldenPosition
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for _, k := range nn.Kernels() {
		if k.Bits() == 32 {
			t.Run(k.String(), func(t *testing.T) { agreeWithPyTorch(t, weights.With(k), cases) })
		}
	}
}

// goldenPosition is a position with PyTorch's answers.
type goldenPosition struct {
	Record        []byte
	Policy, Value []float64
}

func agreeWithPyTorch(t *testing.T, weights *nn.TransformerWeights, cases []goldenPosition) {
	net := features.NewNetwork(weights)
	for i, c := range cases {
		_, policy, value, err := net.Record((*features.Record)(c.Record))
		if err != nil {
			t.Fatal(err)
		}
		const tolerance = 1e-3
		for k, want := range c.Value {
			if got := [3]float32{value.Win, value.Draw, value.Loss}[k]; math.Abs(float64(got)-want) > tolerance {
				t.Errorf("position %d: value %v, PyTorch has %v", i, value, c.Value)
			}
		}
		for k, want := range c.Policy {
			if math.Abs(float64(policy[k])-want) > tolerance {
				t.Errorf("position %d, move %d: probability %v, PyTorch has %v", i, k, policy[k], want)
			}
		}
	}
}
