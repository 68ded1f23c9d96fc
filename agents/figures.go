package agents

import (
	"bytes"
	"fmt"
	"os"

	"marengo/figure"
)

// figuresOption sets the numbers that a player plays by.
func figuresOption(standard string) Option {
	return Option{Name: "figures", Default: standard, Help: "the numbers it plays by: paper, or a file as marengo tune writes it"}
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
	data, err := os.ReadFile(source)
	if err != nil {
		a.Fail("figures", fmt.Errorf("expected %s or a file: %w", paperFigures, err))
		return
	}
	if err := v.Read(source, bytes.NewReader(data)); err != nil {
		a.Fail("figures", err)
		return
	}
	a.identify(source, data)
}
