package hidden

import (
	"math/rand/v2"

	"marengo/stratego"
)

// The numbers that keys are made of; the seed fixes them.
var (
	rankKeys  [pieces][stratego.Ranks]uint64 // an unknown piece was shown to be of a rank
	movedKeys [pieces]uint64                 // an unknown piece has moved
	knownKeys [pieces]uint64                 // both players know a living piece
	factKeys  [stratego.Ranks + 1]uint64     // summed: unknown pieces by rank, and those that moved
	quietKeys [256]uint64                    // plies since the last battle
)

func init() {
	rng := rand.New(rand.NewPCG(0x68696464656e, 1))
	for id := range pieces {
		for r := range rankKeys[id] {
			rankKeys[id][r] = rng.Uint64()
		}
		movedKeys[id], knownKeys[id] = rng.Uint64(), rng.Uint64()
	}
	for i := range factKeys {
		factKeys[i] = rng.Uint64()
	}
	for i := range quietKeys {
		quietKeys[i] = rng.Uint64()
	}
}
