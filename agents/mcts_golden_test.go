package agents

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"marengo/belief"
	"marengo/nn"
	"marengo/nn/features"
	"marengo/setup"
)

// TestStraitegoNetworks holds the networks that come with the program against
// PyTorch, on the vectors that train/straitego/golden.py wrote.
func TestStraitegoNetworks(t *testing.T) {
	const tolerance, vectors = 1e-4, 125
	golden := readGolden(t)
	inputs := map[string]string{humanWeights: setup.ClassifierFeatures, setup.GoodWeights: setup.ClassifierFeatures, moveWeights: features.ChannelsName,
		stateWeights: features.ChannelsName, rankWeights: belief.RankFeatures}
	n, worst := 0, 0.0
	for name, list := range golden {
		weights, err := readPerceptron(name, inputs[name])
		if err != nil {
			t.Fatal(err)
		}
		network := weights.New()
		var x nn.Sparse
		for _, v := range list {
			x.Reset()
			for _, i := range v.Ones {
				x.Add(i, 1)
			}
			x.EndRow()
			y, err := network.EvaluateSparse(&x)
			if err != nil {
				t.Fatal(err)
			}
			for k := 0; k < len(v.Outputs); k += 2 {
				d := math.Abs(float64(y[int(v.Outputs[k])]) - v.Outputs[k+1])
				if worst = max(worst, d); d > tolerance {
					t.Fatalf("%s: output %v differs from PyTorch's by %v", name, v.Outputs[k], d)
				}
			}
			n++
		}
	}
	if n != vectors {
		t.Errorf("%d vectors, want %d", n, vectors)
	}
	t.Logf("largest difference %.2g", worst)
}

// TestClassifiersSeeSetupsAsInTraining: the first vectors are the literature's
// setups in their order, which a classifier must turn and number as PyTorch's
// side did.
func TestClassifiersSeeSetupsAsInTraining(t *testing.T) {
	const tolerance, setups = 1e-4, 12
	golden := readGolden(t)
	for name, read := range map[string]func() (*setup.ClassifierWeights, error){humanWeights: setup.DefaultClassifier, setup.GoodWeights: setup.DefaultGood} {
		weights, err := read()
		if err != nil {
			t.Fatal(err)
		}
		c := weights.New()
		for i, n := range setup.Named()[:setups] {
			for k, v := 0, golden[name][i].Outputs; k < len(v); k += 2 {
				const first = 0
				if p := c.Sure(&n.Setup); v[k] == first && math.Abs(p-v[k+1]) > tolerance {
					t.Errorf("%s: sure of %s to %v, in PyTorch to %v", name, n.Name, p, v[k+1])
				}
			}
		}
	}
}

type goldenVector struct {
	Ones    []uint16  `json:"ones"`
	Outputs []float64 `json:"outputs"` // number, value, number, value, ...
}

// readGolden returns the vectors of each network, by the name of its file.
func readGolden(t *testing.T) (golden map[string][]goldenVector) {
	raw, err := os.ReadFile(filepath.Join("testdata", "straitego-golden.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &golden); err != nil {
		t.Fatal(err)
	}
	return golden
}

// readPerceptron reads one of the built-in networks.
func readPerceptron(name, features string) (*nn.PerceptronWeights, error) {
	raw, err := builtIn.ReadFile("weights/" + name)
	if name == humanWeights || name == setup.GoodWeights {
		raw, err = setup.BuiltIn(name)
	}
	if err != nil {
		return nil, err
	}
	f, err := nn.Parse(name, raw)
	if err != nil {
		return nil, err
	}
	return f.Perceptron(features)
}
