package agents

import (
	"bytes"
	"fmt"
	"strings"

	"marengo/figure"
)

// figuresOption sets the numbers that a player plays by.
func figuresOption(standard string) Option {
	return Option{Name: "figures", Default: standard, Help: "the numbers it plays by: paper, a file as marengo tune writes it, or some of them such as name@1.5+other@2"}
}

// paperFigures are the numbers of a player's paper, which it has before any are set.
const paperFigures = "paper"

// Figures sets a player's figures as the option figures says, and makes them part of the
// player: of its identity where they come from a file, and of what Factory.Figures returns.
func (a *Args) Figures(v figure.Vector) {
	a.figures = v
	source := a.values["figures"]
	if source == paperFigures {
		return
	}
	if strings.Contains(source, "@") {
		if err := v.ReadWord(source); err != nil {
			a.Fail("figures", err)
		}
		return
	}
	data, err := a.read("figures", source)
	if err != nil {
		a.Fail("figures", fmt.Errorf("expected %s or a file: %w", paperFigures, err))
		return
	}
	if err := v.Read(source, bytes.NewReader(data)); err != nil {
		a.Fail("figures", err)
		return
	}
}

// WithFigures returns an agent string with other figures.
func WithFigures(text, figures string) string {
	name, rest, _ := strings.Cut(text, ":")
	var parts []string
	for _, part := range strings.Split(rest, ",") {
		if part != "" && !strings.HasPrefix(part, "figures=") {
			parts = append(parts, part)
		}
	}
	return name + ":" + strings.Join(append(parts, "figures="+figures), ",")
}
