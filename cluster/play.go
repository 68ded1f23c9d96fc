package cluster

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"marengo/arena"
	"marengo/store"
)

const (
	// maxTaken is how often a pair is taken before workers say that it gets lost.
	maxTaken = 10
	// shyTries is how often a worker leaves a pair that it failed to others.
	shyTries = 3
	shyPause = 5 * time.Second
)

// begin books a slot for a job.
func (k *working) begin(slot int, j *job) {
	k.mu.Lock()
	defer k.mu.Unlock()
	j.from.playing++
	k.playing[slot] = Playing{Match: j.pair.Match, Number: j.pair.Number, Since: time.Now(),
		What: oneLine(j.pair.Players[0].Agent + " against " + j.pair.Players[1].Agent)}
}

// end frees the slot.
func (k *working) end(slot int, j *job) {
	k.mu.Lock()
	defer k.mu.Unlock()
	j.from.playing--
	j.from.served += time.Since(k.playing[slot].Since)
	delete(k.playing, slot)
}

// work plays a pair. Its result is handed in while the slot takes the next one; a slot
// never has more than one on its way.
func (k *working) work(ctx context.Context, slot int, j *job, handing *sync.WaitGroup) {
	defer k.end(slot, j)
	if j.pair.attempt() > 0 && j.tries <= shyTries && slices.Contains(j.pair.Failed, k.Name) {
		k.handBack(j, shyPause)
		return
	}
	held, letGo := context.WithCancel(ctx)
	go k.hold(held, j)
	r := k.result(ctx, j)
	if r == nil {
		letGo()
		k.handBack(j, 0)
		return
	}
	handing.Wait()
	handing.Go(func() { k.handIn(ctx, letGo, j, r) })
}

// handIn hands the result of a pair in. The pair is held until the stream has confirmed
// the result, and only then taken off the queue.
func (k *working) handIn(ctx context.Context, letGo func(), j *job, r *Result) {
	defer letGo()
	data, err := k.written(r)
	if err != nil {
		k.say("pair %d cannot be written down: %v", j.pair.Number, err)
		return // it is taken by others when the lease is over
	}
	if !k.publish(ctx, resultSubject(r.Match, r.Number), data) {
		return
	}
	letGo()
	k.tally(r)
	acknowledging, cancel := k.Conn.limited(context.WithoutCancel(ctx))
	defer cancel()
	if err := j.msg.DoubleAck(acknowledging); err != nil {
		k.say("pair %d is played, but could not be taken off the queue: %v", j.pair.Number, err)
	}
}

func (k *working) tally(r *Result) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if r.Outcome == Played {
		k.machine.Done++
	} else {
		k.machine.Failed++
	}
}

// hold renews the lease of a pair until ctx ends.
func (k *working) hold(ctx context.Context, j *job) {
	for pause(ctx, j.lease/4) {
		if err := j.msg.InProgress(); err != nil && ctx.Err() == nil && k.Conn.nc.IsConnected() {
			k.say("the lease of pair %d could not be renewed: %v", j.pair.Number, err)
		}
	}
}

// handBack gives a pair to others.
func (k *working) handBack(j *job, after time.Duration) {
	if err := j.msg.NakWithDelay(after); err != nil {
		k.say("pair %d could not be handed back, others take it when the lease is over: %v", j.pair.Number, err)
	}
}

// result plays a pair and says what became of it; nil if it was broken off.
func (k *working) result(ctx context.Context, j *job) *Result {
	failed := func(o Outcome, reason string) *Result {
		r := newResult(j.pair, k.Name, o)
		r.Reason = oneLine(reason)
		return r
	}
	if j.tries > maxTaken {
		return failed(Lost, fmt.Sprintf("taken %d times by workers that were not heard of again", j.tries-1))
	}
	games, err := k.play(ctx, j)
	switch {
	case ctx.Err() != nil:
		return nil
	case err != nil:
		return failed(Failed, err.Error())
	}
	r := newResult(j.pair, k.Name, Played)
	r.Games, r.Factor = games, j.factor
	return r
}

// play plays the games of a pair with the arena's own loop.
func (k *working) play(ctx context.Context, j *job) (made []GameMade, err error) {
	terms, err := j.pair.Terms.arena()
	if err != nil {
		return nil, err
	}
	if j.pair.Terms.timed() {
		if j.factor, err = k.factor(); err != nil {
			return nil, err
		}
		terms.Budget.Time = scaled(terms.Budget.Time, j.factor)
		terms.Hard = scaled(terms.Hard, j.factor)
	}
	pair := arena.Pair{Number: j.pair.Number, Terms: terms}
	if pair.Games, err = j.pair.games(terms.Rules.Variant); err != nil {
		return nil, err
	}
	known := make(map[string]arena.Contender)
	for i, p := range j.pair.Players {
		f, err := k.player(ctx, p)
		if err != nil {
			return nil, err
		}
		pair.Players[i] = arena.Identity(f)
		known[pair.Players[i].Name] = f
	}
	find := func(text string) (arena.Contender, error) { return known[text], nil }
	err = pair.Play(ctx, find, nil, func(g *store.Game) error {
		m, err := newGameMade(g)
		made = append(made, m)
		return err
	})
	return made, err
}

// written writes a result down. Logs that make it too long are left out, and it says so.
func (k *working) written(r *Result) ([]byte, error) {
	r.Sum = r.seal()
	data, err := encode(r, min(maxResultMessage, int(k.Conn.nc.MaxPayload())-headerRoom))
	if !errors.Is(err, errTooLong) {
		return data, err
	}
	for i := range r.Games {
		g := &r.Games[i]
		if g.Log, err = packLog([]store.LogLine{{Text: fmt.Sprintf("a log of %d bytes was too long to be sent", len(g.Log))}}); err != nil {
			return nil, err
		}
	}
	r.Sum = r.seal()
	return encode(r, maxResultMessage)
}

// publish sends a result until the stream confirms it.
func (k *working) publish(ctx context.Context, subject string, data []byte) bool {
	for told := false; ; {
		asking, cancel := k.Conn.limited(context.WithoutCancel(ctx))
		_, err := k.Conn.js.Publish(asking, subject, data)
		cancel()
		if err == nil {
			return true
		}
		if !told {
			k.say("a result is not confirmed, sending it again: %v", err)
			told = true
		}
		if !pause(ctx, reconnectPause) {
			return false
		}
	}
}
