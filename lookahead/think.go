package lookahead

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"marengo/belief"
	"marengo/nn"
	"marengo/nn/evaluator"
	"marengo/nn/features"
	"marengo/stratego"
)

// Limit is what one move may spend, and what is wanted for it beside the move. A zero field
// sets no limit.
type Limit struct {
	Evaluations int       // of the networks, that which guesses among them
	Deadline    time.Time // after which no evaluation is begun

	// Explain is how many more evaluations may go into what is said of the move once it
	// is chosen, and ExplainUntil until when.
	Explain      int
	ExplainUntil time.Time
	// Asked are moves whose worth is told too, whatever the policy thinks of them.
	Asked []stratego.Move
}

// MaxEvaluations bounds the evaluations of a move that has no other limit of them, and
// with it the memory of a Thinker.
const MaxEvaluations = 4096

// Thought is what came of thinking. It is the Thinker's until it thinks again.
type Thought struct {
	Moves       []stratego.Move // all legal moves
	Policy      []float32       // the network's share of each
	Value       nn.Value        // what the network expects
	Candidates  []Candidate     // those weighed, the policy's likeliest first
	Lost        []stratego.Move // those left out since they lose by force
	Choice      stratego.Move
	Belief      *belief.Matrix // what the enemy's pieces are held for
	Contempt    float64        // what a draw counted for, less than 0 where it was welcome
	Evaluations int            // of the networks, that which guesses among them
}

// Thinker looks ahead for one player, one move at a time. It keeps nothing from one move
// to the next but memory, and what its belief keeps.
type Thinker struct {
	options Options
	net     evaluator.Evaluator
	writer  features.Writer
	worlds  worlds

	// Of the move under way.
	view     *stratego.View
	color    stratego.Color
	limit    int
	used     int
	answers  int // how many of the enemy's answers an extension follows
	root     []evaluator.Question
	moves    []stratego.Move
	policy   []float32
	value    nn.Value
	contempt float64

	candidates []Candidate
	order      []int // all moves, the likeliest first
	lost       []stratego.Move
	prover     prover
	samples    []sample
	extensions []extension
	past       map[seen]bool // replies that were looked past
	beyond     int           // evaluations for answers that extensions look at
	replies    []evaluator.Question
	leaves     leaves
	state      stratego.State
	events     []stratego.Event
	record     features.Record
	mirror     features.Record
}

// New returns a Thinker that asks a network and draws worlds from a belief.
func New(net evaluator.Evaluator, b belief.Estimator, o Options) (*Thinker, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	return &Thinker{options: o, net: net, worlds: worlds{estimator: b}, past: map[seen]bool{}}, nil
}

// Options returns the figures it thinks by.
func (t *Thinker) Options() Options { return t.options }

// ErrNoMoves is the answer to a View without a legal move.
var ErrNoMoves = errors.New("there is no legal move")

// streamWorlds sets the source of worlds apart from that of the choice.
const streamWorlds = 0x776f726c6473

// Think weighs the moves of a View and chooses one. All that is random follows from the
// seed. What the network is asked is the same for an equal View, limit of evaluations
// and seed, unless the deadline cuts it short.
func (t *Thinker) Think(ctx context.Context, v *stratego.View, l Limit, seed uint64) (*Thought, error) {
	if err := t.prepare(ctx, v, l, seed); err != nil {
		return nil, err
	}
	choice, err := t.settle(ctx, l, seed)
	if err == nil && l.Explain > 0 {
		err = t.explain(ctx, l, choice)
	} else {
		t.summarise()
	}
	if err != nil {
		return nil, err
	}
	return &Thought{Moves: t.moves, Policy: t.policy, Value: t.value, Candidates: t.candidates, Lost: t.lost,
		Choice: t.candidates[choice].Move, Belief: t.worlds.estimator.Matrix(), Contempt: t.contempt, Evaluations: t.used}, nil
}

// prepare looks at a position: what the network says, what the enemy's pieces may be, and
// which moves are worth a thought. A limit of 0 evaluations is MaxEvaluations.
func (t *Thinker) prepare(ctx context.Context, v *stratego.View, l Limit, seed uint64) error {
	t.view, t.color, t.used = v, v.Color(), 0
	if t.limit = MaxEvaluations; l.Evaluations > 0 {
		t.limit = min(l.Evaluations, MaxEvaluations)
	}
	if err := t.look(ctx, l.Deadline); err != nil {
		return err
	}
	t.contempt = contemptFor(t.options.Contempt, t.lead(), quietShare(v))
	if err := t.guess(ctx, v, l.Deadline); err != nil {
		return err
	}
	t.answers = t.follows()
	t.worlds.reset(v, rand.New(rand.NewPCG(seed, streamWorlds)))
	clear(t.past)
	t.leaves.reset()
	t.propose(v, t.worlds.estimator.Matrix())
	t.lost = t.lost[:0]
	return nil
}

