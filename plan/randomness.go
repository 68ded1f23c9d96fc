package plan

// Randomness decides between moves that are as good as equal (5.6.1): in the
// opening there is no reason to prefer one, and a player that always does is
// easy to foresee.
type Randomness struct{}

// Name implements Plan.
func (Randomness) Name() string { return "Rand" }

// Score implements Plan.
func (Randomness) Score(s *Situation, scores []float64) {
	for i := range scores {
		scores[i] += s.Rand.Float64()
	}
}
