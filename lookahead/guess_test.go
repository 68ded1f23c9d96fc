package lookahead

import (
	"context"
	"errors"
	"testing"
	"time"

	"marengo/belief"
	"marengo/stratego"
)

// oracle is a belief that would ask a network, and counts how often it was let to.
type oracle struct {
	belief.Counting
	asked, heard int
	cost         time.Duration
	err          error
}

func (o *oracle) Ask(_ context.Context, v *stratego.View) (int, error) {
	o.asked++
	o.Update(v)
	return askedAtMost, o.err
}

func (o *oracle) Hear(v *stratego.View, _ *belief.Guess) {
	o.heard++
	o.Update(v)
}

func (o *oracle) Cost() time.Duration { return o.cost }

// TestGuessIsPaidFor: questions of the guess count as evaluations, and are not asked where these or the time are short.
func TestGuessIsPaidFor(t *testing.T) {
	_, v := position(t, 3, 60)
	soon := time.Now().Add(time.Minute)
	for _, x := range []struct {
		what  string
		limit Limit
		cost  time.Duration
		asks  bool
	}{
		{"no limit", Limit{}, 0, true},
		{"few evaluations", Limit{Evaluations: 8}, 0, false},
		{"enough of them", Limit{Evaluations: 9}, 0, true},
		{"time enough", Limit{Evaluations: 30, Deadline: soon}, 29 * time.Second, true},
		{"little time", Limit{Evaluations: 30, Deadline: soon}, 31 * time.Second, false},
	} {
		o := &oracle{cost: x.cost}
		net := &material{}
		th, err := New(net, o, options())
		if err != nil {
			t.Fatal(err)
		}
		th.options.Mirror = MirrorRoot
		got := think(t, th, v, x.limit, 1)
		if (o.asked == 1) != x.asks || o.asked+o.heard != 1 {
			t.Errorf("%s: asked %d times, heard %d times", x.what, o.asked, o.heard)
		}
		if got.Evaluations != net.asked+askedAtMost*o.asked {
			t.Errorf("%s: %d evaluations, of the network %d and %d guesses", x.what, got.Evaluations, net.asked, o.asked)
		}
		if x.limit.Evaluations > 0 && got.Evaluations > x.limit.Evaluations {
			t.Errorf("%s: %d evaluations of %d", x.what, got.Evaluations, x.limit.Evaluations)
		}
	}
}

// TestGuessFails: who has been called off is told so without a question, and an error of the network's is the Thinker's.
func TestGuessFails(t *testing.T) {
	_, v := position(t, 3, 60)
	o := &oracle{err: errors.New("the line is dead")}
	th, err := New(&material{}, o, options())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := th.Think(context.Background(), v, Limit{}, 1); !errors.Is(err, o.err) {
		t.Errorf("the error is %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	o.asked = 0
	if _, err := th.Think(ctx, v, Limit{}, 1); !errors.Is(err, context.Canceled) || o.asked > 0 {
		t.Errorf("called off: %v, asked %d times", err, o.asked)
	}
}
