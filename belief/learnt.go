package belief

import _ "embed"

// habitsText holds the counts of the embedded habits.
//
//go:embed habits.tsv
var habitsText string

// LearntHabits returns the habits counted over games between our own players (marengo
// experiment habits).
func LearntHabits() *Habits {
	h := learntHabits
	return &h
}

var learntHabits = func() Habits {
	h, err := parseHabits(habitsText)
	if err != nil {
		panic("belief: embedded " + err.Error())
	}
	return *h
}()

// learntText holds the counts of the embedded opponent model.
//
//go:embed approach.tsv
var learntText string

// Learnt returns the opponent model counted over games between our own players
// (marengo experiment approach).
func Learnt() *Opponent {
	o := learnt
	return &o
}

var learnt = func() Opponent {
	o, err := parseOpponent(learntText)
	if err != nil {
		panic("belief: embedded " + err.Error())
	}
	return *o
}()
