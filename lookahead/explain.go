package lookahead

import (
	"context"
)

// explain tries what is played, its rival and what was asked for in some more worlds,
// where they are too few to tell what may follow, and draws their lines. The choice stands.
func (t *Thinker) explain(ctx context.Context, l Limit, choice int) error {
	if !l.ExplainUntil.IsZero() {
		var stop context.CancelFunc
		ctx, stop = context.WithDeadline(ctx, l.ExplainUntil)
		defer stop()
	}
	rival := t.rival(choice)
	t.ask(l.Asked)
	told := func(i int) bool { return i == choice || i == rival || t.candidates[i].Asked }
	t.limit = t.used + l.Explain
	t.reckon(l.ExplainUntil)
	// 1. Worlds, for all but what the lines may take.
	for i := range t.candidates {
		c := &t.candidates[i]
		c.live = told(i) && c.Samples < fewestWorlds && !c.Wins
	}
	if t.live() > 0 {
		lines := linePlies * (2 + len(l.Asked))
		t.plan(fewestWorlds, int(float64(max(0, t.limit-t.used-lines))/(1+leavesAtFirst)))
		if _, err := t.try(ctx); err != nil {
			return err
		}
	}
	// 2. Lines.
	t.summarise()
	for i := range t.candidates {
		if told(i) {
			if err := t.draw(ctx, i); err != nil {
				return err
			}
		}
	}
	return nil
}

// summarise turns what was seen of the candidates into what is said of them.
func (t *Thinker) summarise() {
	for i := range t.candidates {
		t.candidates[i].summarise(float64(t.value.Expected()))
	}
}

// rival returns the candidate that is played rather than all others but one; -1 for none.
func (t *Thinker) rival(choice int) int {
	rival := -1
	for i := range t.candidates {
		c := &t.candidates[i]
		if i != choice && !c.Asked && (rival < 0 || c.Share > t.candidates[rival].Share) {
			rival = i
		}
	}
	return rival
}

// fewestWorlds is in how many worlds a move is tried at least whose worth was asked for.
const fewestWorlds = 8
