package agents

import (
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
func ParseExperimental(text string) (*Factory, error) { return parse(text, true) }

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
