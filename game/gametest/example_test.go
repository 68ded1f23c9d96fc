package gametest_test

import (
	"math/rand/v2"
	"testing"

	"marengo/game"
	"marengo/game/gametest"
	"marengo/games/breakthrough"
)

// A game's test hands the kit its first positions.
func ExampleRun() {
	_ = func(t *testing.T) {
		gametest.Run(t, func(*rand.Rand) game.State { return breakthrough.New() }, gametest.Options{Games: 20, Seed: 1})
	}
}
