package tune

import (
	"context"
	"fmt"
	"strings"
)

// Measure says how well a point does, from 0 to 1. The points of one generation are measured
// on the same boards.
type Measure func(ctx context.Context, generation int, x []float64) (float64, error)

// Method looks for a better point than the origin, by measuring points around it.
type Method interface {
	// Name is what the command line calls it.
	Name() string
	// Points returns how many points a generation of a space of so many figures has.
	Points(dim int) int
	// Search measures so many generations, and tells after each where it stands: at the mean
	// of what it would try next, never at the point that happened to score best. The
	// same seed and the same measurements lead the same way.
	Search(ctx context.Context, dim, generations int, seed uint64, m Measure, stand func(generation int, mean []float64) error) error
}

// Methods are those there are.
func Methods() []Method { return []Method{SPSA{}, Evolution{}} }

// MethodNamed returns a method by its name.
func MethodNamed(name string) (Method, error) {
	var names []string
	for _, m := range Methods() {
		if m.Name() == name {
			return m, nil
		}
		names = append(names, m.Name())
	}
	return nil, fmt.Errorf("unknown method %q, expected %s", name, strings.Join(names, " or "))
}
