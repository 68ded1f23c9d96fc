package agents

import (
	"fmt"
	"time"

	"marengo/agent"
	"marengo/belief"
	"marengo/mcts"
	"marengo/stratego"
)

// shownLine is how many plies of a continuation the thoughts have.
const shownLine = 6

// shownMoves is how many moves they have.
const shownMoves = 8

// thoughts tells what a search found.
func (a *mctsAgent) thoughts(v *stratego.View, r *mcts.Result, took time.Duration) agent.Thoughts {
	worlds := "in one guessed world"
	if a.many {
		worlds = "each in a freshly guessed world"
	}
	t := agent.Thoughts{
		Summary: fmt.Sprintf("%s looks best after %d descents, %s, the deepest %d plies ahead: it expects %.0f of 100.",
			stratego.FormatMove(r.Move), r.Evaluations, worlds, r.Depth, 100*r.Value),
		Win: r.Value, Valued: true, Score: r.Value,
		Depth: r.Depth, Nodes: r.Evaluations, Evaluations: r.Evaluations, Seconds: took.Seconds(),
		Belief: mctsBelief(v, a.estimators[0].Matrix()),
	}
	for _, c := range r.Moves[:min(shownMoves, len(r.Moves))] {
		var line []string
		for _, m := range a.pool[0].Line(c.Move, 1+shownLine) {
			line = append(line, stratego.FormatMove(m))
		}
		t.Candidates = append(t.Candidates, agent.Candidate{
			Move: stratego.FormatMove(c.Move), Win: c.Value, Score: c.Value, P: c.Prior, Visits: c.Visits, Line: line,
			Note: fmt.Sprintf("in %d of %d visits", c.Visits, r.Evaluations),
		})
	}
	t.Log = append(t.Log, fmt.Sprintf("%s %.3f after %d evaluations, depth %d (%.1f on average)",
		stratego.FormatMove(r.Move), r.Value, r.Evaluations, r.Depth, r.MeanDepth))
	return t
}

// mctsBelief lists the enemy's hidden pieces with their chances.
func mctsBelief(v *stratego.View, m *belief.Matrix) (rows []agent.Belief) {
	enemy := v.Color().Other()
	for id := range m {
		if p := v.Piece(enemy, id); p.Alive() && !p.Known {
			rows = append(rows, agent.Belief{Square: p.Square.String(), P: m[id]})
		}
	}
	return rows
}
