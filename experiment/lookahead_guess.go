package experiment

import (
	"context"
	"fmt"
	"io"

	"marengo/stratego"
)

// lookaheadExperiments are questions about the champion's look ahead. They are our own.
func lookaheadExperiments() []Experiment {
	return []Experiment{
		{"lookahead-guess", "what better guesses would bring the look ahead: the truth against habits, habits against counting, the network's against habits", lookaheadGuess},
		{"lookahead-value", "whether what the look ahead expects of the policy's moves is what the network expects of the position, quiet moves and attacks apart", lookaheadValue},
		{"lookahead-budget", "what the look ahead's choice loses by a small budget, by what many more evaluations make of the moves", lookaheadBudget},
		{"turning-points", "whether the champion finds the same turning points of games at 0.2 s and at 1 s a move, or with --evaluations and five times as many", turningPoints},
	}
}

// lookaheadGuess plays the champion against itself with other guesses of the hidden ranks.
// The truth bounds what any guess can bring.
func lookaheadGuess(ctx context.Context, o *Options, w io.Writer) error {
	l, err := newLaboratory(o, 400, 64)
	if err != nil {
		return err
	}
	l.rules = stratego.DefaultRules
	player := func(guess string) string {
		text := fmt.Sprintf("marengo:think=on,evaluations=%d,guess=%s", l.evaluations, guess)
		if o.Player != "" {
			text += "," + o.Player
		}
		return text
	}
	t := &Table{Title: "What guesses bring the look ahead", Columns: []string{"guesses", "score", "95% interval", "won-drawn-lost"}}
	var contests []contest
	for _, pair := range [][2]string{{"omniscient", "habits"}, {"habits", "counting"}, {"network", "habits"}} {
		contests = append(contests, contest{what: pair[0] + " against " + pair[1], a: player(pair[0]), b: player(pair[1]), setupA: "human-like", setupB: "human-like"})
	}
	wanted, err := o.only(labels(contests))
	if err != nil {
		return err
	}
	for i := range contests {
		if !wanted[i] {
			continue
		}
		r, err := l.run(ctx, &contests[i])
		if err != nil {
			return err
		}
		lo, hi := proportion(r.Score(), r.Games())
		t.Add(contests[i].what, percent1(r.Score()), percent1(lo)+" to "+percent1(hi), fmt.Sprintf("%d-%d-%d", r.Wins, r.Draws, r.Losses))
	}
	t.Note("%d games each in pairs that change seats, %d evaluations a move, rules match, seed %d; options of both players: %q.",
		l.games, l.evaluations, o.Seed, o.Player)
	t.Note("A draw is half a win. The omniscient player looks ahead in the true world; its network sees no more than the other.")
	return t.Write(w, o)
}
