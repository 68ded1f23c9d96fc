package experiment

import (
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"marengo/arena"
)

// resamples is how many samples a bootstrap draws.
const resamples = 1000

// bootstrap returns the 95% interval of a statistic of n items: it is worked
// out anew for samples drawn with replacement.
func bootstrap(n int, seed uint64, statistic func(sample []int) float64) (lo, hi float64) {
	rng := rand.New(rand.NewPCG(seed, 0x626f6f74))
	values := make([]float64, resamples)
	sample := make([]int, n)
	for i := range values {
		for j := range sample {
			sample[j] = rng.IntN(n)
		}
		values[i] = statistic(sample)
	}
	slices.Sort(values)
	return values[resamples*25/1000], values[resamples*975/1000]
}

// everyone is the sample of all n items.
func everyone(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// reduction is the share of nodes that a search saves over another, in total.
func reduction(base, other []int64, sample []int) float64 {
	var b, o int64
	for _, i := range sample {
		b += base[i]
		o += other[i]
	}
	if b == 0 {
		return 0
	}
	return 1 - float64(o)/float64(b)
}

func total(x []int64) (sum int64) {
	for _, v := range x {
		sum += v
	}
	return sum
}

// meanDeviation returns the mean of a sample and its standard deviation, which is 0 of
// fewer than two.
func meanDeviation(x []float64) (mean, deviation float64) {
	switch len(x) {
	case 0:
		return 0, 0
	case 1:
		return x[0], 0
	}
	return stat.MeanStdDev(x, nil)
}

func median[N int64 | float64](x []N) float64 {
	s := slices.Sorted(slices.Values(x))
	n := len(s)
	if n == 0 {
		return 0
	}
	return float64(s[(n-1)/2]+s[n/2]) / 2
}

// proportion returns the 95% interval of a score over n independent games.
func proportion(score float64, n int) (lo, hi float64) {
	return arena.Wilson(score, float64(n), arena.Z95)
}
