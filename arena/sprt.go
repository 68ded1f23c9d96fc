package arena

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// sprt is a sequential test of the hypothesis that the Elo difference is Elo1
// against the hypothesis that it is Elo0, on pairs of games. The error of either
// kind is at most 5%.
type sprt struct{ Elo0, Elo1 float64 }

// sprtError bounds the chance of either wrong verdict.
const sprtError = 0.05

// sprtBound is the log-likelihood ratio that decides, by Wald's approximation.
var sprtBound = math.Log((1 - sprtError) / sprtError)

// Verdict is what a sequential test has found.
type Verdict string

// The verdicts: undecided, the weaker hypothesis, the stronger hypothesis.
const (
	Undecided Verdict = "undecided"
	AcceptH0  Verdict = "H0"
	AcceptH1  Verdict = "H1"
)

// parseSPRT reads "elo0,elo1".
func parseSPRT(text string) (sprt, error) {
	low, high, found := strings.Cut(text, ",")
	elo0, err0 := strconv.ParseFloat(strings.TrimSpace(low), 64)
	elo1, err1 := strconv.ParseFloat(strings.TrimSpace(high), 64)
	if !found || err0 != nil || err1 != nil || !(elo0 < elo1) || math.IsInf(elo0, 0) || math.IsInf(elo1, 0) {
		return sprt{}, fmt.Errorf("bad SPRT bounds %q, expected two numbers elo0,elo1 with elo0 < elo1, such as 0,5", text)
	}
	return sprt{elo0, elo1}, nil
}

// bounds returns the log-likelihood ratios at which H0 and H1 are accepted.
func (s sprt) bounds() (lower, upper float64) { return -sprtBound, sprtBound }

// verdict judges the pairs counted.
func (s sprt) verdict(pairs [5]int) Verdict {
	switch llr := s.llr(pairs); {
	case llr >= sprtBound:
		return AcceptH1
	case llr <= -sprtBound:
		return AcceptH0
	}
	return Undecided
}

// unseen is the count given to pair scores that have not occurred, so that
// neither hypothesis is refuted by what has merely not been seen yet.
const unseen = 1e-3

// llr returns the logarithm of the generalised likelihood ratio of H1 over H0:
// of all distributions over the five pair scores with the mean each
// hypothesis demands, each is represented by the one under which the counts are
// most likely (M. Van den Bergh's pentanomial test).
func (s sprt) llr(pairs [5]int) float64 {
	var counts [5]float64
	total, seen := 0.0, 0
	for i, k := range pairs {
		counts[i] = max(float64(k), unseen)
		total += counts[i]
		seen += k
	}
	if seen == 0 {
		return 0
	}
	t0 := tilt(&counts, total, eloToScore(s.Elo0))
	t1 := tilt(&counts, total, eloToScore(s.Elo1))
	llr := 0.0
	for i, k := range counts {
		x := float64(i) / 4
		llr += k * math.Log((1+t0*(x-eloToScore(s.Elo0)))/(1+t1*(x-eloToScore(s.Elo1))))
	}
	return llr
}

// tilt returns the θ for which p_i = c_i / (N (1 + θ (x_i − mean))) is the most
// likely distribution with the given mean, x_i being the scores 0, ¼ … 1. θ is
// the root of Σ c_i (x_i − mean) / (1 + θ (x_i − mean)), which falls
// throughout the interval in which all p_i are positive: it is bisected.
func tilt(counts *[5]float64, total, mean float64) float64 {
	lo, hi := -1/(1-mean), 1/mean
	for range 100 {
		mid := (lo + hi) / 2
		sum := 0.0
		for i, k := range counts {
			d := float64(i)/4 - mean
			sum += k / total * d / (1 + mid*d)
		}
		if sum > 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	return (lo + hi) / 2
}
