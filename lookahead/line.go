package lookahead

import (
	"context"
	"slices"

	"marengo/nn/features"
	"marengo/stratego"
)

// linePlies is how far the line of a candidate goes.
const linePlies = 5

// draw fills in how the game may go on after a candidate, in one likely world: the candidate
// itself, the likeliest reply, and then what the network likes best for either side, as
// far as the limit allows.
func (t *Thinker) draw(ctx context.Context, i int) error {
	c := &t.candidates[i]
	c.Line = c.Line[:0]
	s := sample{candidate: i}
	// The strata come by their weight: the first is the likeliest rank of a piece attacked.
	if !t.place(&s, c.strata[0].rank) {
		return nil
	}
	if err := t.play(&s); err != nil {
		return err
	}
	for {
		t.events = t.state.LastEvents(t.events[:0], 1)
		c.Line = append(c.Line, t.events[0])
		if len(c.Line) >= linePlies || t.state.Result().Over() {
			return nil
		}
		m, ok, err := t.likely(ctx, c)
		if err != nil || !ok {
			return err
		}
		t.state.Do(m)
	}
}

// likely returns the move that is expected next in a candidate's line; false where there
// is no more time.
func (t *Thinker) likely(ctx context.Context, c *Candidate) (m stratego.Move, ok bool, err error) {
	if len(c.Line) == 1 {
		legal := t.state.Moves(nil)
		for _, r := range c.Replies {
			if slices.Contains(legal, r.Move) {
				return r.Move, true, nil
			}
		}
	}
	if t.used >= t.limit {
		return 0, false, nil
	}
	t.replies = extend(t.replies[:0])
	q := &t.replies[0]
	q.ValueOnly = false
	if err := t.writer.WriteState(&t.state, &q.Record); err != nil {
		return 0, false, err
	}
	n, err := t.net.Evaluate(ctx, t.replies)
	if n == 0 || err != nil {
		return 0, false, err
	}
	t.used += n
	best := likeliest(q.Policy(), nil)
	if best < 0 {
		return 0, false, nil
	}
	return features.TokenMove(q.Record.Move(best), t.state.Turn()), true, nil
}
