package gym

import (
	"fmt"
	"math/rand/v2"

	"marengo/setup"
	"marengo/stratego"
)

// Source draws the setups that games start from: each seat's by itself, mirrored
// every other time. A share of them comes from a generator, the rest in
// equal parts from pools.
type Source struct {
	pools     []setup.Provider
	generator setup.Provider
	share     float64 // of setups from the generator
}

// NewSource reads pool files (40 characters a line, weighted by a leading count
// if there is one). Without any, all setups come from the generator.
func NewSource(files []string, generator string, share float64) (*Source, error) {
	if share < 0 || share > 1 {
		return nil, fmt.Errorf("share of generated setups %g, expected 0 to 1", share)
	}
	g, err := setup.Parse(generator)
	if err != nil {
		return nil, err
	}
	s := &Source{generator: setup.Mirrored{Provider: g}, share: share}
	for _, f := range files {
		p, err := setup.File(f)
		if err != nil {
			return nil, fmt.Errorf("pool of setups: %w", err)
		}
		s.pools = append(s.pools, setup.Mirrored{Provider: p})
	}
	return s, nil
}

// Setup implements setup.Provider.
func (s *Source) Setup(r stratego.Rules, rng *rand.Rand) (stratego.Setup, error) {
	if len(s.pools) == 0 || rng.Float64() < s.share {
		return s.generator.Setup(r, rng)
	}
	return s.pools[rng.IntN(len(s.pools))].Setup(r, rng)
}
