package agents

import (
	"fmt"
	"strings"

	"marengo/agent"
	"marengo/belief"
	"marengo/stratego"
)

// Experimental makes players for experiments. An mcts player among them may have
// the omniscient estimator, which asks truth for the game it plays; this is
// the one door to it, since matches are made of strings by Parse, which refuses it.
type Experimental func(truth func() *stratego.State) (agent.Agent, error)

// ParseExperimental reads an agent string whose estimator may be omniscient.
func ParseExperimental(text string) (Experimental, error) {
	name, rest, _ := strings.Cut(text, ":")
	if name != mctsEntry.Name {
		f, err := Parse(text)
		if err != nil {
			return nil, err
		}
		return func(func() *stratego.State) (agent.Agent, error) { return f.New() }, nil
	}
	e, rest, err := mctsEntry.preset(rest)
	if err != nil {
		return nil, fmt.Errorf("agent %q: %w", text, err)
	}
	args, err := parseArgs(e, rest)
	if err != nil {
		return nil, fmt.Errorf("agent %q: %w", text, err)
	}
	args.door = true
	c := readMCTS(args)
	if args.err != nil {
		return nil, fmt.Errorf("agent %q: %w", text, args.err)
	}
	return func(truth func() *stratego.State) (agent.Agent, error) {
		a, err := c.newAgent()
		if err != nil {
			return nil, err
		}
		for _, e := range a.estimators {
			if o, ok := e.(*belief.Omniscient); ok {
				o.Truth = truth
			}
		}
		return a, nil
	}, nil
}
