package setup

import (
	"embed"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"

	"marengo/nn"
	"marengo/stratego"
)

// The random-versus-human provider's numbers (Schoenmakers 5.2.2).
const (
	defaultRvHCandidates = 10000
	rvhEnough            = 0.99
)

// builtIn holds the weights that come with the program.
//
//go:embed weights
var builtIn embed.FS

const classifierFile = "weights/straitego-human.weights"

// BuiltInClassifier returns the weight file of the classifier that comes with the
// program.
func BuiltInClassifier() ([]byte, error) {
	raw, err := builtIn.ReadFile(classifierFile)
	if err != nil {
		return nil, errors.New("this program was built without the setup classifier's weights")
	}
	return raw, nil
}

// DefaultClassifier returns the classifier that comes with the program.
var DefaultClassifier = sync.OnceValues(func() (*ClassifierWeights, error) {
	raw, err := BuiltInClassifier()
	if err != nil {
		return nil, err
	}
	f, err := nn.Parse("built-in straitego-human.weights", raw)
	if err != nil {
		return nil, err
	}
	return ReadClassifier(f)
})

// rvh draws random setups until the classifier is 99% sure that one is human, and
// otherwise plays the most human of them (Schoenmakers 5.2.2).
type rvh struct {
	Candidates int                // defaultRvHCandidates if 0
	Weights    *ClassifierWeights // DefaultClassifier's if nil
}

// Setup implements Provider.
func (p rvh) Setup(r stratego.Rules, rng *rand.Rand) (best stratego.Setup, err error) {
	if r.Variant != stratego.Classic {
		return best, fmt.Errorf("the classifier knows setups of %v only, not of %v", stratego.Classic, r.Variant)
	}
	w, n := p.Weights, p.Candidates
	if w == nil {
		if w, err = DefaultClassifier(); err != nil {
			return best, err
		}
	}
	if n <= 0 {
		n = defaultRvHCandidates
	}
	c := w.New()
	top := -1.0
	for range n {
		s := flagBackSetup(rng)
		if human := c.Human(&s); human > top {
			best, top = s, human
			if human >= rvhEnough {
				break
			}
		}
	}
	return best, nil
}

// flagBackSetup sorts the pieces by random numbers, the flag's being halved, from
// the left end of the home row on: the flag then stands near the home row more
// often (Schoenmakers 5.2.2).
func flagBackSetup(rng *rand.Rand) (s stratego.Setup) {
	type piece struct {
		rank stratego.Rank
		at   float64
	}
	var pieces [stratego.SetupSquares]piece
	n := 0
	for r, count := range stratego.Classic.Counts() {
		for range count {
			pieces[n] = piece{stratego.Rank(r), rng.Float64()}
			if stratego.Rank(r) == stratego.Flag {
				pieces[n].at /= 2
			}
			n++
		}
	}
	slices.SortFunc(pieces[:], func(a, b piece) int {
		if a.at < b.at {
			return -1
		}
		return 1
	})
	for i, p := range pieces {
		s[i] = p.rank
	}
	return s
}

func parseRvH(arg string) (Provider, error) {
	if arg == "" {
		return rvh{}, nil
	}
	n, err := strconv.Atoi(arg)
	if err != nil || n < 1 || n > defaultRvHCandidates {
		return nil, fmt.Errorf("bad number of candidates %q, expected 1 to %d", arg, defaultRvHCandidates)
	}
	return rvh{Candidates: n}, nil
}
