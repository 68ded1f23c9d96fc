package game

// Jitter returns a number in [-0.5, 0.5) that looks random but depends on the
// key and the seed alone. Evaluators use it for the papers' random factors:
// a position has one value throughout a search, and another seed plays
// another game.
func Jitter(key, seed uint64) float64 {
	x := key ^ seed*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9 // the finaliser of SplitMix64
	x = (x ^ x>>27) * 0x94d049bb133111eb
	x ^= x >> 31
	return float64(x>>11)/(1<<53) - 0.5
}
