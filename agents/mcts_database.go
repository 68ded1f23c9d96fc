package agents

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sync"

	"marengo/record"
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
		listed, err := record.ReadSetups(source)
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
func byFrequency(listed []record.ListedSetup) []stratego.Setup {
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
	listed := make([]record.ListedSetup, generatedNumber)
	for i := range listed {
		s, err := setup.SemiRandom{}.Setup(stratego.DefaultRules, rng)
		if err != nil {
			return nil, err
		}
		listed[i] = record.ListedSetup{Setup: s, Count: 1}
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
	listed := make([]record.ListedSetup, len(saved))
	for i, s := range saved {
		listed[i] = record.ListedSetup{Setup: s.Setup, Count: 1, Name: s.Name}
	}
	return byFrequency(listed), nil
}

func digest(list []stratego.Setup) string {
	h := sha256.New()
	for _, s := range list {
		h.Write([]byte(s.String()))
	}
	return hex.EncodeToString(h.Sum(nil))
}
