package agents

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"

	"marengo/record/formats"
	"marengo/setup"
	"marengo/store"
	"marengo/stratego"
)

// Where the database estimator's setups come from, beside a file.
const (
	importedSetups  = "imported"  // the user's database; generated where it has few
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
		list, err := imported()
		if err != nil {
			a.Fail("database", err)
			return nil
		}
		if len(list) < fewImported {
			return generated
		}
		a.files = append(a.files, File{Path: "imported setups", SHA256: digest(list)})
		return func() ([]stratego.Setup, error) { return list, nil }
	default:
		if a.Load("database") == nil {
			return nil
		}
		listed, err := formats.ReadSetups(source)
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

// imported returns the setups saved in the user's database; none where there is no
// database.
func imported() (list []stratego.Setup, err error) {
	path, err := store.DefaultPath()
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); err != nil {
		return nil, nil
	}
	ctx := context.Background()
	db, err := store.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer func() {
		if closing := db.Close(); err == nil {
			err = closing
		}
	}()
	saved, err := db.Setups(ctx)
	if err != nil {
		return nil, fmt.Errorf("reading the imported setups: %w", err)
	}
	slices.SortStableFunc(saved, func(a, b store.Setup) int { return compareNumbered(a.Name, b.Name) })
	listed := make([]formats.ListedSetup, len(saved))
	for i, s := range saved {
		listed[i] = formats.ListedSetup{Setup: s.Setup, Count: 1, Name: s.Name}
	}
	return byFrequency(listed), nil
}

// compareNumbered orders names by what precedes a number at their end, then by the
// number: an import numbers setups by their lines, and lists have the most
// frequent first.
func compareNumbered(a, b string) int {
	split := func(s string) (string, string) {
		stem := strings.TrimRight(s, "0123456789")
		return stem, s[len(stem):]
	}
	stemA, numberA := split(a)
	stemB, numberB := split(b)
	return cmp.Or(cmp.Compare(stemA, stemB), cmp.Compare(len(numberA), len(numberB)), cmp.Compare(numberA, numberB))
}

// importedProvider is the provider of the setups saved in the user's database
// (Schoenmakers 5.1.4 with the user's own archive).
func (a *Args) importedProvider(name string) setup.Provider {
	list, err := imported()
	if err == nil && len(list) == 0 {
		err = errors.New("the database holds no setups: marengo setups import FILE saves some")
	}
	if err != nil {
		a.Fail(name, err)
		return nil
	}
	p, err := setup.Of(list)
	if err != nil {
		a.Fail(name, err)
		return nil
	}
	a.files = append(a.files, File{Path: "imported setups", SHA256: digest(list)})
	return p
}

func digest(list []stratego.Setup) string {
	h := sha256.New()
	for _, s := range list {
		h.Write([]byte(s.String()))
	}
	return hex.EncodeToString(h.Sum(nil))
}
