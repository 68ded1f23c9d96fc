package setup

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"strings"

	"marengo/stratego"
)

// namedText lists the setups of the literature, name and setup a line:
// Accolade's thirteen, De Boer's six (his appendix D), Lewis's one and nine of
// Arts's.
//
//go:embed named.tsv
var namedText string

// NamedSetup is a setup of the literature, such as "de-boer/1".
type NamedSetup struct {
	Name  string
	Setup stratego.Setup
}

var named = func() (list []NamedSetup) {
	for line := range strings.Lines(namedText) {
		name, text, _ := strings.Cut(strings.TrimSpace(line), "\t")
		list = append(list, NamedSetup{name, embedded(text)})
	}
	return list
}()

// embedded reads a setup that comes with the program.
func embedded(text string) stratego.Setup {
	s, err := stratego.ParseSetup(text)
	if err == nil {
		err = s.Check(stratego.Classic)
	}
	if err != nil {
		panic(fmt.Sprintf("setup: embedded setup %s: %v", text, err))
	}
	return s
}

// Named returns the setups of the literature, in the order of their sources.
func Named() []NamedSetup { return append([]NamedSetup(nil), named...) }

// parseNamed finds one setup by its full name, or a group by what stands before
// the slash.
func parseNamed(arg string) (Provider, error) {
	var l list
	var groups []string
	for _, n := range named {
		group, _, _ := strings.Cut(n.Name, "/")
		if len(groups) == 0 || groups[len(groups)-1] != group {
			groups = append(groups, group)
		}
		if n.Name == arg || group == arg {
			l.add(n.Setup, 1)
		}
	}
	if len(l.setups) == 0 {
		return nil, fmt.Errorf("no setup is named %q; the groups are %s, a name is such as %s",
			arg, strings.Join(groups, ", "), named[0].Name)
	}
	return &l, nil
}

// list draws from given setups, each with its weight.
type list struct {
	setups []stratego.Setup
	upTo   []int // running sums of the weights
}

func (l *list) add(s stratego.Setup, weight int) {
	total := weight
	if n := len(l.upTo); n > 0 {
		total += l.upTo[n-1]
	}
	l.setups = append(l.setups, s)
	l.upTo = append(l.upTo, total)
}

// Setup implements Provider. Setups of another variant than the rules' are an
// error, not passed over.
func (l *list) Setup(r stratego.Rules, rng *rand.Rand) (stratego.Setup, error) {
	x := rng.IntN(l.upTo[len(l.upTo)-1])
	lo, hi := 0, len(l.upTo)-1
	for lo < hi {
		if mid := (lo + hi) / 2; l.upTo[mid] > x {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	s := l.setups[lo]
	if err := s.Check(r.Variant); err != nil {
		return stratego.Setup{}, fmt.Errorf("setup %v: %w", s, err)
	}
	return s, nil
}
