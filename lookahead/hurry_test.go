package lookahead

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"marengo/nn"
	"marengo/nn/evaluator"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// content is an evaluator that has won, and that goes for its last legal move only where a
// quiet limit comes near. Bytes of the record are as docs/features.md has them.
type content struct{ asked int }

func (e *content) Evaluate(_ context.Context, questions []evaluator.Question) (int, error) {
	for i := range questions {
		e.asked++
		q := &questions[i]
		p := q.Policy()
		clear(p)
		if limit := binary.LittleEndian.Uint16(q.Record[956:]); limit > 0 {
			p[len(p)-1] = 1
		} else {
			p[0] = 1
		}
		q.Value = nn.Value{Win: 1}
	}
	return len(questions), nil
}

// TestWonGamesAreFinished: where the rules know no limit, a player that has won is made to see one once it has waited.
func TestWonGamesAreFinished(t *testing.T) {
	rules, err := stratego.ParseRules("isf")
	if err != nil {
		t.Fatal(err)
	}
	for seed, found := uint64(0), 0; found < 3; seed++ {
		v := strategotest.Seen(strategotest.Midgame(t, rules, 20+int(seed%8), rand.New(rand.NewPCG(seed, 1))))
		want := 0
		if v.Quiet() >= waited {
			want = len(v.Moves(nil)) - 1
			found++
		}
		th := thinker(t, &content{}, Defaults())
		got := think(t, th, v, Limit{Evaluations: 64}, seed)
		if got.Policy[want] != 1 || got.Value.Win != 1 {
			t.Errorf("seed %d, %d quiet plies: policy %v, expects %v", seed, v.Quiet(), got.Policy, got.Value)
		}
	}
}
