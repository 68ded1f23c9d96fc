package lookahead

import (
	"marengo/nn"
	"marengo/stratego"
)

// What contempt looks at: a player whose expectation is contemptFull or more shuns draws
// with all its contempt, one at -contemptFull does not mind them, and one further behind
// seeks them. clockWeight is what a full quiet clock adds.
const (
	contemptFull = 0.2
	clockWeight  = 1.0
)

// contemptFor returns what a draw costs a player who expects some score, with a share of
// the quiet clock gone.
func contemptFor(base, expected, clock float64) float64 {
	feeling := min(max(0.5+expected/(2*contemptFull), -1), 1)
	return base * feeling * (1 + clockWeight*clock)
}

// quietShare returns how much of the quiet clock is gone, 0 where there is none.
func quietShare(v *stratego.View) float64 {
	limit := v.Rules().QuietLimit
	if limit == 0 {
		return 0
	}
	return float64(v.Quiet()) / float64(limit)
}

// of returns the score of a value.
func (t *Thinker) of(v nn.Value) float64 {
	return float64(v.Win) - float64(v.Loss) - t.contempt*float64(v.Draw)
}

// ofResult returns the score of a game's end.
func (t *Thinker) ofResult(r stratego.Result) float64 {
	switch r.Winner {
	case t.color:
		return 1
	case t.color.Other():
		return -1
	}
	return -t.contempt
}

// expectedOf returns the result of a game's end, win − loss.
func (t *Thinker) expectedOf(r stratego.Result) float64 { return 2*r.Score(t.color) - 1 }

// lead returns how far ahead the player thinks it is.
func (t *Thinker) lead() float64 { return float64(t.value.Expected()) }
