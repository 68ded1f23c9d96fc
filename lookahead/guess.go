package lookahead

import (
	"context"
	"errors"
	"time"

	"marengo/belief"
	"marengo/stratego"
)

// asker is an Estimator that asks a network of its own, whose answers cost evaluations too.
type asker interface {
	Ask(ctx context.Context, v *stratego.View) (asked int, err error)
	Cost() time.Duration // of a whole guess, 0 where that is not known
	Hear(v *stratego.View, g *belief.Guess)
}

const (
	// askedAtMost is how many questions an asker asks.
	askedAtMost = 2

	// guessShare is how many times as much time as a guess takes must be left for it to be worth its price.
	guessShare = 2

	// fewestForGuess is the fewest evaluations left of which an asker is given some: two candidates can be tried with the others.
	fewestForGuess = askedAtMost + 2*(1+leavesAtFirst)
)

// guess brings the belief up to the View. Where evaluations or time are short, it is by what costs neither.
func (t *Thinker) guess(ctx context.Context, v *stratego.View, deadline time.Time) error {
	a, ok := t.worlds.estimator.(asker)
	if !ok {
		t.worlds.estimator.Update(v)
		return nil
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return ctx.Err() // nobody waits
	}
	late := !deadline.IsZero() && time.Until(deadline) < guessShare*a.Cost()
	if late || t.limit-t.used < fewestForGuess {
		a.Hear(v, nil)
		return nil
	}
	asked, err := a.Ask(ctx, v)
	t.used += asked
	return err
}
