package setup

import (
	"embed"
	"fmt"
	"math/rand/v2"
	"sync"

	"marengo/nn"
	"marengo/stratego"
)

// The weight files of this package's classifiers.
const (
	HumanWeights = "straitego-human.weights"
	GoodWeights  = "straitego-good.weights"
)

// builtIn holds the weights that come with the program.
//
//go:embed weights
var builtIn embed.FS

// BuiltIn returns a weight file that comes with the program.
func BuiltIn(name string) ([]byte, error) {
	raw, err := builtIn.ReadFile("weights/" + name)
	if err != nil {
		return nil, fmt.Errorf("this program was built without the setup classifier's weights %s", name)
	}
	return raw, nil
}

// builtInClassifier reads a classifier that comes with the program, once.
func builtInClassifier(name string) func() (*ClassifierWeights, error) {
	return sync.OnceValues(func() (*ClassifierWeights, error) {
		raw, err := BuiltIn(name)
		if err != nil {
			return nil, err
		}
		f, err := nn.Parse("built-in "+name, raw)
		if err != nil {
			return nil, err
		}
		return ReadClassifier(f)
	})
}

// The classifiers that come with the program: human setups told from random ones, good from bad.
var (
	DefaultClassifier = builtInClassifier(HumanWeights)
	DefaultGood       = builtInClassifier(GoodWeights)
)

// surest draws setups until its classifier is sure enough of one, and otherwise plays the one that the classifier is surest of.
type surest struct {
	classifier func() (*ClassifierWeights, error)
	from       Provider
	candidates int
	enough     float64
}

// Setup implements Provider.
func (p surest) Setup(r stratego.Rules, rng *rand.Rand) (best stratego.Setup, err error) {
	if r.Variant != stratego.Classic {
		return best, fmt.Errorf("the classifier knows setups of %v only, not of %v", stratego.Classic, r.Variant)
	}
	w, err := p.classifier()
	if err != nil {
		return best, err
	}
	c := w.New()
	top := -1.0
	for range p.candidates {
		s, err := p.from.Setup(r, rng)
		if err != nil {
			return best, err
		}
		if sure := c.Sure(&s); sure > top {
			best, top = s, sure
			if sure >= p.enough {
				break
			}
		}
	}
	return best, nil
}

// parseSurest makes a provider whose argument is the number of candidates.
func parseSurest(p surest) func(string) (Provider, error) {
	return func(arg string) (_ Provider, err error) {
		p := p
		if arg != "" {
			p.candidates, err = parseCandidates(arg)
		}
		return p, err
	}
}
