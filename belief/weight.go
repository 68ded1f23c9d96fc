package belief

import (
	"math"

	"marengo/stratego"
)

// How much the heuristics count. Each is the power that its factors are raised
// to, found by the log-loss over games with human setups
// (marengo experiment guessing).
const (
	neighbourStrength = 1.0
	missedStrength    = 1.0
	behaviourStrength = 4.0

	// Of habits. What a piece does again says little: its owner may just have meant it.
	stepStrength  = 0.7
	againStrength = 0.1
	stayStrength  = 0.6

	// smallestFactor bounds what one observation can do, and leastShare what all of them
	// together can: a bluff must stay possible.
	smallestFactor = 0.1
	leastShare     = 1e-5
)

// multiply multiplies a piece's weights by factors raised to a power, and keeps
// each within leastShare of the largest.
func (g *Guesser) multiply(id int, factors *[stratego.Ranks]float64, power float64) {
	row := &g.weight[id]
	largest := 0.0
	for r := range row {
		f := factors[r]
		if power != 1 {
			f = math.Pow(f, power)
		}
		row[r] *= min(max(f, smallestFactor), 1/smallestFactor)
		largest = max(largest, row[r])
	}
	for r := range row {
		row[r] = max(row[r]/largest, leastShare)
	}
}
