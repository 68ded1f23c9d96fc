package lookahead

import (
	"context"
	"math"
	"slices"
	"testing"

	"marengo/nn"
	"marengo/nn/evaluator"
	"marengo/nn/features"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// impartial options weigh moves by what is expected of them and nothing else.
func impartial() Options {
	o := options()
	o.Worst, o.Contempt, o.Repeat, o.Temperature, o.Mirror = 0, 0, 0, 0, MirrorAll
	return o
}

// TestJudging judges every move of some positions: a loss is what the best is expected to
// bring beyond the move, chances of what an attack meets make up its worth, and what it did
// meet has been tried even where nobody would have thought of it.
func TestJudging(t *testing.T) {
	th := thinker(t, &material{}, impartial())
	attacks := 0
	for seed := range uint64(10) {
		s, v := position(t, seed, 40+30*int(seed))
		for _, m := range v.Moves(nil) {
			met := stratego.NoRank
			if d, ok := v.At(stratego.To(m)); ok && !d.Known {
				truth, _ := s.At(stratego.To(m))
				met = truth.Rank
			}
			x, err := th.Judge(t.Context(), v, m, met, 120, seed)
			if err != nil {
				t.Fatal(err)
			}
			name := stratego.FormatMove(m)
			if x.Played.Move != m || x.Loss < 0 || (x.Loss == 0) != (x.Best.Move == m) {
				t.Fatalf("%s: loses %.3f to %s", name, x.Loss, stratego.FormatMove(x.Best.Move))
			}
			if met == stratego.NoRank {
				if x.After != x.Played.Expected {
					t.Errorf("%s: expects %.3f, and %.3f after meeting nothing", name, x.Played.Expected, x.After)
				}
				continue
			}
			attacks++
			sum, total, found := 0.0, 0.0, false
			for _, o := range x.Played.Outcomes {
				sum += o.Chance * o.Expected
				total += o.Chance
				found = found || o.Rank == met && o.Expected == x.After
			}
			if !found || math.Abs(sum/total-x.Played.Expected) > 1e-9 {
				t.Errorf("%s: meets a %v and expects %.3f, %.3f of %v", name, met, x.After, x.Played.Expected, x.Played.Outcomes)
			}
		}
	}
	if attacks < 8 {
		t.Errorf("only %d attacks were judged", attacks)
	}
}

// TestJudgingIsFair finds no fault with moves among which nothing speaks for any: what is best
// by chance in some worlds is not better in others.
func TestJudgingIsFair(t *testing.T) {
	th := thinker(t, &material{}, impartial())
	judged, faults := 0, 0
	for seed := range uint64(30) {
		_, v := position(t, 100+seed, 4)
		for _, m := range v.Moves(nil)[:3] {
			if _, attacks := v.At(stratego.To(m)); attacks {
				continue
			}
			x, err := th.Judge(t.Context(), v, m, stratego.NoRank, 80, seed)
			if err != nil {
				t.Fatal(err)
			}
			judged++
			if x.Loss > 2*x.Error && x.Loss > 0.1 {
				faults++
			}
		}
	}
	if faults*20 > judged {
		t.Errorf("%d of %d first moves are called inaccurate", faults, judged)
	}
}

// TestJudgingForcedEnds judges moves beside one that wins by force, and one that loses so.
func TestJudgingForcedEnds(t *testing.T) {
	judge := func(v *stratego.View, move string) *Verdict {
		t.Helper()
		x, err := thinker(t, &material{}, impartial()).Judge(t.Context(), v, strategotest.Move(t, move), stratego.NoRank, 60, 1)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	won := endgame(t, "red F a1", "red M e8", "blue F e0", "blue 5 k1 moved")
	if x := judge(won, "e8-e9"); x.Loss != 0 || x.Played.Expected != 1 {
		t.Errorf("the winning move loses %.3f and expects %.3f", x.Loss, x.Played.Expected)
	}
	if x := judge(won, "e8-e7"); x.Loss <= 0 || x.Error != 0 || !x.Best.Wins || x.Played.Samples == 0 {
		t.Errorf("another loses %.3f±%.3f to %+v", x.Loss, x.Error, x.Best)
	}
	lost := endgame(t, "red F a1", "red B a2", "red 2 k1", "red 6 b2", "blue F k0", "blue B k9", "blue 5 j8 known", "blue 4 b1 known")
	if x := judge(lost, "k1-k2"); !x.Played.Loses || x.Played.Expected != -1 || x.Loss <= 0 || stratego.FormatMove(x.Best.Move) != "b2-b1" {
		t.Errorf("what loses by force expects %.3f and loses %.3f to %s", x.Played.Expected, x.Loss, stratego.FormatMove(x.Best.Move))
	}
}

// enamoured is an evaluator to whom nothing counts but a piece of its own on one square.
type enamoured struct{ square stratego.Square }

func (e enamoured) Evaluate(ctx context.Context, questions []evaluator.Question) (int, error) {
	n, err := new(material).Evaluate(ctx, questions)
	for i := range questions {
		q := &questions[i]
		q.Value = nn.Value{Loss: 1}
		if code := q.Record[features.TokenOf(e.square, stratego.Red)]; code > 0 && code < 16 {
			q.Value = nn.Value{Win: 1}
		}
	}
	return n, err
}

// TestForcedLossIsBelieved: what loses by force is neither the best nor worth anything, however much the evaluator loves it,
// be it judged or asked about.
func TestForcedLossIsBelieved(t *testing.T) {
	v := endgame(t, "red F a1", "red B a2", "red 2 k1", "red 6 b2", "blue F k0", "blue B k9", "blue 5 j8 known", "blue 4 b1 known")
	loses := strategotest.Move(t, "k1-k2")
	th := thinker(t, enamoured{strategotest.Square(t, "k2")}, impartial())
	x, err := th.Judge(t.Context(), v, loses, stratego.NoRank, 60, 1)
	if err != nil {
		t.Fatal(err)
	}
	if !x.Played.Loses || x.Played.Expected != -1 || x.After != -1 || x.Best.Move == loses || x.Loss != x.Best.Expected+1 || len(x.Played.Replies) == 0 {
		t.Errorf("judged: %+v", *x)
	}
	thought := think(t, th, v, Limit{Evaluations: 40, Explain: 80, Asked: []stratego.Move{loses}}, 1)
	i := slices.IndexFunc(thought.Candidates, func(c Candidate) bool { return c.Move == loses })
	if i < 0 || thought.Choice == loses {
		t.Fatalf("%s is played, of %d candidates the one asked about is number %d", stratego.FormatMove(thought.Choice), len(thought.Candidates), i)
	}
	if c := &thought.Candidates[i]; !c.Loses || c.Expected != -1 || c.Wins {
		t.Errorf("asked about: %+v", *c)
	}
}
