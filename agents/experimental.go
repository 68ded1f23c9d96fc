package agents

import (
	"fmt"
	"strings"

	"marengo/agent"
	"marengo/belief"
	"marengo/stratego"
)

// Experimental makes players for experiments. One that guesses may have the omniscient
// estimator, which asks truth for the game it plays; this is the one door to it, since
// matches are made of strings by Parse, which refuses it.
type Experimental func(truth func() *stratego.State) (agent.Agent, error)

// guesser is an agent that can say what it guesses with.
type guesser interface{ guessers() []belief.Estimator }

func (a *mctsAgent) guessers() []belief.Estimator { return a.estimators }

func (m *marengo) guessers() []belief.Estimator { return []belief.Estimator{m.belief} }

// ParseExperimental reads an agent string whose estimator may be omniscient.
func ParseExperimental(text string) (Experimental, error) {
	name, rest, _ := strings.Cut(text, ":")
	if name != mctsEntry.Name && name != marengoEntry.Name {
		f, err := Parse(text)
		if err != nil {
			return nil, err
		}
		return func(func() *stratego.State) (agent.Agent, error) { return f.New() }, nil
	}
	e, err := find(name)
	if err != nil {
		return nil, err
	}
	e, rest, err = e.preset(rest)
	if err != nil {
		return nil, fmt.Errorf("agent %q: %w", text, err)
	}
	args, err := parseArgs(e, rest)
	if err != nil {
		return nil, fmt.Errorf("agent %q: %w", text, err)
	}
	args.door = true
	build := e.build(args)
	if args.err != nil {
		return nil, fmt.Errorf("agent %q: %w", text, args.err)
	}
	return func(truth func() *stratego.State) (agent.Agent, error) {
		a, err := build()
		if err != nil {
			return nil, err
		}
		for _, e := range a.(guesser).guessers() {
			if o, ok := e.(*belief.Omniscient); ok {
				o.Truth = truth
			}
		}
		return a, nil
	}, nil
}
