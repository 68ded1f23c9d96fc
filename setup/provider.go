package setup

import (
	"fmt"
	"math/rand/v2"
	"sort"
	"strconv"
	"strings"

	"marengo/stratego"
)

// Provider makes setups. Every setup it returns is legal in the variant of the
// rules; it may be asked from several goroutines at once.
type Provider interface {
	Setup(r stratego.Rules, rng *rand.Rand) (stratego.Setup, error)
}

// kind is a way to name providers in Parse: what stands before the colon, and
// what makes the provider of the rest.
type kind struct {
	name     string
	revision int // raised whenever the same text and seed come to give other setups
	help     string
	make     func(arg string) (Provider, error)
}

// kinds returns the table that Parse goes through, by name. It is a function
// because "mirrored" leads back to Parse.
func kinds() []kind {
	return []kind{
		{"human-like", 2, "human-like[:n]: the best of n (50) semi-random setups", parseHumanLike},
		{"de-boer", 2, "de-boer[:n]: the same as De Boer's program made and scored them, as far as his figures tell", asDeBoer(DeBoer)},
		{"de-boer-letter", 2, "de-boer-letter[:n]: the same, scored by the letter of his text", asDeBoer(Letter)},
		{"semi-random", 1, "semi-random: placed by the statistics of human setups", plain(SemiRandom{})},
		{"champion", 1, "champion: one of 150 that proved best in games of the champion against itself, a little varied", plain(Champion{})},
		{"rvh", 1, "rvh[:n]: the most human of up to n (10000) random setups, by a network", parseSurest(rvh)},
		{"good", 1, "good[:n]: the best of n (50) human-like setups, by a network that learnt from games between setups", parseSurest(good)},
		{"random", 1, "random: every setup equally likely", plain(Random{})},
		{"named", 1, "named:<name>: a setup of the literature, or one of a group such as named:accolade", parseNamed},
		{"file", 1, "file:<path>: one of the setups in a file", parseFile},
		{mirrored, 1, "mirrored:<provider>: its setups, left and right exchanged every other time", parseMirrored},
	}
}

// Help returns one line for each form that Parse reads.
func Help() []string {
	var lines []string
	for _, k := range kinds() {
		lines = append(lines, k.help)
	}
	return lines
}

// Default is the provider that agents use unless told otherwise: "human-like".
func Default() Provider { return HumanLike{} }

// Parse returns the provider of a text; Help lists the forms.
func Parse(text string) (Provider, error) {
	name, arg, _ := strings.Cut(text, ":")
	var names []string
	for _, k := range kinds() {
		if k.name == name {
			p, err := k.make(arg)
			if err != nil {
				return nil, fmt.Errorf("setup provider %q: %w", text, err)
			}
			return p, nil
		}
		names = append(names, k.name)
	}
	sort.Strings(names)
	return nil, fmt.Errorf("unknown setup provider %q, expected one of %s", text, strings.Join(names, ", "))
}

// Revision says how the setups of a text are made, beside the text itself: nothing as
// long as it is as in the first version, else such as "human-like 2".
func Revision(text string) string {
	name, arg, _ := strings.Cut(text, ":")
	for _, k := range kinds() {
		if k.name != name {
			continue
		}
		var parts []string
		if k.revision > 1 {
			parts = append(parts, fmt.Sprintf("%s %d", k.name, k.revision))
		}
		if inner := Revision(arg); k.name == mirrored && inner != "" {
			parts = append(parts, inner)
		}
		return strings.Join(parts, ", ")
	}
	return ""
}

// mirrored is the kind whose argument is another provider.
const mirrored = "mirrored"

// plain makes a provider that takes no argument.
func plain(p Provider) func(string) (Provider, error) {
	return func(arg string) (Provider, error) {
		if arg != "" {
			return nil, fmt.Errorf("takes no argument, got %q", arg)
		}
		return p, nil
	}
}

func parseHumanLike(arg string) (Provider, error) {
	if arg == "" {
		return HumanLike{}, nil
	}
	n, err := parseCandidates(arg)
	return HumanLike{Candidates: n}, err
}

// asDeBoer makes De Boer's generator with a reading of his heuristics.
func asDeBoer(r Reading) func(string) (Provider, error) {
	return func(arg string) (Provider, error) {
		n, err := defaultCandidates, error(nil)
		if arg != "" {
			n, err = parseCandidates(arg)
		}
		return AsDeBoer(n, r), err
	}
}

func parseCandidates(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > maxBestOf {
		return 0, fmt.Errorf("bad number of candidates %q, expected 1 to %d", text, maxBestOf)
	}
	return n, nil
}

// Random draws every setup of the variant with the same chance.
type Random struct{}

// Setup implements Provider.
func (Random) Setup(r stratego.Rules, rng *rand.Rand) (stratego.Setup, error) {
	return stratego.ShuffledSetup(r.Variant, rng), nil
}

// Mirrored exchanges left and right in every other setup of a provider, at
// random: a setup that is known is then known only up to its mirror image.
type Mirrored struct{ Provider }

// Setup implements Provider.
func (m Mirrored) Setup(r stratego.Rules, rng *rand.Rand) (stratego.Setup, error) {
	s, err := m.Provider.Setup(r, rng)
	if err == nil && rng.IntN(2) == 1 {
		s = s.Mirror()
	}
	return s, err
}

func parseMirrored(arg string) (Provider, error) {
	p, err := Parse(arg)
	if err != nil {
		return nil, err
	}
	return Mirrored{p}, nil
}
