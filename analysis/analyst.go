package analysis

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"marengo/agents"
	"marengo/stratego"
)

// Evaluations is what the analysis of one move takes unless it is told otherwise.
const Evaluations = 160

// impartial weighs moves by what is expected of them, and nothing else: no fear of the
// worst reply, no dislike of draws, both mirror images of every position, and worths that vary
// little with the evaluations.
const impartial = "worst=0,contempt=0,repeat=0,temperature=0,mirror=all,least=0.01,most=8,rare=0.01,steady=on"

// Values says whether the moves of a variant's games can be valued.
func Values(v stratego.Variant) bool { return v == stratego.Classic }

// New returns who analyses games of a variant: the champion values the moves of classic
// games. It has learnt no other, so of those only beliefs are told.
func New(v stratego.Variant) (*Analyst, error) {
	if !Values(v) {
		guesser, err := agents.NewGuesser("habits")
		return &Analyst{By: "habits", Guesser: guesser}, err
	}
	champion, err := agents.Parse("marengo:" + impartial)
	if err != nil {
		return nil, err
	}
	thinker, err := agents.NewThinker(impartial)
	if err != nil {
		return nil, err
	}
	return &Analyst{By: signature(champion), Thinker: thinker, Evaluations: Evaluations}, nil
}

// signature tells analyses apart that other weights, options or a changed look ahead would make.
func signature(champion *agents.Factory) string {
	made := sha256.Sum256([]byte(strings.Join(append(champion.Hashes(), champion.String(), champion.Revision()), "\n")))
	return fmt.Sprintf("marengo %x", made[:4])
}
