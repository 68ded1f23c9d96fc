package lookahead

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"marengo/belief"
	"marengo/nn"
	"marengo/nn/evaluator"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// material is an evaluator without a network: every legal move is equally likely, and
// the mover expects the result that the pieces on the board suggest. Bytes of the record
// are as docs/features.md has them.
type material struct {
	asked int
	most  int // answers in all, if not 0
}

func (m *material) Evaluate(_ context.Context, questions []evaluator.Question) (int, error) {
	for i := range questions {
		if m.most > 0 && m.asked == m.most {
			return i, nil
		}
		m.asked++
		q := &questions[i]
		for k := range q.Policy() {
			q.Policy()[k] = 1 / float32(q.Record.Legal())
		}
		q.Value = worth(q.Record[:])
	}
	return len(questions), nil
}

// worth counts an own piece for as much as its rank, and of the enemy's the same for
// those shown and those counted as hidden.
func worth(record []byte) nn.Value {
	lead := 0
	for _, code := range record[:92] {
		switch {
		case code >= 17:
			lead -= int(code) - 17
		case code > 0 && code < 16:
			lead += int(code) - 1
		}
	}
	for r, n := range record[356:368] {
		lead -= r * int(n)
	}
	win := float32(1 / (1 + math.Exp(-float64(lead)/20)))
	return nn.Value{Win: 0.9 * win, Draw: 0.1, Loss: 0.9 * (1 - win)}
}

// position returns a game some random plies old, and the mover's View of it.
func position(t testing.TB, seed uint64, plies int) (*stratego.State, *stratego.View) {
	t.Helper()
	s := strategotest.Midgame(t, stratego.DefaultRules, plies, rand.New(rand.NewPCG(seed, 1)))
	return s, strategotest.Seen(s)
}

func options() Options {
	o := Defaults()
	o.Least, o.Sharp = 0, 0
	return o
}

func thinker(t testing.TB, net evaluator.Evaluator, o Options) *Thinker {
	t.Helper()
	th, err := New(net, &belief.Counting{}, o)
	if err != nil {
		t.Fatal(err)
	}
	return th
}

func think(t testing.TB, th *Thinker, v *stratego.View, l Limit, seed uint64) Thought {
	t.Helper()
	thought, err := th.Think(context.Background(), v, l, seed)
	if err != nil {
		t.Fatal(err)
	}
	copied := *thought
	copied.Candidates = slices.Clone(thought.Candidates)
	for i := range copied.Candidates {
		c := &copied.Candidates[i]
		c.strata, c.values = nil, nil
		c.Replies, c.Outcomes = append([]Reply(nil), c.Replies...), append([]Outcome(nil), c.Outcomes...)
	}
	copied.Policy = slices.Clone(thought.Policy)
	matrix := *thought.Belief
	copied.Belief = &matrix
	return copied
}

func TestThinkingIsRepeatable(t *testing.T) {
	used := thinker(t, &material{}, options())
	for seed := range uint64(12) {
		_, v := position(t, seed, 10+7*int(seed))
		a := think(t, used, v, Limit{Evaluations: 60}, seed)
		b := think(t, thinker(t, &material{}, options()), v, Limit{Evaluations: 60}, seed)
		if !reflect.DeepEqual(a, b) {
			t.Errorf("seed %d: a Thinker that has thought before thinks otherwise:\n%+v\n%+v", seed, a, b)
		}
		if !v.Why(a.Choice).OK() {
			t.Errorf("seed %d: %s is not legal", seed, stratego.FormatMove(a.Choice))
		}
	}
}

// TestOnlyTheViewIsSeen exchanges hidden enemy pieces: no thought changes.
func TestOnlyTheViewIsSeen(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	red, blue := stratego.ShuffledSetup(stratego.Classic, rng), stratego.ShuffledSetup(stratego.Classic, rng)
	other := blue
	movable := func(i int) bool { return other[i].Movable() }
	for i, j := 0, len(other)-1; i < j; i, j = i+1, j-1 {
		if movable(i) && movable(j) {
			other[i], other[j] = other[j], other[i]
		}
	}
	var thoughts [2]Thought
	for k, enemy := range []stratego.Setup{blue, other} {
		s, err := stratego.NewState(stratego.DefaultRules, red, enemy)
		if err != nil {
			t.Fatal(err)
		}
		var v stratego.View
		s.View(stratego.Red, &v)
		thoughts[k] = think(t, thinker(t, &material{}, options()), &v, Limit{Evaluations: 80}, 5)
	}
	if !reflect.DeepEqual(thoughts[0], thoughts[1]) {
		t.Errorf("hidden pieces show:\n%+v\n%+v", thoughts[0], thoughts[1])
	}
}

func TestLimitOfEvaluationsHolds(t *testing.T) {
	_, v := position(t, 3, 60)
	for _, forced := range []float64{0, 0.01} {
		o := options()
		o.Forced = forced
		for limit := 1; limit <= 150; limit++ {
			net := &material{}
			thought := think(t, thinker(t, net, o), v, Limit{Evaluations: limit}, 1)
			if net.asked > limit || net.asked != thought.Evaluations {
				t.Errorf("forced %g, limit %d: %d evaluations, counted %d", forced, limit, net.asked, thought.Evaluations)
			}
		}
	}
}

