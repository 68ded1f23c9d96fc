package experiment

import (
	"cmp"
	"context"
	"io"
	"math"
	"slices"
	"strings"

	"marengo/agents"
	"marengo/lookahead"
	"marengo/stratego"
)

// The budgets whose choices are held against that of far more evaluations, and how many those are.
var choiceBudgets = [...]int{16, 32, 64, 128, 256}

const choiceEvaluations = 3200

// weighLong makes the look ahead try all its candidates until its evaluations are spent.
const weighLong = "doubt=100,round=16,worlds=10000"

// lookaheadBudget says how much a choice loses by a small budget: in positions with several candidates, how far the move
// drawn lies below the best, both by what many more evaluations make of them.
func lookaheadBudget(ctx context.Context, o *Options, w io.Writer) error {
	n := o.positions(400)
	const perGame = 20
	if _, err := agents.NewThinker(o.weighingLong()); err != nil {
		return BadInput{err}
	}
	evaluations := int(orElse(o.Evaluations, choiceEvaluations))
	games := (n + perGame - 1) / perGame
	byNumber, err := gather(ctx, o, games, "games of marengo:"+o.Player+" looked into", func() func(int) ([len(choiceBudgets)]marks, error) {
		return func(i int) ([len(choiceBudgets)]marks, error) {
			return o.choices(ctx, i, min(perGame, n-i*perGame), evaluations)
		}
	})
	if err != nil {
		return err
	}
	t := &Table{Title: "What a choice loses by a small budget", Columns: []string{"evaluations", "lost a move, win − loss", "best move chosen"}}
	positions := 0.0
	for k, budget := range choiceBudgets {
		var list byGame
		for _, m := range byNumber {
			if m[k].Examples > 0 {
				list = append(list, m[k])
			}
		}
		positions = list.examples()
		t.Add(budget, list.text(asScoreLoss, nth(choiceLost)), list.text(asShare, nth(choiceBest)))
	}
	t.Note("%.0f positions with several candidates, of %d games of the bare policy against itself, judged with %d evaluations each; options %q, seed %d.",
		positions, games, evaluations, o.Player, o.Seed)
	t.Note("A move is judged by what the choice weighs: its score and its share of the policy, but for what noise takes off. What is best is partly luck of the judge, so that nothing loses nothing.")
	return t.Write(w, o)
}

// weighingLong are the options of the judge.
func (o *Options) weighingLong() string { return strings.TrimSuffix(weighLong+","+o.Player, ",") }

// Figures of a choice.
const (
	choiceLost = iota // how far it lies below the best
	choiceBest        // whether it is the best
)

// choices looks into positions of a game: what each budget loses.
func (o *Options) choices(ctx context.Context, number, most, evaluations int) (out [len(choiceBudgets)]marks, err error) {
	views, rng, err := o.championViews(ctx, number, most)
	if err != nil {
		return out, err
	}
	judge, err := agents.NewThinker(o.weighingLong())
	if err != nil {
		return out, err
	}
	thinker, err := agents.NewThinker(o.Player)
	if err != nil {
		return out, err
	}
	for _, v := range views {
		t, err := judge.Think(ctx, v, lookahead.Limit{Evaluations: evaluations}, rng.Uint64())
		if err != nil {
			return out, err
		}
		merits := meritsOf(t, judge.Options().Eta)
		if len(merits) < 2 {
			continue
		}
		for k, budget := range choiceBudgets {
			t, err := thinker.Think(ctx, v, lookahead.Limit{Evaluations: budget}, rng.Uint64())
			if err != nil {
				return out, err
			}
			if figures := judged(t, merits); figures != nil {
				out[k].see(figures)
			}
		}
	}
	return out, nil
}

// merit is what a move is weighed by when one is chosen.
type merit struct {
	move  stratego.Move
	value float64
}

// meritsOf returns the merits of the candidates that were tried, the best first.
func meritsOf(t *lookahead.Thought, eta float64) (list []merit) {
	for i := range t.Candidates {
		if c := &t.Candidates[i]; c.Samples > 0 {
			list = append(list, merit{c.Move, c.Score + math.Log(c.Prior)/eta})
		}
	}
	slices.SortStableFunc(list, func(a, b merit) int { return cmp.Compare(b.value, a.value) })
	return list
}

// judged returns the figures of a choice, in the mean of what may be drawn; none where that was not judged.
func judged(t *lookahead.Thought, merits []merit) []float64 {
	lost, best, of := 0.0, 0.0, 0.0
	for i := range t.Candidates {
		c := &t.Candidates[i]
		k := slices.IndexFunc(merits, func(m merit) bool { return m.move == c.Move })
		if k < 0 {
			continue
		}
		of += c.Share
		lost += c.Share * (merits[0].value - merits[k].value)
		if k == 0 {
			best += c.Share
		}
	}
	if of == 0 {
		return nil
	}
	return []float64{lost / of, best / of}
}
