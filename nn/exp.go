package nn

import "math"

// ln 2 in two parts, the first so short that its product with a small whole number
// is exact.
const (
	ln2High = 0x1.62e42fee00000p-1
	ln2Low  = 0x1.a39ef35793c76p-33
)

// exp is math.Exp for numbers that are not positive, to within a few units of the
// last place. math.Exp differs in the last place between processors, and a player
// must not: every product here is rounded before it is added.
func exp(x float64) float64 {
	const underflow, degree = -745, 13
	if x < underflow {
		return 0
	}
	// e^x = 2^m · e^r with |r| ≤ 0.35, where the Taylor polynomial is exact.
	m := math.RoundToEven(x / math.Ln2)
	r := float64(x-float64(m*ln2High)) - float64(m*ln2Low)
	sum := 1.0
	for i := degree; i > 0; i-- {
		sum = 1 + float64(sum*r)/float64(i)
	}
	return math.Ldexp(sum, int(m))
}
