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
	room := t.limit - t.used
	for i := range t.extensions {
		e := &t.extensions[i]
		if e.reply < 0 || e.reply >= answered {
			continue
		}
		if err := t.extend(e); err != nil {
			return false, err
		}
		if err := t.follow(&e.sample, t.answers, room); err != nil {
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

// follows returns how many answers an extension follows within the limit. All that is tried for one
// move follows as many, so that its worths can be compared.
func (t *Thinker) follows() int {
	if t.limit < plenty {
		return 1
	}
	return t.options.Replies
}

// seen is a reply in one of the worlds.
type seen struct {
	world int
	reply stratego.Move
}

// findForced fills t.extensions with the replies after which one move is likely enough. Where worths
// are to be steady, the same reply to other moves in the same world is looked past too, whatever
// follows it: a threat that shows two plies later would else count against those moves alone
// whose sequel is clear.
func (t *Thinker) findForced() {
	t.extensions = t.extensions[:0]
	room := (t.limit - t.used) / 2
	for i := range t.samples {
		s := &t.samples[i]
		for k := range s.leaves[:s.count] {
			at := seen{s.world, s.leaves[k].event.Move()}
			move, share, ok := t.sequel(s, k)
			if !ok || share < t.options.Forced && !t.past[at] || t.extended(i, k) {
				continue
			}
			before := len(t.extensions)
			if t.options.Steady {
				t.extendAll(at)
			} else {
				t.extensions = append(t.extensions, newExtension(s, i, k, move))
			}
			if len(t.extensions) > room {
				t.extensions = t.extensions[:before]
				return
			}
			t.past[at] = t.options.Steady
		}
	}
}

func newExtension(s *sample, of, leaf int, move stratego.Move) extension {
	e := extension{of: of, leaf: leaf, move: move}
	e.candidate, e.world, e.ranks = s.candidate, s.world, s.ranks
	return e
}

// sequel returns our likeliest move after a reply, and its share, where that is known.
func (t *Thinker) sequel(s *sample, leaf int) (move stratego.Move, share float64, ok bool) {
	l := &s.leaves[leaf]
	if l.question < 0 || l.question >= t.leaves.answered {
		return 0, 0, false
	}
	q := &t.leaves.questions[l.question]
	best := likeliest(q.Policy(), nil)
	if q.ValueOnly || best < 0 { // it ended another line
		return 0, 0, false
	}
	if t.options.Steady && q.Record.AttacksHidden(best) { // what it meets is chance: the value has the mean of it, a world one rank
		return 0, 0, false
	}
	n := q.Record.Move(best)
	if t.mirrored(s.world) {
		n = features.MirrorMove(n) // the question's moves are those of the image
	}
	return features.TokenMove(n, t.color), float64(q.Policy()[best]), true
}

// extendAll adds what looks past a reply in a world, after all moves that it was given to.
func (t *Thinker) extendAll(at seen) {
	for i := range t.samples {
		s := &t.samples[i]
		if s.world != at.world {
			continue
		}
		for k := range s.leaves[:s.count] {
			if s.leaves[k].event.Move() != at.reply {
				continue
			}
			if move, _, ok := t.sequel(s, k); ok {
				t.extensions = append(t.extensions, newExtension(s, i, k, move))
			}
		}
	}
}

// extended says whether a reply is looked past already.
func (t *Thinker) extended(of, leaf int) bool {
	for i := range t.extensions {
		if e := &t.extensions[i]; e.of == of && e.leaf == leaf {
			return true
		}
	}
	return false
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
