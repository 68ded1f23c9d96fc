package cluster

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// job is a pair that a worker has taken.
type job struct {
	from   *offer
	lease  time.Duration
	msg    jetstream.Msg
	pair   *PairMessage
	tries  uint64 // how often it was taken
	factor float64
}

// slot plays one pair after another until taking ends.
func (k *working) slot(taking, play context.Context, slot int) {
	idle := idleLeast
	var handing sync.WaitGroup // the result of the pair before
	defer handing.Wait()
	for taking.Err() == nil {
		k.mu.Lock()
		news := k.news
		k.mu.Unlock()
		j, err := k.take(taking, slot)
		if err != nil && taking.Err() == nil {
			k.say("no pair could be taken, trying again: %v", err)
		}
		if j != nil {
			idle = idleLeast
			k.work(play, slot, j, &handing)
			continue
		}
		wait, cancel := context.WithTimeout(taking, idle)
		select {
		case <-wait.Done():
			idle = min(2*idle, idleMost)
		case <-news:
			idle = idleLeast
		}
		cancel()
	}
}

// take gets a pair of some match, nil if there is none that this worker can play.
func (k *working) take(ctx context.Context, slot int) (*job, error) {
	k.taking.Lock()
	defer k.taking.Unlock()
	if !k.Conn.nc.IsConnected() {
		return nil, nil
	}
	var errs []error
	for _, t := range k.turns() {
		for i := range t.match.Lots {
			at := (t.from.first + i) % len(t.match.Lots)
			lot := &t.match.Lots[at]
			if ctx.Err() != nil {
				return nil, nil
			}
			if !k.able(ctx, t.match, lot) {
				continue
			}
			j, err := k.fetch(ctx, t, lot)
			if err != nil {
				errs = append(errs, err)
				continue
			}
			if j != nil {
				k.begin(slot, j)
				t.from.first = at
				return j, nil
			}
		}
	}
	return nil, errors.Join(errs...)
}

// turn is an offer, and what it was when it was looked at.
type turn struct {
	from  *offer
	match *Match
}

// turns returns the matches in the order in which they should be served: those first
// that have the fewest slots of this worker, and of those the ones that had the least
// of its time. So all matches get equal shares, however long their games are.
func (k *working) turns() (list []turn) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, o := range k.matches {
		if o.match.Lasting || time.Since(o.heard) < silentLimit {
			list = append(list, turn{o, o.match})
		}
	}
	slices.SortFunc(list, func(a, b turn) int {
		return cmp.Or(cmp.Compare(a.from.playing, b.from.playing), cmp.Compare(a.from.served, b.from.served), cmp.Compare(a.match.Key, b.match.Key))
	})
	return list
}

// leastServed is where a match starts that comes later: it has no claim to the time
// before.
func (k *working) leastServed() (least time.Duration) {
	for _, o := range k.matches {
		if least == 0 || o.served < least {
			least = o.served
		}
	}
	return least
}

// fetch takes the next pair of a lot, if there is one.
func (k *working) fetch(ctx context.Context, t turn, lot *Lot) (*job, error) {
	queue := t.from.queues[lot.ID]
	if queue == nil {
		asking, cancel := k.Conn.limited(ctx)
		defer cancel()
		var err error
		if queue, err = k.Conn.js.Consumer(asking, pairStream, pairConsumerName(t.match.Key, lot.ID)); err != nil {
			return nil, notThere(err)
		}
		t.from.queues[lot.ID] = queue
	}
	got, err := queue.FetchNoWait(1)
	if err == nil {
		for msg := range got.Messages() {
			return k.read(t, lot, msg), nil
		}
		err = got.Error()
	}
	if err != nil {
		delete(t.from.queues, lot.ID)
	}
	return nil, notThere(err)
}

// notThere makes nothing of a queue that is gone: its match is over, or its server is
// only just back.
func notThere(err error) error {
	for _, known := range []error{jetstream.ErrConsumerNotFound, jetstream.ErrStreamNotFound, jetstream.ErrConsumerDeleted,
		nats.ErrNoResponders, nats.ErrTimeout, context.DeadlineExceeded, context.Canceled, nats.ErrConnectionClosed, nats.ErrDisconnected} {
		if errors.Is(err, known) {
			return nil
		}
	}
	return err
}

// read checks a pair that was taken; one that cannot be read is thrown away.
func (k *working) read(t turn, lot *Lot, msg jetstream.Msg) *job {
	p, err := decode[PairMessage](msg.Data(), maxPairMessage)
	if err == nil && (msg.Subject() != pairSubject(p.Match, p.Lot, p.Number) || p.Match != t.match.Key || p.Lot != lot.ID) {
		err = drop(malformed, "pair %d under the subject %q", p.Number, msg.Subject())
	}
	if err != nil {
		k.count(whyDropped(err))
		if err := msg.Term(); err != nil {
			k.say("a message that is none could not be thrown away: %v", err)
		}
		return nil
	}
	j := &job{from: t.from, lease: t.match.Lease, msg: msg, pair: p, tries: 1}
	if about, err := msg.Metadata(); err == nil {
		j.tries = about.NumDelivered
	}
	return j
}

func (k *working) count(why string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.machine.Dropped[why]++
}
