// Package glicko rates players by Glicko-2, as Mark Glickman describes it in "Example of
// the Glicko-2 system" (2012), whose steps the code names.
//
// There are only two types: a Rating is what is known of a player's strength, and a
// Game is one result against an opponent as it was rated before.
package glicko

import "math"

// Rating is a player's strength on the scale of Elo, how unsure it is, and how
// erratic the player is.
type Rating struct {
	Mean       float64
	Deviation  float64
	Volatility float64
}

// Game is a result: 1 for a win, ½ for a draw, 0 for a loss.
type Game struct {
	Opponent Rating
	Score    float64
}

// New is the rating of a player of whom nothing is known (step 1).
func New() Rating { return Rating{Mean: 1500, Deviation: 350, Volatility: 0.06} }

const (
	// Tau bounds how fast the volatility changes; the paper finds 0.3 to 1.2 reasonable
	// and takes 0.5 in its example.
	Tau = 0.5
	// scale is between ratings and the internal scale of step 2.
	scale = 173.7178
	// tolerance ends the iteration of step 5.
	tolerance = 1e-6
	// maxDeviation is that of an unknown player: nobody is less known.
	maxDeviation = 350
)

// Idle is the rating after periods without a game: only surer things become less
// sure (step 6).
func (r Rating) Idle(periods float64) Rating {
	phi := r.Deviation / scale
	r.Deviation = min(maxDeviation, scale*math.Sqrt(phi*phi+max(0, periods)*r.Volatility*r.Volatility))
	return r
}

// After is the rating after a period with these games.
func (r Rating) After(games []Game) Rating {
	if len(games) == 0 {
		return r.Idle(1)
	}
	mu, phi := (r.Mean-New().Mean)/scale, r.Deviation/scale
	var information, surprise float64 // the sums of steps 3 and 4
	for _, x := range games {
		g := weight(x.Opponent.Deviation / scale)
		e := 1 / (1 + math.Exp(-g*(mu-(x.Opponent.Mean-New().Mean)/scale)))
		information += g * g * e * (1 - e)
		surprise += g * (x.Score - e)
	}
	v := 1 / information
	sigma := volatility(r.Volatility, v*surprise, phi, v)
	pre := math.Sqrt(phi*phi + sigma*sigma)                  // step 6
	phi = 1 / math.Sqrt(1/(pre*pre)+1/v)                     // step 7
	mu += phi * phi * surprise                               //
	return Rating{scale*mu + New().Mean, scale * phi, sigma} // step 8
}

// weight is g of step 3: results against a player who is hardly known say little.
func weight(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

// volatility is step 5, by the Illinois algorithm.
func volatility(sigma, delta, phi, v float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(Tau*Tau)
	}
	low, high := a, math.Log(max(delta*delta-phi*phi-v, math.SmallestNonzeroFloat64))
	if delta*delta <= phi*phi+v {
		k := 1.0
		for f(a-k*Tau) < 0 {
			k++
		}
		high = a - k*Tau
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > tolerance {
		next := low + (low-high)*fLow/(fHigh-fLow)
		fNext := f(next)
		if fNext*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = next, fNext
	}
	return math.Exp(low / 2)
}
