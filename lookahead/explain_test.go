package lookahead

import (
	"math"
	"slices"
	"testing"

	"marengo/stratego"
)

// TestExplaining asks what speaks for a move and what another is worth: the choice stands,
// both have been tried, and the replies' worth is that of the move.
func TestExplaining(t *testing.T) {
	for seed := range uint64(10) {
		_, v := position(t, seed, 30+20*int(seed))
		o := options()
		o.Most = 2
		plain := think(t, thinker(t, &material{}, o), v, Limit{Evaluations: 40}, seed)
		asked := plain.Moves[len(plain.Moves)-1]
		told := think(t, thinker(t, &material{}, o), v, Limit{Evaluations: 40, Explain: 80, Asked: []stratego.Move{asked}}, seed)
		if told.Choice != plain.Choice {
			t.Errorf("seed %d: %d is played, %d when it is explained", seed, plain.Choice, told.Choice)
		}
		for _, m := range []stratego.Move{told.Choice, asked} {
			i := slices.IndexFunc(told.Candidates, func(c Candidate) bool { return c.Move == m })
			if i < 0 {
				t.Fatalf("seed %d: nothing is told of %s", seed, stratego.FormatMove(m))
			}
			c := &told.Candidates[i]
			if c.Samples == 0 || len(c.Line) == 0 || c.Line[0].Move() != m {
				t.Errorf("seed %d: %s was tried in %d worlds and goes on as %v", seed, stratego.FormatMove(m), c.Samples, c.Line)
			}
			share, sum := 0.0, 0.0
			for _, r := range c.Replies {
				share += r.Share
				sum += r.Share * r.Expected
			}
			if share > 1+1e-9 || len(c.Outcomes) == 0 && math.Abs(share-1) < 1e-9 && math.Abs(sum-c.Expected) > 1e-9 {
				t.Errorf("seed %d: replies to %s of %.3f in all leave %.4f, it is worth %.4f", seed, stratego.FormatMove(m), share, sum, c.Expected)
			}
		}
	}
}
