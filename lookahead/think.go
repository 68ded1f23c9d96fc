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
	Evaluations int       // of the network
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
	Evaluations int
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
	root     []evaluator.Question
	guesses  [2]features.Belief // for each root
	guess    features.Belief    // their mean
	moves    []stratego.Move
	policy   []float32
	value    nn.Value
	contempt float64

	candidates []Candidate
	order      []int // all moves, the likeliest first
	lost       []stratego.Move
	prover     prover
	samples    []sample
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
	return &Thinker{options: o, net: net, worlds: worlds{estimator: b}}, nil
}

// ErrNoMoves is the answer to a View without a legal move.
var ErrNoMoves = errors.New("there is no legal move")

// streamWorlds sets the source of worlds apart from that of the choice.
const streamWorlds = 0x776f726c6473

// Think weighs the moves of a View and chooses one. All that is random follows from the
// seed. What the network is asked is the same for an equal View, limit of evaluations
// and seed, unless the deadline cuts it short.
func (t *Thinker) Think(ctx context.Context, v *stratego.View, l Limit, seed uint64) (*Thought, error) {
	if err := t.prepare(ctx, v, l.Evaluations, seed); err != nil {
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
func (t *Thinker) prepare(ctx context.Context, v *stratego.View, evaluations int, seed uint64) error {
	t.view, t.color, t.used = v, v.Color(), 0
	if t.limit = MaxEvaluations; evaluations > 0 {
		t.limit = min(evaluations, MaxEvaluations)
	}
	if err := t.look(ctx); err != nil {
		return err
	}
	t.contempt = contemptFor(t.options.Contempt, t.lead(), quietShare(v))
	if l, ok := t.worlds.estimator.(listener); ok {
		l.Hear(v, &t.guess)
	} else {
		t.worlds.estimator.Update(v)
	}
	t.worlds.reset(v, rand.New(rand.NewPCG(seed, streamWorlds)))
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
	if err := t.weigh(ctx); err != nil {
		return 0, err
	}
	return t.choose(rand.New(rand.NewPCG(seed, seed))), nil
}

// listener is an Estimator that goes by what the network guesses.
type listener interface {
	Hear(v *stratego.View, b *features.Belief)
}

// reckon lowers the limit to the evaluations that there is time for, where the
// evaluator knows what one takes.
func (t *Thinker) reckon(deadline time.Time) {
	if e, ok := t.net.(interface{ Cost() time.Duration }); ok && e.Cost() > 0 && !deadline.IsZero() {
		t.limit = min(t.limit, t.used+int(max(0, time.Until(deadline))/e.Cost()))
	}
}

// look asks the network about the position itself, and about its mirror image.
func (t *Thinker) look(ctx context.Context) error {
	t.root = extend(t.root[:0])
	if err := t.writer.Write(t.view, &t.root[0].Record); err != nil {
		return err
	}
	n := t.root[0].Record.Legal()
	if n == 0 {
		return ErrNoMoves
	}
	t.moves = append(t.moves[:0], t.writer.Moves()[:n]...)
	if t.options.Mirror >= MirrorRoot && t.limit > 1 {
		t.root = extend(t.root)
		t.root[0].Record.Mirror(&t.root[1].Record)
	}
	_, listens := t.worlds.estimator.(listener)
	for i := range t.root {
		t.root[i].ValueOnly, t.root[i].Belief = false, nil
		if listens {
			t.root[i].Belief = &t.guesses[i]
		}
	}
	answered, err := t.net.Evaluate(ctx, t.root)
	switch {
	case err != nil:
		return err
	case answered < len(t.root):
		return ctx.Err()
	}
	t.used += answered
	t.value, t.policy = nn.Value{}, append(t.policy[:0], make([]float32, n)...)
	share := 1 / float32(len(t.root))
	for i := range t.root {
		q := &t.root[i]
		for k, p := range q.Policy() {
			t.policy[k] += share * p
		}
		t.value.Win += share * q.Value.Win
		t.value.Draw += share * q.Value.Draw
		t.value.Loss += share * q.Value.Loss
	}
	if listens {
		t.meanGuess()
	}
	return nil
}

// meanGuess averages what the network guesses of the position and of its mirror image.
func (t *Thinker) meanGuess() {
	t.guess = t.guesses[0]
	if len(t.root) < 2 {
		return
	}
	var other features.Belief
	t.guesses[1].Mirror(&other)
	for k := range t.guess {
		for r := range t.guess[k] {
			t.guess[k][r] = (t.guess[k][r] + other[k][r]) / 2
		}
	}
}

// sample is one candidate in one world.
type sample struct {
	candidate int
	stratum   int
	world     int
	expected  float64
	ranks     ranks
	reply     int // question about the enemy's answer; -1 where the game has ended
	score     float64
	leaves    [MaxReplies]leaf
	count     int // of leaves
	done      bool
}

// leaf is what one reply leads to.
type leaf struct {
	weight   float64
	question int     // -1 where the game has ended
	score    float64 // of the end
	expected float64 // of the end
	event    stratego.Event
}

// leavesAtFirst is how many leaves a sample is reckoned to need before there is experience.
const leavesAtFirst = 1.5

// weigh tries the candidates in worlds, round by round, until it is clear which is to
// be played or the limit is reached.
func (t *Thinker) weigh(ctx context.Context) error {
	t.leaves.reset()
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
		cost = (leavesAtFirst*2 + float64(len(t.leaves.questions))) / float64(2+tried)
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

// try asks for the replies of the planned samples and for the values after them. It
// reports whether the time was up before all had been answered.
func (t *Thinker) try(ctx context.Context) (cut bool, err error) {
	// 1. The enemy's replies.
	if err := t.askReplies(); err != nil {
		return false, err
	}
	answered, err := t.net.Evaluate(ctx, t.replies)
	if err != nil {
		return false, err
	}
	t.used += answered
	cut = answered < len(t.replies)
	// 2. The positions after them.
	if err := t.askLeaves(answered); err != nil {
		return false, err
	}
	fresh := t.leaves.questions[t.leaves.answered:]
	n, err := t.net.Evaluate(ctx, fresh)
	if err != nil {
		return false, err
	}
	t.used += n
	cut = cut || n < len(fresh)
	t.leaves.answered += n
	// 3. What they are worth.
	for i := range t.samples {
		t.tally(&t.samples[i])
	}
	return cut, nil
}

// play makes t.state the world of a sample after its candidate.
func (t *Thinker) play(s *sample) error {
	if err := t.view.GuessInto(s.ranks[:], &t.state); err != nil {
		return err
	}
	t.state.Do(t.candidates[s.candidate].Move)
	return nil
}

// askReplies writes a question for each sample whose game goes on.
func (t *Thinker) askReplies() error {
	t.replies = t.replies[:0]
	for i := range t.samples {
		s := &t.samples[i]
		if err := t.play(s); err != nil {
			return err
		}
		if r := t.state.Result(); r.Over() {
			s.reply, s.score, s.expected, s.done = -1, t.ofResult(r), t.expectedOf(r), true
			continue
		}
		s.reply = len(t.replies)
		t.replies = extend(t.replies)
		q := &t.replies[s.reply]
		q.ValueOnly = false
		if err := t.writer.WriteState(&t.state, &q.Record); err != nil {
			return err
		}
	}
	return nil
}

// askLeaves plays the likeliest replies that were answered, and writes a question for each
// position that they lead to. A sample for which there is no room is left undone.
func (t *Thinker) askLeaves(answered int) error {
	room := t.limit - t.used
	for i := range t.samples {
		s := &t.samples[i]
		if s.reply < 0 || s.reply >= answered {
			continue
		}
		if err := t.play(s); err != nil {
			return err
		}
		if err := t.follow(s, room); err != nil {
			return err
		}
	}
	return nil
}

// follow plays the likeliest replies to a sample whose world t.state holds.
func (t *Thinker) follow(s *sample, room int) error {
	q := &t.replies[s.reply]
	policy := q.Policy()
	s.count = 0
	var taken [MaxReplies]int
	for k := range t.options.Replies {
		best := likeliest(policy, taken[:k])
		if best < 0 || k > 0 && float64(policy[best]) < t.options.Rare {
			break
		}
		taken[k] = best
		l := leaf{weight: float64(policy[best]), question: -1}
		t.state.Do(features.TokenMove(q.Record.Move(best), t.color.Other()))
		t.events = t.state.LastEvents(t.events[:0], 1)
		l.event = t.events[0]
		fits := true
		if r := t.state.Result(); r.Over() {
			l.score, l.expected = t.ofResult(r), t.expectedOf(r)
		} else {
			record, err := t.observe(s.world)
			if err != nil {
				return err
			}
			l.question, fits = t.leaves.ask(record, room)
		}
		t.state.Undo()
		if !fits {
			break
		}
		s.leaves[s.count] = l
		s.count++
	}
	return nil
}

// observe writes what we see of t.state at our turn, in the image that belongs to the world.
func (t *Thinker) observe(world int) (*features.Record, error) {
	if err := t.writer.WriteState(&t.state, &t.record); err != nil {
		return nil, err
	}
	if t.options.Mirror == MirrorAll && world%2 == 1 {
		t.record.Mirror(&t.mirror)
		return &t.mirror, nil
	}
	return &t.record, nil
}

// likeliest returns the index of the largest share that is not taken; -1 for none.
func likeliest(policy []float32, taken []int) int {
	best := -1
next:
	for i, p := range policy {
		for _, k := range taken {
			if i == k {
				continue next
			}
		}
		if best < 0 || p > policy[best] {
			best = i
		}
	}
	return best
}

// tally works out what a sample says and enters it with its candidate: the mean over
// the replies, mixed with the worst of them.
func (t *Thinker) tally(s *sample) {
	c := &t.candidates[s.candidate]
	stratum := &c.strata[s.stratum]
	if !s.done {
		if s.count == 0 {
			return
		}
		total, sum, worst := 0.0, 0.0, 1.0
		for i := range s.leaves[:s.count] {
			if s.leaves[i].question >= t.leaves.answered {
				return // the time was up
			}
			total += s.leaves[i].weight
		}
		for i := range s.leaves[:s.count] {
			l := &s.leaves[i]
			if l.question >= 0 {
				v := t.leaves.questions[l.question].Value
				l.score, l.expected = t.of(v), float64(v.Expected())
			}
			share := l.weight / total
			sum += share * l.score
			s.expected += share * l.expected
			worst = min(worst, l.score)
			c.answered(l.event, stratum.weight, share, l.expected)
		}
		c.tried += stratum.weight
		s.score = (1-t.options.Worst)*sum + t.options.Worst*worst
	}
	c.Samples++
	stratum.add(s.score)
	stratum.expected += s.expected
	if len(c.strata) == 1 {
		c.values = append(c.values, s.score)
	}
}
