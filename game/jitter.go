package game

// Jitter returns a number in [-0.5, 0.5) that looks random but depends on the
// key and the seed alone. Evaluators use it for the papers' random factors:
// a position has one value throughout a search, and another seed plays
// another game.
func Jitter(key, seed uint64) float64 {
	return float64(Mix(key^seed*Golden)>>11)/(1<<53) - 0.5
}
