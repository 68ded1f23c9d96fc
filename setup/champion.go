package setup

import (
	_ "embed"
	"math/rand/v2"
	"strings"

	"marengo/stratego"
)

// championText holds the setups that proved best in games of the champion against itself, by what they are worth: the
// expected score above an even one, its standard error, how many nats its guess knew of the hidden pieces beyond counting, the
// games, the setup (train/champion/setups.py).
//
//go:embed champion.tsv
var championText string

// Champion draws one of the setups that proved best in games of the champion against itself, mirrored every other time,
// with half of the like neighbours exchanged, so that who has seen them all still does not know who stands where.
type Champion struct{}

var champions = func() (l list) {
	for line := range strings.Lines(championText) {
		if line[0] == '#' {
			continue
		}
		fields := strings.Split(strings.TrimSpace(line), "\t")
		l.add(embedded(fields[len(fields)-1]), 1)
	}
	return l
}()

// Setup implements Provider.
func (Champion) Setup(r stratego.Rules, rng *rand.Rand) (stratego.Setup, error) {
	s, err := Mirrored{&champions}.Setup(r, rng)
	if err != nil {
		return s, err
	}
	for i := range s {
		for _, j := range [...]int{i + 1, i + stratego.Files} {
			beside := j > i+1 || j%stratego.Files > 0
			if beside && j < len(s) && alike(s[i], s[j]) && rng.IntN(2) == 0 {
				s[i], s[j] = s[j], s[i]
			}
		}
	}
	return s, nil
}

// alike tells whether two pieces are near enough in rank to change places: officers one rank apart.
func alike(a, b stratego.Rank) bool {
	const lowest, highest = stratego.Sergeant, stratego.General
	return min(a, b) >= lowest && max(a, b) <= highest && max(a, b)-min(a, b) == 1
}
