package agents

import (
	"math/rand/v2"
	"slices"
	"sync"

	"marengo/record/formats"
	"marengo/setup"
	"marengo/stratego"
)

// Where the setups that a guesser knows come from, beside a file.
const (
	importedSetups  = "imported"  // those of Loader; generated where they are few
	generatedSetups = "generated" // made up, always the same
)

const (
	fewImported     = 100 // imported setups below this number tell nothing
	generatedNumber = 20000
	generatedSeed   = 20210806
)

// readDatabase reads the option database: setups, the most frequent first.
func readDatabase(a *Args) func() ([]stratego.Setup, error) {
	switch source := a.String("database"); source {
	case generatedSetups:
		return generated
	case importedSetups:
		list, err := a.importedSetups()
		if err != nil {
			a.Fail("database", err)
			return nil
		}
		if len(list) < fewImported {
			return generated
		}
		a.identifySetups(list)
		return func() ([]stratego.Setup, error) { return list, nil }
	default:
		data := a.Load("database")
		if data == nil {
			return nil
		}
		listed, err := formats.ParseSetups(source, data)
		if err != nil {
			a.Fail("database", err)
			return nil
		}
		list := byFrequency(listed)
		return func() ([]stratego.Setup, error) { return list, nil }
	}
}

// byFrequency returns the distinct classic setups of a list, the most frequent
// first, equals in the list's order.
func byFrequency(listed []formats.ListedSetup) []stratego.Setup {
	counts := make(map[stratego.Setup]int, len(listed))
	var list []stratego.Setup
	for _, l := range listed {
		if l.Variant() != stratego.Classic {
			continue
		}
		if counts[l.Setup] == 0 {
			list = append(list, l.Setup)
		}
		counts[l.Setup] += l.Count
	}
	slices.SortStableFunc(list, func(a, b stratego.Setup) int { return counts[b] - counts[a] })
	return list
}

// generated returns the setups that stand in for imported ones: human-like ones,
// made once.
var generated = sync.OnceValues(func() ([]stratego.Setup, error) {
	rng := rand.New(rand.NewPCG(generatedSeed, 0))
	listed := make([]formats.ListedSetup, generatedNumber)
	for i := range listed {
		s, err := setup.SemiRandom{}.Setup(stratego.DefaultRules, rng)
		if err != nil {
			return nil, err
		}
		listed[i] = formats.ListedSetup{Setup: s, Count: 1}
	}
	return byFrequency(listed), nil
})
