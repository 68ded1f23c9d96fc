package agents

import (
	"fmt"
	"strings"
)

// Preset is a named set of options that can come first after a player's name:
// "name:preset,option=value".
type Preset struct {
	Name    string
	Options string // as they would be written
	Help    string
}

// preset takes a leading preset off the options' text and makes its values the
// defaults.
func (e Entry) preset(text string) (Entry, string, error) {
	first, rest, _ := strings.Cut(text, ",")
	for _, p := range e.Presets {
		if p.Name != first {
			continue
		}
		e, err := e.defaults("preset "+p.Name, p.Options)
		return e, rest, err
	}
	return e, text, nil
}

// defaults makes the values of options the defaults; what they are called is for the
// error.
func (e Entry) defaults(called, text string) (Entry, error) {
	set, err := parseArgs(e, text)
	if err != nil {
		return e, fmt.Errorf("%s: %w", called, err)
	}
	options := make([]Option, len(e.Options))
	for i, o := range e.Options {
		o.Default = set.values[o.Name]
		options[i] = o
	}
	e.Options = options
	return e, nil
}
