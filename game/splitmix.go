package game

// Golden is 2⁶⁴ divided by the golden ratio: its multiples are spread evenly, so
// that neighbouring numbers start from distant states.
const Golden = 0x9e3779b97f4a7c15

// Mix spreads a number's bits over all of another's (the finaliser of Steele, Lea
// and Flood's SplitMix64).
func Mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
