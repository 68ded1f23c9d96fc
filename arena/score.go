package arena

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Tally counts the results of a match from one side, game by game and pair by pair.
type Tally struct {
	Wins, Draws, Losses int

	// Pairs counts the finished pairs by their score in half points: lost both,
	// …, won both. Two games on one board are not independent, so what a match
	// proves is read from pairs (the pentanomial model).
	Pairs [5]int
}

// Outcome is the result of a game in half points: 0 lost, 1 drawn, 2 won.
type Outcome int

// The outcomes of a game.
const (
	Loss Outcome = iota
	Draw
	Win
)

// flip returns the outcome as the other side sees it.
func (o Outcome) flip() Outcome { return Win - o }

// Add counts one game.
func (t *Tally) Add(o Outcome) {
	switch o {
	case Win:
		t.Wins++
	case Draw:
		t.Draws++
	default:
		t.Losses++
	}
}

// AddPair counts the two games of a pair.
func (t *Tally) AddPair(a, b Outcome) {
	t.Add(a)
	t.Add(b)
	t.Pairs[a+b]++
}

// addPlayed counts those games of a pair that were played.
func (t *Tally) addPlayed(a, b Outcome, playedA, playedB bool) {
	switch {
	case playedA && playedB:
		t.AddPair(a, b)
	case playedA:
		t.Add(a)
	case playedB:
		t.Add(b)
	}
}

// Games returns the number of games counted.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// finishedPairs returns the number of pairs counted.
func (t Tally) finishedPairs() (n int) {
	for _, k := range t.Pairs {
		n += k
	}
	return n
}

// Score returns the points won over the points played for; 0.5 without games.
func (t Tally) Score() float64 {
	if t.Games() == 0 {
		return 0.5
	}
	return (float64(t.Wins) + 0.5*float64(t.Draws)) / float64(t.Games())
}

// Confidence of the intervals that are reported.
const confidence = 0.95

// priorVariance is what one imagined pair adds to the spread of the pairs' scores:
// the variance of the mean of two independent even games. It keeps a handful of
// equal pairs from claiming certainty.
const priorVariance = 0.25 / 2

// Interval returns the 95% interval of the score.
//
// It is Wilson's interval for as many independent games as the pairs are worth:
// pairs that spread less than independent games would (one side of the board
// is better, and each agent wins with it) are worth more, others less.
// Student's quantile stands in for the normal one, since that worth is estimated.
func (t Tally) Interval() (low, high float64) {
	n := float64(t.Games())
	if n == 0 {
		return 0, 1
	}
	m := t.Score()
	z := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: max(1, float64(t.finishedPairs()))}.Quantile((1 + confidence) / 2)
	return Wilson(m, n/t.designEffect(m), z)
}

// Z95 is the normal deviate of a 95% interval.
var Z95 = distuv.UnitNormal.Quantile((1 + confidence) / 2)

// Wilson returns the interval of a score over n independent games by Wilson's
// formula, z being the deviate of its confidence.
func Wilson(score, n, z float64) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	centre := (score + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(score*(1-score)/n+z*z/(4*n*n))
	return max(0, centre-half), min(1, centre+half)
}

// designEffect returns the variance of the pairs' scores over the variance they
// would have were all games independent wins and losses.
func (t Tally) designEffect(m float64) float64 {
	var spread, pairs float64
	for points, k := range t.Pairs {
		d := float64(points)/4 - m
		spread += float64(k) * d * d
		pairs += float64(k)
	}
	return (spread + priorVariance) / (pairs*m*(1-m)/2 + priorVariance)
}

// eloScale is the Elo difference at which the odds are ten to one.
const eloScale = 400

// eloToScore returns the expected score at an Elo difference.
func eloToScore(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/eloScale)) }

// scoreToElo returns the Elo difference of an expected score; it is infinite at 0 and 1.
func scoreToElo(score float64) float64 { return eloScale * math.Log10(score/(1-score)) }

// Elo returns the Elo difference of the score, and half the width of its 95% interval.
//
// Nothing finite belongs to a clean sweep: its score, and that end of its interval,
// are those of a match with one more game, drawn. Without games both are 0.
func (t Tally) Elo() (elo, plusMinus float64) {
	score := t.Score()
	low, high := t.Interval()
	edge := 0.5 / (float64(t.Games()) + 1)
	if low <= 0 || score < edge {
		low = edge
	}
	if high >= 1 || score > 1-edge {
		high = 1 - edge
	}
	return scoreToElo(min(max(score, edge), 1-edge)), (scoreToElo(high) - scoreToElo(low)) / 2
}
