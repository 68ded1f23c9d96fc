package agents

import (
	"errors"

	"marengo/belief"
	"marengo/stratego"
)

// Omniscient is an agent that may have to be told the truth of the game it plays:
// those of ParseExperimental do.
type Omniscient interface {
	SeeTruth(truth func() *stratego.State)
}

// ParseExperimental reads an agent string whose estimator may be omniscient. It is
// the one door to the truth, since matches are made of strings by Parse, which
// refuses such an estimator.
func ParseExperimental(text string) (*Factory, error) { return Loader{door: true}.Parse(text) }

// omniscient is the guesser that no agent string opens.
const omniscient = "omniscient"

var errTruth = errors.New("the omniscient estimator is told the truth: only experiments have it")

// readEstimator reads the option guess of a player that is told the truth where the
// door is open. The names, if any, are the guessers it can use.
func readEstimator(a *Args, names ...string) func(belief.Side) (belief.Estimator, error) {
	if a.String("guess") != omniscient {
		return readGuess(a, names...).make
	}
	if !a.loader.door {
		a.Fail("guess", errTruth)
	}
	return func(belief.Side) (belief.Estimator, error) { return &belief.Omniscient{}, nil }
}

// SeeTruth implements Omniscient.
func (a *mctsAgent) SeeTruth(truth func() *stratego.State) { tell(truth, a.estimators...) }

// SeeTruth implements Omniscient.
func (m *marengo) SeeTruth(truth func() *stratego.State) { tell(truth, m.belief) }

func tell(truth func() *stratego.State, estimators ...belief.Estimator) {
	for _, e := range estimators {
		if o, ok := e.(*belief.Omniscient); ok {
			o.Truth = truth
		}
	}
}
