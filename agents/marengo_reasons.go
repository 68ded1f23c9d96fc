package agents

import (
	"fmt"
	"time"

	"marengo/agent"
	"marengo/lookahead"
	"marengo/stratego"
)

// reasons tells what came of thinking.
func reasons(v *stratego.View, t *lookahead.Thought, took time.Duration) agent.Thoughts {
	thoughts := agent.Thoughts{
		Win: float64(t.Value.Win + t.Value.Draw/2), Valued: true, Score: float64(t.Value.Expected()),
		Evaluations: int64(t.Evaluations), Seconds: took.Seconds(),
	}
	for i := range t.Candidates {
		c := &t.Candidates[i]
		thoughts.Candidates = append(thoughts.Candidates, agent.Candidate{
			Move: stratego.FormatMove(c.Move), Win: (1 + c.Score) / 2, Score: c.Score, P: c.Share, Visits: int64(c.Samples)})
		thoughts.Log = append(thoughts.Log, fmt.Sprintf("%s policy %.1f%% score %+.3f±%.3f played %.0f%% worlds %d",
			stratego.FormatMove(c.Move), 100*c.Prior, c.Score, c.Error, 100*c.Share, c.Samples))
	}
	return thoughts
}
