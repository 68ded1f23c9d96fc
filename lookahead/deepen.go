package lookahead

import (
	"context"

	"marengo/nn/features"
	"marengo/stratego"
)

// plenty is how many evaluations a move must have for all likely answers to be followed in
// an extension; with fewer only the likeliest is. It lies between 256, where several answers
// gained, and 128 and 64, where they did not in few games (train/PROGRESS.md); no match chose it.
const plenty = 192

// extension looks past a reply after which one move of ours is likely enough: it plays
// that move and the enemy's answers to it in the same world.
type extension struct {
	sample       // its leaves are two plies further on
	of, leaf int // sample and leaf that it looks past
	move     stratego.Move
}

// deepen replaces the value after such replies by the mean of the values two plies later, as
// far as the limit allows. It reports whether the time was up.
func (t *Thinker) deepen(ctx context.Context) (cut bool, err error) {
	if t.options.Forced == 0 || t.limit-t.used < 2 {
		return false, nil
	}
	t.findForced()
	// 1. The enemy's answers.
	if err := t.askAnswers(); err != nil {
		return false, err
	}
	answered, err := t.net.Evaluate(ctx, t.replies)
	if err != nil {
		return false, err
	}
	t.used += answered
	t.beyond += answered
	// 2. The positions after them, of which the value is enough.
	t.leaves.policies = false
	along := t.options.Replies
	if t.limit < plenty {
		along = 1
	}
	room := t.limit - t.used
	for i := range t.extensions {
		e := &t.extensions[i]
		if e.reply < 0 || e.reply >= answered {
			continue
		}
		if err := t.extend(e); err != nil {
			return false, err
		}
		if err := t.follow(&e.sample, along, room); err != nil {
			return false, err
		}
	}
	all, err := t.askFresh(ctx)
	if err != nil {
		return false, err
	}
	// 3. What they are worth.
	for i := range t.extensions {
		t.replace(&t.extensions[i])
	}
	return answered < len(t.replies) || !all, nil
}

// findForced fills t.extensions with the replies after which one move is likely enough.
func (t *Thinker) findForced() {
	t.extensions = t.extensions[:0]
	room := (t.limit - t.used) / 2
	for i := range t.samples {
		s := &t.samples[i]
		if t.mirrored(s.world) {
			continue // its moves are those of the mirror image
		}
		for k := range s.leaves[:s.count] {
			if l := &s.leaves[k]; l.question < 0 || l.question >= t.leaves.answered {
				continue
			}
			q := &t.leaves.questions[s.leaves[k].question]
			if q.ValueOnly {
				continue // it ended another line
			}
			best := likeliest(q.Policy(), nil)
			if best < 0 || float64(q.Policy()[best]) < t.options.Forced {
				continue
			}
			if len(t.extensions) == room {
				return
			}
			e := extension{of: i, leaf: k, move: features.TokenMove(q.Record.Move(best), t.color)}
			e.candidate, e.world, e.ranks = s.candidate, s.world, s.ranks
			t.extensions = append(t.extensions, e)
		}
	}
}

// extend makes t.state the world of an extension after its move.
func (t *Thinker) extend(e *extension) error {
	if err := t.play(&e.sample); err != nil {
		return err
	}
	t.state.Do(t.samples[e.of].leaves[e.leaf].event.Move())
	t.state.Do(e.move)
	return nil
}

// askAnswers writes a question for each extension whose game goes on.
func (t *Thinker) askAnswers() error {
	t.replies = t.replies[:0]
	for i := range t.extensions {
		e := &t.extensions[i]
		if err := t.extend(e); err != nil {
			return err
		}
		if err := t.askReply(&e.sample); err != nil {
			return err
		}
	}
	return nil
}

// replace gives the leaf that an extension looks past the mean of the extension's own, where all of
// them are known.
func (t *Thinker) replace(e *extension) {
	into := &t.samples[e.of].leaves[e.leaf]
	if e.reply < 0 {
		into.question, into.score, into.expected = -1, e.score, e.expected
		return
	}
	total, score, expected := 0.0, 0.0, 0.0
	for i := range e.leaves[:e.count] {
		l := &e.leaves[i]
		if l.question >= t.leaves.answered {
			return
		}
		t.worth(l)
		total += l.weight
		score += l.weight * l.score
		expected += l.weight * l.expected
	}
	if total > 0 {
		into.question, into.score, into.expected = -1, score/total, expected/total
	}
}