// settle finds the candidate to play.
func (t *Thinker) settle(ctx context.Context, l Limit, seed uint64) (choice int, err error) {
	if !l.Deadline.IsZero() {
		var stop context.CancelFunc
		ctx, stop = context.WithDeadline(ctx, l.Deadline)
		defer stop()
	}
	won, err := t.prove(ctx, l)
	if won || err != nil {
		return 0, err
	}
	t.reckon(l.Deadline)
	t.answers = t.follows()
	if err := t.weigh(ctx); err != nil {
		return 0, err
	}
	return t.choose(rand.New(rand.NewPCG(seed, seed))), nil
}

// reckon lowers the limit to the evaluations that there is time for, where the
// evaluator knows what one takes.
func (t *Thinker) reckon(deadline time.Time) {
	if c := t.cost(); c > 0 && !deadline.IsZero() {
		t.limit = min(t.limit, t.used+int(max(0, time.Until(deadline))/c))
	}
}

// look asks the network about the position itself, and about its mirror image where there is
// time for both.
func (t *Thinker) look(ctx context.Context, deadline time.Time) error {
	t.root = extend(t.root[:0])
	if err := t.writer.Write(t.view, &t.root[0].Record); err != nil {
		return err
	}
	n := t.root[0].Record.Legal()
	if n == 0 {
		return ErrNoMoves
	}
	t.moves = append(t.moves[:0], t.writer.Moves()[:n]...)
	if t.options.Mirror >= MirrorRoot && t.affords(2, deadline) {
		t.root = extend(t.root)
		t.root[0].Record.Mirror(&t.root[1].Record)
	}
	var err error
	if t.value, err = t.consult(ctx); err == nil && t.waits() && t.affords(len(t.root), deadline) {
		t.hurry()
		_, err = t.consult(ctx)
	}
	return err
}

// consult sets t.policy to the mean of what the network answers to t.root, and returns what it
// expects.
func (t *Thinker) consult(ctx context.Context) (v nn.Value, err error) {
	for i := range t.root {
		t.root[i].ValueOnly = false
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return v, ctx.Err() // nobody waits
	}
	// These answers are awaited even where the time is up: there is no move without them.
	answered, err := t.net.Evaluate(context.WithoutCancel(ctx), t.root)
	switch {
	case err != nil:
		return v, err
	case answered == 0:
		return v, errors.New("the network gives no answer")
	}
	t.root = t.root[:answered]
	t.used += answered
	t.policy = append(t.policy[:0], make([]float32, len(t.moves))...)
	share := 1 / float32(len(t.root))
	for i := range t.root {
		q := &t.root[i]
		for k, p := range q.Policy() {
			t.policy[k] += share * p
		}
		v.Win += share * q.Value.Win
		v.Draw += share * q.Value.Draw
		v.Loss += share * q.Value.Loss
	}
	return v, nil
}

// affords says whether some more evaluations are within the limit and, where the evaluator
// knows what one takes, the time.
func (t *Thinker) affords(n int, deadline time.Time) bool {
	return t.used+n <= t.limit && (deadline.IsZero() || time.Duration(n)*t.cost() <= time.Until(deadline))
}

// cost is what an evaluation takes, 0 where the evaluator does not know.
func (t *Thinker) cost() time.Duration {
	if e, ok := t.net.(interface{ Cost() time.Duration }); ok {
		return e.Cost()
	}
	return 0
}

// leavesAtFirst is how many leaves a sample is reckoned to need before there is experience.
const leavesAtFirst = 1.5

// weigh tries the candidates in worlds, round by round, until it is clear which is to
// be played or the limit is reached.
func (t *Thinker) weigh(ctx context.Context) error {
	t.beyond = 0
	cost, tried := leavesAtFirst, 0
	// Candidates that cannot be tried even once stay out.
	affordable := int(float64(t.limit-t.used) / (1 + leavesAtFirst))
	if affordable < 2 {
		return nil
	}
	t.candidates = t.candidates[:min(len(t.candidates), affordable)]
	for {
		t.doubt()
		live := t.live()
		if live < 2 {
			return nil
		}
		room := int(float64(t.limit-t.used) / (1 + cost))
		// Half of what is left, so that there is a second look; all of it where that
		// would not give each candidate one world.
		each := min(t.options.Round, max(1, room/(2*live)))
		if room < live {
			return nil
		}
		t.plan(each, room)
		if len(t.samples) == 0 {
			return nil
		}
		cut, err := t.try(ctx)
		if err != nil {
			return err
		}
		if cut {
			return nil
		}
		tried += len(t.samples)
		cost = (leavesAtFirst*2 + float64(len(t.leaves.questions)+t.beyond)) / float64(2+tried)
	}
}

func (t *Thinker) live() (n int) {
	for i := range t.candidates {
		if t.candidates[i].live {
			n++
		}
	}
	return n
}
