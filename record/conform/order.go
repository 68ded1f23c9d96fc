package conform

import (
	"errors"
	"slices"
)

// InferencesLast returns the files of a conformance run with those that hold
// inferences after those that hold the games they are about. A file that cannot
// be read keeps its place: replaying it says why.
func InferencesLast(paths []string) []string {
	sorted := slices.Clone(paths)
	later := make(map[string]bool)
	for _, p := range paths {
		later[p] = holdsInferences(p)
	}
	slices.SortStableFunc(sorted, func(a, b string) int {
		switch {
		case later[a] == later[b]:
			return 0
		case later[b]:
			return -1
		}
		return 1
	})
	return sorted
}

// holdsInferences looks at a file's first record.
func holdsInferences(path string) (found bool) {
	enough := errors.New("one record is enough")
	// Any other error comes again when the file is replayed.
	_ = eachRecord(path, func(_ int, r *refereed) error {
		found = r.Steps != nil
		return enough
	})
	return found
}
