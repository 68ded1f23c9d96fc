package agents

import (
	"bytes"
	"embed"
	"fmt"
	"strings"

	"marengo/eval"
	"marengo/figure"
)

// figuresOption sets the numbers that a player plays by.
func figuresOption(standard string) Option {
	return Option{Name: "figures", Default: standard, Help: "the numbers it plays by: tuned, paper, a file as marengo tune writes it, or some of them such as name@1.5+other@2, the others being the paper's"}
}

const (
	paperFigures = "paper" // those of a player's paper, which it has before any are set
	tunedFigures = "tuned" // those that measurement found, which the program holds
)

// tunedSets are the sets that measurement found, each with where it comes from.
//
//go:embed figures/*.figures
var tunedSets embed.FS

// setTuned sets figures as measurement found them.
func setTuned(v figure.Vector, set string) error {
	name := "figures/" + set + ".figures"
	data, err := tunedSets.ReadFile(name)
	if err != nil {
		return err
	}
	return v.Read("built-in "+name, bytes.NewReader(data))
}

// TunedSchadd returns the figures of Schadd's evaluation that star:schadd plays by.
func TunedSchadd() (*eval.SchaddFigures, error) {
	f := eval.NewSchaddFigures()
	return f, setTuned(f.Vector(), "schadd")
}

// Figures sets a player's figures as the option figures says, and makes them part of the
// player: of its identity where they come from a file, and of what Factory.Figures returns. set
// is the name of its tuned ones.
func (a *Args) Figures(v figure.Vector, set string) {
	a.figures = v
	source := a.values["figures"]
	switch {
	case source == paperFigures:
	case source == tunedFigures:
		if err := setTuned(v, set); err != nil {
			a.Fail("figures", err)
		}
	case strings.Contains(source, "@"):
		if err := v.ReadWord(source); err != nil {
			a.Fail("figures", err)
		}
	default:
		data, err := a.read("figures", source)
		if err != nil {
			a.Fail("figures", fmt.Errorf("expected %s, %s or a file: %w", tunedFigures, paperFigures, err))
			return
		}
		if err := v.Read(source, bytes.NewReader(data)); err != nil {
			a.Fail("figures", err)
			return
		}
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
