package cluster

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"marengo/arena"
	"marengo/store"
)

// held is results that are checked and not yet stored. What comes within a moment is
// stored in one transaction, and taken off the stream once it is on the disk.
type held struct {
	games   []*store.Game
	results []jetstream.Msg
	due     <-chan time.Time // when they are to be stored; nil while there are none
}

// gather takes a result and those that are there already. They are stored when enough
// came together, and at once when nothing else is waited for.
func (c *coordinator) gather(ctx context.Context, msg jetstream.Msg, more <-chan jetstream.Msg) error {
	for {
		if err := c.take(ctx, msg); err != nil {
			return err
		}
		if len(c.waiting) == 0 || len(c.held.results) >= batch {
			return c.storeHeld(ctx)
		}
		select {
		case msg = <-more:
		default:
			return nil
		}
	}
}

// take looks at a result. One of a pair that is waited for is held; whatever else came
// is taken off the stream.
func (c *coordinator) take(ctx context.Context, msg jetstream.Msg) error {
	games, err := c.accept(ctx, msg)
	var bad *dropped
	switch {
	case errors.As(err, &bad):
		c.match.Dropped[bad.why]++
	case err != nil && permanent(err):
		return errors.Join(err, msg.Ack())
	case err != nil:
		return err // it stays on the stream
	case games != nil:
		if c.held.due == nil {
			c.held.due = time.After(gatherFor)
		}
		c.held.games = append(c.held.games, games...)
		c.held.results = append(c.held.results, msg)
		return nil
	}
	c.acknowledge(ctx, msg)
	return nil
}

// storeHeld stores what is held, and takes it off the stream.
func (c *coordinator) storeHeld(ctx context.Context) error {
	h := c.held
	c.held = held{}
	if len(h.games) == 0 {
		return nil
	}
	if err := c.keep(h.games...); err != nil {
		return err // they stay on the stream
	}
	for _, msg := range h.results {
		c.acknowledge(ctx, msg)
	}
	return nil
}

// storeLast stores what is held when the match ends or is broken off.
func (c *coordinator) storeLast(ctx context.Context, reason error) error {
	err := c.storeHeld(ctx)
	if errors.Is(err, arena.ErrEnough) {
		return nil
	}
	return errors.Join(reason, err)
}

func (c *coordinator) acknowledge(ctx context.Context, msg jetstream.Msg) {
	if err := msg.Ack(); err != nil && ctx.Err() == nil {
		c.say("a result could not be acknowledged, it will come again: %v", err)
	}
}

// accept reads a result, checks it against its pair and returns its games, none if the
// pair was not played. A pair that came back is no longer waited for, so that it counts
// once.
func (c *coordinator) accept(ctx context.Context, msg jetstream.Msg) ([]*store.Game, error) {
	r, err := decode[Result](msg.Data(), maxResultMessage)
	if err != nil {
		return nil, err
	}
	if msg.Subject() != resultSubject(r.Match, r.Number) || r.Match != c.match.Key {
		return nil, drop(malformed, "a result of pair %d under the subject %q", r.Number, msg.Subject())
	}
	t := c.waiting[r.Number]
	switch {
	case t == nil && r.Number < c.given:
		return nil, drop(duplicate, "pair %d", r.Number)
	case t == nil:
		return nil, drop(unasked, "pair %d", r.Number)
	case r.Pair != c.message(t).sum():
		return nil, drop(contradicts, "pair %d is another one", r.Number)
	}
	if r.Outcome != Played {
		return nil, c.tryAgain(ctx, t, r)
	}
	games, err := verified(r, t)
	if err != nil {
		return nil, err
	}
	delete(c.waiting, r.Number)
	c.match.Pairs.Done++
	return games, nil
}

// verified returns the games of a result that are asked for, all of them.
func verified(r *Result, t *task) ([]*store.Game, error) {
	var games []*store.Game
	for i, asked := range t.pair.Games {
		if asked.Absent {
			continue
		}
		made := r.game(t.pair.Number + i)
		if made == nil {
			return nil, drop(contradicts, "pair %d came without its game %d", r.Number, i+1)
		}
		g, err := made.verify(t.pair, r.Factor)
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, nil
}

// game returns the game of a number.
func (r *Result) game(number int) *GameMade {
	for i := range r.Games {
		if r.Games[i].Number == number {
			return &r.Games[i]
		}
	}
	return nil
}

// tryAgain queues a pair that failed for another worker, unless it did so too often.
func (c *coordinator) tryAgain(ctx context.Context, t *task, r *Result) error {
	if r.Attempt != len(t.failed) {
		return drop(duplicate, "pair %d failed, which is known", r.Number)
	}
	f := Failure{Number: r.Number, Worker: r.Worker, Reason: r.Reason, When: time.Now()}
	c.match.Failures = append(c.match.Failures, f)
	c.match.Failures = c.match.Failures[max(0, len(c.match.Failures)-maxFailures):]
	c.say("pair %d failed on %s: %s", f.Number, f.Worker, f.Reason)
	t.failed = append(t.failed, r.Worker)
	if len(t.failed) < maxTries {
		if c.send(ctx, []*task{t}) > 0 { // its worker has not taken it off the queue yet
			c.looked = time.Now().Add(lookSoon - lookEvery)
		}
		return nil
	}
	delete(c.waiting, r.Number)
	c.failed = append(c.failed, r.Number)
	if c.Sequential {
		return c.outcome()
	}
	return nil
}
