package lookahead

import (
	"context"
	"slices"

	"marengo/nn/features"
	"marengo/stratego"
)

// sample is one candidate in one world.
type sample struct {
	candidate int
	stratum   int
	world     int
	expected  float64
	ranks     ranks
	reply     int // question about the enemy's answer; -1 where the game has ended
	score     float64
	leaves    [MaxReplies + 1]leaf
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
	t.leaves.policies = t.options.Forced > 0
	if err := t.askLeaves(answered); err != nil {
		return false, err
	}
	all, err := t.askFresh(ctx)
	if err != nil {
		return false, err
	}
	cut = cut || !all
	if !cut {
		if cut, err = t.deepen(ctx); err != nil {
			return false, err
		}
	}
	// 3. What they are worth.
	for i := range t.samples {
		t.tally(&t.samples[i])
	}
	return cut, nil
}

// askFresh asks for the values of leaves that have none, and says whether all were answered.
func (t *Thinker) askFresh(ctx context.Context) (all bool, err error) {
	fresh := t.leaves.questions[t.leaves.answered:]
	n, err := t.net.Evaluate(ctx, fresh)
	if err != nil {
		return false, err
	}
	t.used += n
	t.leaves.answered += n
	return n == len(fresh), nil
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
		if err := t.askReply(s); err != nil {
			return err
		}
	}
	return nil
}

// askReply writes the question what the enemy answers in t.state, the world of a sample;
// or what the game's end is worth there.
func (t *Thinker) askReply(s *sample) error {
	if r := t.state.Result(); r.Over() {
		s.reply, s.score, s.expected, s.done = -1, t.ofResult(r), t.expectedOf(r), true
		return nil
	}
	s.reply = len(t.replies)
	t.replies = extend(t.replies)
	q := &t.replies[s.reply]
	q.ValueOnly = false
	return t.writer.WriteState(&t.state, &q.Record)
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
		if err := t.follow(s, t.options.Replies, room); err != nil {
			return err
		}
		t.fearForFlag(s)
	}
	return nil
}

// follow plays some of the likeliest replies to a sample whose world t.state holds.
func (t *Thinker) follow(s *sample, most, room int) error {
	q := &t.replies[s.reply]
	policy := q.Policy()
	s.count = 0
	var taken [MaxReplies]int
	for k := range most {
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

// fearForFlag adds the reply that takes our flag, if there is one and it was not followed: the policy knows how a player
// like us would attack, and that such a player would not is no comfort against others.
func (t *Thinker) fearForFlag(s *sample) {
	if s.count == 0 {
		return // there was no room for replies
	}
	q := &t.replies[s.reply]
	for k, share := range q.Policy() {
		m := features.TokenMove(q.Record.Move(k), t.color.Other())
		p, ok := t.state.At(stratego.To(m))
		if !ok || p.Rank != stratego.Flag || slices.ContainsFunc(s.leaves[:s.count], func(l leaf) bool { return l.event.Move() == m }) {
			continue
		}
		t.state.Do(m)
		r := t.state.Result()
		t.events = t.state.LastEvents(t.events[:0], 1)
		t.state.Undo()
		s.leaves[s.count] = leaf{weight: float64(share), question: -1, score: t.ofResult(r), expected: t.expectedOf(r), event: t.events[0]}
		s.count++
		return
	}
}

// observe writes what we see of t.state at our turn, in the image that belongs to the world.
func (t *Thinker) observe(world int) (*features.Record, error) {
	if err := t.writer.WriteState(&t.state, &t.record); err != nil {
		return nil, err
	}
	if t.mirrored(world) {
		t.record.Mirror(&t.mirror)
		return &t.mirror, nil
	}
	return &t.record, nil
}

// mirrored says whether a world's leaves are looked at in the mirror.
func (t *Thinker) mirrored(world int) bool { return t.options.Mirror == MirrorAll && world%2 == 1 }

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
			t.worth(l)
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

// worth fills in what a leaf is worth whose question was answered.
func (t *Thinker) worth(l *leaf) {
	if l.question >= 0 {
		v := t.leaves.questions[l.question].Value
		l.score, l.expected = t.of(v), float64(v.Expected())
	}
}
