package expert

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"marengo/belief"
	"marengo/lookahead"
	"marengo/nn"
	"marengo/nn/evaluator"
	"marengo/nn/features"
	"marengo/stratego"
)

// even finds every move as good as any other, and every position drawn.
type even struct{}

func (even) Evaluate(_ context.Context, questions []evaluator.Question) (int, error) {
	for i := range questions {
		q := &questions[i]
		for k := range q.Policy() {
			q.Policy()[k] = 1 / float32(q.Record.Legal())
		}
		q.Value = nn.Value{Draw: 1}
	}
	return len(questions), nil
}

func table() *Table {
	o := lookahead.Defaults()
	o.Nodes = 0
	rules := stratego.DefaultRules
	rules.PlyLimit = 300
	return &Table{Rules: rules, Evaluations: 16, NewThinker: func() (*lookahead.Thinker, error) {
		return lookahead.New(even{}, &belief.Counting{}, o)
	}}
}

// TestExamples plays a game and reads its examples: they are positions of one game in order, with
// shares of legal moves that add up, and the same the second time.
func TestExamples(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	setups := [2]stratego.Setup{stratego.ShuffledSetup(stratego.Classic, rng), stratego.ShuffledSetup(stratego.Classic, rng)}
	examples, err := table().Play(context.Background(), 7, setups, 3)
	if err != nil {
		t.Fatal(err)
	}
	if len(examples) < 50 {
		t.Fatalf("only %d examples", len(examples))
	}
	before := -1
	for i := range examples {
		e := &examples[i]
		r := (*features.Record)(e[recordAt:labelsAt])
		if e.Game() != 7 || r.Plies() <= before {
			t.Fatalf("example %d is of game %d, ply %d; the example before of ply %d", i, e.Game(), r.Plies(), before)
		}
		before = r.Plies()
		if e.Last() != (i == len(examples)-1) {
			t.Errorf("example %d of %d: last is %v", i, len(examples), e.Last())
		}
		total, n := 0, int(e[countAt])
		for k := range n {
			at := movesAt + 4*k
			if slot := int(binary.LittleEndian.Uint16(e[at:])); slot >= r.Legal() {
				t.Errorf("example %d weighs move %d of %d", i, slot, r.Legal())
			}
			total += int(binary.LittleEndian.Uint16(e[at+2:]))
		}
		if n < 2 || n < MaxMoves && (total < 65535-MaxMoves || total > 65535+MaxMoves) {
			t.Errorf("example %d: shares of %d moves add up to %d of 65535", i, n, total)
		}
		if got := e[expectAt]; i < len(examples)/2 && (got < 126 || got > 129) {
			t.Errorf("example %d expects %d of 255 where every position is drawn", i, got)
		}
	}
	again, err := table().Play(context.Background(), 7, setups, 3)
	if err != nil || len(again) != len(examples) || again[len(again)-1] != examples[len(examples)-1] {
		t.Errorf("the same game had %d examples, then %d (%v)", len(examples), len(again), err)
	}
}
