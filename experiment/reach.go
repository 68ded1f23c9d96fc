package experiment

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"marengo/agent"
	"marengo/agents"
	"marengo/eval"
)

// reachAgent is the player whose depth and speed are measured, with exactly the
// options it plays matches with.
const reachAgent = "star:schadd"

// reachTime is what a move gets: Schadd's engine reached 7 to 9 plies in a second
// in 2009 (5.6.1).
const reachTime = time.Second

// reach measures how deep the search looks in a second, phase by phase.
func reach(ctx context.Context, o *Options, w io.Writer) error {
	list, err := schaddGames.positions(artsSet, o.positions(30))
	if err != nil {
		return err
	}
	f, err := agents.Parse(reachAgent)
	if err != nil {
		return err
	}
	a, err := f.New()
	if err != nil {
		return err
	}
	depths := make([][]int64, len(phases)+1)
	nodes, seconds, decided := int64(0), 0.0, 0
	for i, p := range list {
		o.progress(i, len(list), "positions")
		var last agent.Thoughts
		b := agent.Budget{Time: reachTime, Seed: o.Seed, Report: func(t agent.Thoughts) { last = t }}
		if o.Nodes > 0 {
			b.Time, b.Nodes = 0, o.Nodes // as many as a second would be on a machine of one's own
		}
		if _, err := a.Move(ctx, p.view, b); err != nil {
			return err
		}
		if math.Abs(last.Score) >= float64(eval.SchaddWin) {
			decided++
			continue
		}
		depths[p.phase] = append(depths[p.phase], int64(last.Depth))
		depths[len(phases)] = append(depths[len(phases)], int64(last.Depth))
		nodes += last.Nodes
		seconds += last.Seconds
	}
	t := Table{Title: fmt.Sprintf("Depth of %s in %s a move, one core", reachAgent, reachLimit(o)),
		Columns: []string{"phase", "positions", "median", "least", "most", "Schadd 2009"}}
	for i, d := range depths {
		name := "all"
		if i < len(phases) {
			name = phases[i].name
		}
		if len(d) > 0 {
			t.Add(name, len(d), median(d), slices.Min(d), slices.Max(d), "7–9")
		}
	}
	t.Note("%d decided positions, where a search ends at once, are left out.", decided)
	t.Note("%.2f million nodes a second.", float64(nodes)/seconds/1e6)
	return t.Write(w, o)
}

func reachLimit(o *Options) string {
	if o.Nodes > 0 {
		return thousands(o.Nodes) + " nodes"
	}
	return reachTime.String()
}
