package arena

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// rating is a player's strength in a tournament.
type rating struct {
	Elo   float64 // relative to the mean of all players
	Error float64 // half the width of the 95% interval
}

// priorDraws is the number of imagined draws between every two players that met:
// with it, a player that won or lost every game still has a rating.
const priorDraws = 0.5

// bradleyTerry rates the players of a tournament: points[i][j] is what i scored
// against j, a draw giving half a point to each. Errors hold for independent games.
func bradleyTerry(points [][]float64) ([]rating, error) {
	return bradleyTerryWith(points, priorDraws)
}

func bradleyTerryWith(points [][]float64, prior float64) ([]rating, error) {
	n := len(points)
	if n < 2 {
		return nil, fmt.Errorf("%d players, expected at least 2 to rate", n)
	}
	games := make([][]float64, n)
	won := make([]float64, n)
	for i := range points {
		if len(points[i]) != n {
			return nil, fmt.Errorf("tournament table has %d columns in row %d, expected %d", len(points[i]), i, n)
		}
		games[i] = make([]float64, n)
		for j := range points {
			if g := points[i][j] + points[j][i]; i != j && g > 0 {
				games[i][j] = g + prior
				won[i] += points[i][j] + prior/2
			}
		}
	}
	if !connected(games) {
		return nil, fmt.Errorf("the players fall into groups that never met: no common scale")
	}
	strength, err := fit(games, won)
	if err != nil {
		return nil, err
	}
	return withErrors(strength, games)
}

// connected says whether every player is linked to the first by games.
func connected(games [][]float64) bool {
	seen := make([]bool, len(games))
	queue := []int{0}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		if seen[i] {
			continue
		}
		seen[i] = true
		for j, g := range games[i] {
			if g > 0 {
				queue = append(queue, j)
			}
		}
	}
	for _, s := range seen {
		if !s {
			return false
		}
	}
	return true
}

// fit finds the most likely log-strengths, mean zero, by the minorisation of
// Hunter (2004): each strength becomes its points over its expected points per
// unit of strength, and the likelihood never falls.
func fit(games [][]float64, won []float64) ([]float64, error) {
	const (
		rounds    = 100_000
		tolerance = 1e-12
	)
	n := len(won)
	s := make([]float64, n)
	for i := range s {
		s[i] = 1
	}
	for range rounds {
		change, logSum := 0.0, 0.0
		for i := range s {
			rate := 0.0
			for j, g := range games[i] {
				if g > 0 {
					rate += g / (s[i] + s[j])
				}
			}
			next := won[i] / rate
			if !(next > 0) || math.IsInf(next, 0) {
				return nil, fmt.Errorf("player %d has no finite rating", i)
			}
			change = max(change, math.Abs(math.Log(next/s[i])))
			s[i] = next
			logSum += math.Log(next)
		}
		centre := math.Exp(logSum / float64(n))
		for i := range s {
			s[i] /= centre
		}
		if change < tolerance {
			break
		}
	}
	for i := range s {
		s[i] = math.Log(s[i])
	}
	return s, nil
}

// withErrors turns log-strengths into Elo and reads their errors from the inverse
// of the likelihood's curvature. The curvature is singular along "all stronger
// by the same": adding the matrix of ones pins the mean, and its inverse is
// then the covariance around that mean, plus a constant that is taken off.
func withErrors(strength []float64, games [][]float64) ([]rating, error) {
	n := len(strength)
	curvature := mat.NewSymDense(n, nil)
	for i := range n {
		sum := 0.0
		for j, g := range games[i] {
			p := 1 / (1 + math.Exp(strength[j]-strength[i]))
			w := g * p * (1 - p)
			sum += w
			if j > i {
				curvature.SetSym(i, j, 1-w)
			}
		}
		curvature.SetSym(i, i, 1+sum)
	}
	var factor mat.Cholesky
	if !factor.Factorize(curvature) {
		return nil, fmt.Errorf("ratings: the likelihood has no curvature")
	}
	var covariance mat.SymDense
	if err := factor.InverseTo(&covariance); err != nil {
		return nil, fmt.Errorf("ratings: %w", err)
	}
	perNat := eloScale / math.Ln10
	ratings := make([]rating, n)
	for i := range ratings {
		variance := max(0, covariance.At(i, i)-1/float64(n*n))
		ratings[i] = rating{Elo: strength[i] * perNat, Error: Z95 * math.Sqrt(variance) * perNat}
	}
	return ratings, nil
}
