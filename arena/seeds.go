package arena

import (
	"math/rand/v2"

	"marengo/game"
)

// Every random choice of a match comes from its one seed: the boards from the
// seed and the pair, a game from the seed and its place in the schedule, a move
// from its game and ply. So each game can be played by itself, in any order.

// mix returns a seed that depends on all bits of both arguments.
func mix(seed, n uint64) uint64 { return game.Mix(seed + (n+1)*game.Golden) }

// The streams of a match's seed are apart from each other.
const (
	boardStream = iota
	gameStream
	setupStream // of a game, for each colour
)

// boardRand draws the setups of a pair.
func boardRand(seed uint64, pair int) *rand.Rand {
	s := mix(mix(seed, boardStream), uint64(pair))
	return rand.New(rand.NewPCG(s, mix(s, 0)))
}

// gameSeed returns the seed of a place in the schedule.
func gameSeed(seed uint64, number int) uint64 { return mix(mix(seed, gameStream), uint64(number)) }

// MoveSeed returns the seed of a ply of a game.
func MoveSeed(seed uint64, ply int) uint64 { return mix(seed, uint64(ply)) }

// setupSeed returns the seed of a player's own setup.
func setupSeed(seed uint64, color uint64) uint64 { return mix(mix(seed, ^uint64(setupStream)), color) }
