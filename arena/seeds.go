package arena

import "math/rand/v2"

// Every random choice of a match comes from its one seed: the boards from the
// seed and the pair, a game from the seed and its place in the schedule, a move
// from its game and ply. So each game can be played by itself, in any order.

// mix returns a seed that depends on all bits of both arguments (the finaliser of
// Steele, Lea and Flood's SplitMix64).
func mix(seed, n uint64) uint64 {
	z := seed + (n+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

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

// moveSeed returns the seed of a ply of a game.
func moveSeed(game uint64, ply int) uint64 { return mix(game, uint64(ply)) }

// setupSeed returns the seed of a player's own setup.
func setupSeed(game uint64, color uint64) uint64 { return mix(mix(game, ^uint64(setupStream)), color) }
