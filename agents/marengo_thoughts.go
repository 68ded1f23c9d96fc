package agents

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"marengo/agent"
	"marengo/belief"
	"marengo/nn"
	"marengo/stratego"
)

const (
	shownMoves = 8 // candidates in the thoughts
	shownLines = 3 // of them with a continuation
	linePlies  = 5 // after the candidate
)

// report tells the policy, the value, and how the likeliest moves go on.
func (m *marengo) report(ctx context.Context, v *stratego.View, moves []stratego.Move, policy []float32, value nn.Value, b agent.Budget) error {
	order := make([]int, len(moves))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		if policy[i] != policy[j] {
			if policy[i] > policy[j] {
				return -1
			}
			return 1
		}
		return i - j
	})
	t := agent.Thoughts{
		Summary: fmt.Sprintf("Expects to win %.0f%%, draw %.0f%% and lose %.0f%% of games from here.",
			100*value.Win, 100*value.Draw, 100*value.Loss),
		Win: float64(value.Win + value.Draw/2), Valued: true, Score: float64(value.Expected()), Evaluations: 1,
	}
	for _, i := range order[:min(shownMoves, len(order))] {
		t.Candidates = append(t.Candidates, agent.Candidate{Move: stratego.FormatMove(moves[i]), P: float64(policy[i])})
	}
	for _, c := range t.Candidates[:min(3, len(t.Candidates))] {
		t.Log = append(t.Log, fmt.Sprintf("%s %.1f%%", c.Move, 100*c.P))
	}
	b.Report(t)
	rng := b.Rand()
	for i := range t.Candidates[:min(shownLines, len(t.Candidates))] {
		if ctx.Err() != nil {
			return nil
		}
		line, err := m.line(v, moves[order[i]], rng)
		if err != nil {
			return err
		}
		t.Candidates[i].Line = line
		t.Evaluations += int64(len(line))
	}
	b.Report(t)
	return nil
}

// line plays a move and then both sides' likeliest answers, in one world drawn at
// random from those the facts permit.
func (m *marengo) line(v *stratego.View, first stratego.Move, rng *rand.Rand) ([]string, error) {
	var worlds belief.Counting
	worlds.Update(v)
	world, err := v.Guess(worlds.Sample(rng))
	if err != nil {
		return nil, err
	}
	world.Do(first)
	var line []string
	for range linePlies {
		if world.Result().Over() {
			break
		}
		moves, policy, _, err := m.net.State(world)
		if err != nil {
			return nil, err
		}
		best := 0
		for i, p := range policy {
			if p > policy[best] {
				best = i
			}
		}
		world.Do(moves[best])
		line = append(line, world.LastEvents(nil, 1)[0].String())
	}
	return line, nil
}
