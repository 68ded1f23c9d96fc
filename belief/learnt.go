package belief

import _ "embed"

// learntText holds the counts of the embedded opponent model.
//
//go:embed approach.tsv
var learntText string

// Learnt returns the opponent model counted over games between our own players
// (marengo experiment guessing).
func Learnt() *Opponent {
	o := learnt
	return &o
}

var learnt = func() Opponent {
	o, err := ParseOpponent(learntText)
	if err != nil {
		panic("belief: embedded " + err.Error())
	}
	return *o
}()
