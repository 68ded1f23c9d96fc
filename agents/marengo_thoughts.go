package agents

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"marengo/agent"
	"marengo/belief"
	"marengo/nn"
	"marengo/stratego"
)

const (
	shownMoves  = 8  // candidates in the thoughts
	shownWorlds = 4  // over which a candidate's value is averaged
	shownLines  = 3  // candidates with a continuation
	linePlies   = 5  // of it
	shownShare  = 10 // thoughts may take this part of a move's time
)

// reporter tells what the network makes of a position: first its policy and value,
// which cost nothing more, then what it expects after the likeliest moves and how
// they go on, as far as the time allows.
type reporter struct {
	*marengo
	view     *stratego.View
	worlds   belief.Counting
	rng      *rand.Rand
	ctx      context.Context
	deadline time.Time // zero for none
}

// report passes the thoughts on; moves and policy must not be the network's own.
func (m *marengo) report(ctx context.Context, v *stratego.View, moves []stratego.Move, policy []float32, value nn.Value, b agent.Budget) error {
	r := reporter{marengo: m, view: v, rng: b.Rand(), ctx: ctx}
	if b.Time > 0 {
		r.deadline = time.Now().Add(b.Time / shownShare)
	}
	r.worlds.Update(v)
	order := make([]int, len(moves))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(policy[j], policy[i]) })
	order = order[:min(shownMoves, len(order))]
	best := make([]stratego.Move, len(order))
	t := agent.Thoughts{
		Summary: fmt.Sprintf("Expects to win %.0f%%, draw %.0f%% and lose %.0f%% of games from here.",
			100*value.Win, 100*value.Draw, 100*value.Loss),
		Win: float64(value.Win + value.Draw/2), Valued: true, Score: float64(value.Expected()), Evaluations: 1,
	}
	for k, i := range order {
		best[k] = moves[i]
		t.Candidates = append(t.Candidates, agent.Candidate{Move: stratego.FormatMove(moves[i]), P: float64(policy[i])})
	}
	for _, c := range t.Candidates[:min(3, len(t.Candidates))] {
		t.Log = append(t.Log, fmt.Sprintf("%s %.1f%%", c.Move, 100*c.P))
	}
	b.Report(t)
	t.Candidates = slices.Clone(t.Candidates)
	if err := r.values(best, &t); err != nil {
		return err
	}
	if err := r.lines(best, &t); err != nil {
		return err
	}
	b.Report(t)
	return nil
}

// over says whether no more thoughts may be had.
func (r *reporter) over() bool {
	return r.ctx.Err() != nil || !r.deadline.IsZero() && time.Now().After(r.deadline)
}

// values works out what the network, in the opponent's place, expects after each
// candidate, over some worlds drawn from those the facts permit. A round that
// does not end in time does not count.
func (r *reporter) values(best []stratego.Move, t *agent.Thoughts) error {
	sums := make([]float64, len(best))
	var world, after stratego.State
	for round := 1; round <= shownWorlds; round++ {
		if err := r.view.GuessInto(r.worlds.Sample(r.rng), &world); err != nil {
			return err
		}
		for k, move := range best {
			if r.over() {
				return nil
			}
			world.CopyTo(&after)
			after.Do(move)
			win, err := r.win(&after, r.view.Color())
			if err != nil {
				return err
			}
			t.Evaluations++
			sums[k] += win
		}
		for k := range best {
			t.Candidates[k].Win = sums[k] / float64(round)
		}
	}
	return nil
}

// win returns the result that the network expects for a player.
func (r *reporter) win(s *stratego.State, c stratego.Color) (float64, error) {
	if s.Result().Over() {
		return s.Result().Score(c), nil
	}
	_, _, value, err := r.state(r.ctx, s)
	return float64(value.Loss + value.Draw/2), err
}

// lines plays the likeliest candidates and then both sides' likeliest answers, each
// in one world.
func (r *reporter) lines(best []stratego.Move, t *agent.Thoughts) error {
	for k := range best[:min(shownLines, len(best))] {
		world, err := r.view.Guess(r.worlds.Sample(r.rng))
		if err != nil {
			return err
		}
		world.Do(best[k])
		var line []string
		for len(line) < linePlies && !world.Result().Over() {
			if r.over() {
				return nil
			}
			moves, policy, _, err := r.state(r.ctx, world)
			if err != nil {
				return err
			}
			world.Do(moves[likeliest(policy)])
			t.Evaluations++
			line = append(line, world.LastEvents(nil, 1)[0].String())
		}
		t.Candidates[k].Line = line
	}
	return nil
}
