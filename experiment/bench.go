package experiment

import (
	"context"
	"fmt"

	"marengo/agent"
	"marengo/agents"
)

// The fixed work of the search benchmark: its nodes are a signature, which only
// changes of play change.
const (
	benchPositions = 12
	benchAgent     = "star:schadd,depth=6,random=0"
)

// SearchBench searches a fixed list of positions to a fixed depth with the options
// that star:schadd plays with, and returns the nodes and the nodes a second.
func SearchBench(ctx context.Context) (nodes int64, perSecond float64, err error) {
	list, err := schaddGames.positions(artsSet, benchPositions)
	if err != nil {
		return 0, 0, err
	}
	f, err := agents.Parse(benchAgent)
	if err != nil {
		return 0, 0, err
	}
	a, err := f.New()
	if err != nil {
		return 0, 0, err
	}
	seconds := 0.0
	for i, p := range list {
		var last agent.Thoughts
		if _, err := a.Move(ctx, p.view, agent.Budget{Report: func(t agent.Thoughts) { last = t }}); err != nil {
			return 0, 0, fmt.Errorf("position %d: %w", i+1, err)
		}
		if err := ctx.Err(); err != nil {
			return 0, 0, err
		}
		nodes += last.Nodes
		seconds += last.Seconds
	}
	return nodes, float64(nodes) / seconds, a.Close()
}
