package strategotest_test

import (
	"math/rand/v2"
	"testing"

	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// A test takes a random game that goes on, and what its mover sees.
func ExampleMidgame() {
	_ = func(t *testing.T) {
		s := strategotest.Midgame(t, stratego.DefaultRules, 60, rand.New(rand.NewPCG(1, 2)))
		if len(strategotest.Seen(s).Moves(nil)) != len(s.Moves(nil)) {
			t.Error("the mover sees other moves than the referee")
		}
	}
}
