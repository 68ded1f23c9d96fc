package agents

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"marengo/agent"
	"marengo/belief"
	"marengo/lookahead"
	"marengo/stratego"
)

const (
	// explainShare is the part of a move's time that goes into what is said of it.
	explainShare = 10

	// explainEvaluations may go into what is said of a move.
	explainEvaluations = 40

	// askedShare is the part of a move's time that goes into what is said of it and of
	// moves that were asked about.
	askedShare = 2

	// policyEvaluations may go into what is said of a move that was drawn from the bare
	// policy, before that.
	policyEvaluations = 40
)

// report thinks about a move that was drawn from the bare policy, in order to tell what
// speaks for it.
func (m *marengo) report(ctx context.Context, v *stratego.View, played stratego.Move, b agent.Budget) error {
	began := time.Now()
	b.Asked = append(slices.Clone(b.Asked), played)
	limit := lookahead.Limit{Evaluations: policyEvaluations}
	if b.Time > 0 {
		limit.Deadline = began.Add(2 * b.Time / explainShare)
	}
	wantReasons(&limit, b)
	t, err := m.thinker.Think(ctx, v, limit, b.Seed)
	if err != nil {
		return err
	}
	t.Choice = played
	for i := range t.Candidates {
		c := &t.Candidates[i]
		c.Share, c.Asked = c.Prior, c.Asked && c.Move != played
	}
	b.Report(m.reasons(v, t, time.Since(began)))
	return nil
}

// wantReasons sets aside what the thoughts may take.
func wantReasons(l *lookahead.Limit, b agent.Budget) {
	l.Asked, l.Explain = b.Asked, explainEvaluations*(1+len(b.Asked))
	if l.Deadline.IsZero() {
		return
	}
	l.ExplainUntil = l.Deadline
	share := b.Time / explainShare
	if len(b.Asked) > 0 {
		share = time.Until(l.Deadline) / askedShare
	}
	l.Deadline = l.Deadline.Add(-share)
}

// win is an expected result, win − loss, as a chance to win, a draw being half a win.
func win(expected float64) float64 { return (1 + expected) / 2 }

// reasons tells what came of thinking: the move that is played first, every number what is
// expected after a move.
func (m *marengo) reasons(v *stratego.View, t *lookahead.Thought, took time.Duration) agent.Thoughts {
	order := make([]*lookahead.Candidate, len(t.Candidates))
	for i := range order {
		order[i] = &t.Candidates[i]
	}
	rank := func(c *lookahead.Candidate) float64 {
		switch {
		case c.Move == t.Choice:
			return 2
		case c.Asked:
			return c.Prior - 1
		}
		return c.Share
	}
	slices.SortStableFunc(order, func(a, b *lookahead.Candidate) int { return cmp.Compare(rank(b), rank(a)) })
	played := order[0]
	w := teller{v, t}
	thoughts := agent.Thoughts{
		Summary: w.summary(order),
		Win:     win(played.Expected), Valued: true, Score: played.Expected,
		Depth: 2, Evaluations: int64(t.Evaluations), Seconds: took.Seconds(),
		Belief:  beliefRows(v, v.Color().Other(), t.Belief),
		Exposed: m.exposed(v),
	}
	for _, c := range order {
		x := agent.Candidate{Move: stratego.FormatMove(c.Move), Win: win(c.Expected), Score: c.Expected, P: c.Share, Visits: int64(c.Samples), Note: w.note(c)}
		for _, e := range c.Line {
			x.Line = append(x.Line, e.String())
		}
		thoughts.Candidates = append(thoughts.Candidates, x)
		if len(c.Outcomes) > 1 {
			thoughts.Tables = append(thoughts.Tables, outcomeTable(c))
		}
		thoughts.Log = append(thoughts.Log, fmt.Sprintf("%s policy %.1f%% expects %.1f%% score %+.3f±%.3f played %.0f%% worlds %d",
			x.Move, 100*c.Prior, 100*x.Win, c.Score, c.Error, 100*c.Share, c.Samples))
	}
	return thoughts
}

// outcomeTable shows what an attack on an unknown piece leads to by its rank.
func outcomeTable(c *lookahead.Candidate) agent.Table {
	t := agent.Table{Name: stratego.FormatMove(c.Move) + " by rank, %", Columns: []string{"chance", "expects"}}
	for _, o := range c.Outcomes {
		t.Rows = append(t.Rows, agent.Row{Name: o.Rank.String(), Cells: []float64{100 * o.Chance, 100 * win(o.Expected)}})
	}
	return t
}

// beliefRows lists what a side's hidden pieces are held for.
func beliefRows(v *stratego.View, c stratego.Color, m *belief.Matrix) (rows []agent.Belief) {
	for id := range belief.Pieces {
		if p := v.Piece(c, id); p.Alive() && !p.Known {
			rows = append(rows, agent.Belief{Square: p.Square.String(), P: m[id]})
		}
	}
	return rows
}

// exposed lists what the enemy may think of our pieces.
func (m *marengo) exposed(v *stratego.View) []agent.Belief {
	if m.own == nil {
		m.own = habitsFor(belief.Own)
	}
	m.own.Update(v)
	return beliefRows(v, v.Color(), m.own.Matrix())
}
