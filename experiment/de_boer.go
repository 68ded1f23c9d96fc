package experiment

// deBoerExperiments are those of De Boer's "Invincible" (2007) and of what was
// built on it.
func deBoerExperiments() []Experiment {
	return []Experiment{
		{Name: "de-boer-2.3", Short: "the endgame that plans solve in 200 plies, played to its end by both sides (De Boer, figure 2.3)", Run: endgame},
		{Name: "people", Short: "what our players do in moments of games with people (De Boer 8.3 and C, Schoenmakers 9)", Run: people},
		{Name: "de-boer-4.1", Short: "where people put flag, general, bombs and colonels (De Boer, figure 4.1)", Run: squareShares},
		{Name: "de-boer-4.3", Short: "scores of random, semi-random and best-of-n setups (De Boer, table 4.3)", Run: setupScores},
		{Name: "guessing", Short: "log-loss and accuracy of the guessers over games with human setups", Run: guessing},
		{Name: "approach", Short: "counts of approaches and retreats, as the opponent model embeds them", Run: approach},
		{Name: "habits", Short: "counts of what hidden pieces do, as the guesser embeds them", Run: habits},
		{Name: "gambling", Short: "how often players run heavy pieces onto hidden unmoved ones, and what they lose on bombs", Run: gambling},
		{Name: "nineteen", Short: "how often invincible wins with 19 pieces against 9", Run: nineteen},
		{Name: "plans", Short: "what each of Invincible's plans decides, and what its removal costs", Run: planWorth},
	}
}