// TestCutShort stops the evaluator at every possible point: the move is still legal.
func TestCutShort(t *testing.T) {
	_, v := position(t, 3, 60)
	for _, forced := range []float64{0, 0.01} {
		o := options()
		o.Forced = forced
		for most := 1; most <= 100; most++ {
			thought := think(t, thinker(t, &material{most: most}, o), v, Limit{Evaluations: 120}, 1)
			if !v.Why(thought.Choice).OK() || thought.Evaluations > most {
				t.Errorf("forced %g, after %d answers: %+v", forced, most, thought)
			}
		}
	}
}

// punctual answers nothing once the time is up.
type punctual struct{ material }

func (p *punctual) Evaluate(ctx context.Context, questions []evaluator.Question) (int, error) {
	if ctx.Err() != nil {
		return 0, nil
	}
	return p.material.Evaluate(ctx, questions)
}

// TestNoTimeAtAll checks that a thought whose time is up before it begins is about the position at hand.
func TestNoTimeAtAll(t *testing.T) {
	ctx, stop := context.WithDeadline(t.Context(), time.Now())
	defer stop()
	th := thinker(t, &punctual{}, options())
	for seed := range uint64(5) {
		_, v := position(t, seed, 60)
		thought, err := th.Think(ctx, v, Limit{Evaluations: 64}, seed)
		if err != nil {
			t.Fatal(err)
		}
		if !v.Why(thought.Choice).OK() {
			t.Errorf("seed %d: %s", seed, stratego.FormatMove(thought.Choice))
		}
	}
	given, stop := context.WithCancel(t.Context())
	stop()
	_, v := position(t, 1, 60)
	if _, err := th.Think(given, v, Limit{Evaluations: 64}, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("a thought that was called off: %v", err)
	}
}

// TestOnlyRareRanks checks that a piece attacked keeps its likeliest rank where all are called rare.
func TestOnlyRareRanks(t *testing.T) {
	for seed := range uint64(5) {
		_, v := position(t, seed, 150)
		o := options()
		o.Rare, o.Most, o.Nodes = 0.95, 20, 0
		th := thinker(t, &material{}, o)
		think(t, th, v, Limit{Evaluations: 200}, seed)
		for i := range th.candidates {
			if len(th.candidates[i].strata) == 0 {
				t.Errorf("seed %d: %s meets nothing", seed, stratego.FormatMove(th.candidates[i].Move))
			}
		}
	}
}

// TestRetaken has a general that can take a miner beside an unknown piece, and nothing else
// worth doing. Where that piece is the marshal in every world, the miner is left alone.
func TestRetaken(t *testing.T) {
	place := func(hidden stratego.Rank) *stratego.View {
		s, err := stratego.NewPosition(stratego.DefaultRules, stratego.Red, []stratego.Placement{
			{Square: 0, Color: stratego.Red, Rank: stratego.Flag},
			{Square: 9, Color: stratego.Red, Rank: stratego.Sergeant, Moved: true},
			{Square: 34, Color: stratego.Red, Rank: stratego.General, Moved: true, Known: true},
			{Square: 99, Color: stratego.Blue, Rank: stratego.Flag},
			{Square: 44, Color: stratego.Blue, Rank: stratego.Miner, Moved: true, Known: true},
			{Square: 54, Color: stratego.Blue, Rank: hidden, Moved: true},
		})
		if err != nil {
			t.Fatal(err)
		}
		v := new(stratego.View)
		s.View(stratego.Red, v)
		return v
	}
	o := options()
	o.Temperature, o.Most, o.Worst, o.Nodes = 0, 20, 0.3, 0
	take := stratego.NewMove(34, 44)
	for hidden, want := range map[stratego.Rank]bool{stratego.Marshal: false, stratego.Scout: true} {
		thought := think(t, thinker(t, &material{}, o), place(hidden), Limit{Evaluations: 400}, 2)
		if got := thought.Choice == take; got != want {
			t.Errorf("beside a %v it plays %s: %+v", hidden, stratego.FormatMove(thought.Choice), thought.Candidates)
		}
	}
}

func TestNoMoves(t *testing.T) {
	var other stratego.View
	state, _ := position(t, 1, 11)
	state.View(state.Turn().Other(), &other)
	if _, err := thinker(t, &material{}, options()).Think(context.Background(), &other, Limit{}, 1); err != ErrNoMoves {
		t.Errorf("out of turn: %v", err)
	}
}

func TestThinkingAllocatesLittle(t *testing.T) {
	_, v := position(t, 3, 60)
	th := thinker(t, &material{}, options())
	run := func() { think(t, th, v, Limit{Evaluations: 300}, 1) }
	run()
	// What is left are the sources of chance, the thought and 40 bytes a world.
	if n := testing.AllocsPerRun(5, run); n > 200 {
		t.Errorf("%.0f allocations in a thought of 300 evaluations", n)
	}
}
