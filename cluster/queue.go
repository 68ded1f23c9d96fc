package cluster

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"marengo/agents"
	"marengo/arena"
)

// fill queues a few more pairs, if there are any, and says whether there may be more.
func (c *coordinator) fill(ctx context.Context) (more bool, err error) {
	var fresh []*task
	given, known := 0, len(c.lots)
	c.many = min(max(firstQueued, 2*c.many), mostQueued)
	for ; !c.ended && len(c.waiting) < maxQueued && given < c.many; given++ {
		pair, err := c.next()
		if err != nil {
			return false, err
		}
		if pair == nil {
			c.ended = true
			break
		}
		t, err := c.task(ctx, pair)
		if err != nil {
			return false, err
		}
		c.waiting[pair.Number] = t
		c.given = max(c.given, pair.Number+2)
		if !c.played[pair.Number] {
			fresh = append(fresh, t)
		}
	}
	if given == 0 {
		return false, nil
	}
	c.send(ctx, fresh)
	if len(c.lots) > known { // workers that hear of a lot find pairs of it
		if err := c.announce(ctx); err != nil {
			c.say("the match could not be told of, trying again: %v", err)
		}
	}
	return !c.ended && len(c.waiting) < maxQueued, nil
}

// task makes the message of a pair. Its players become part of what is announced.
func (c *coordinator) task(ctx context.Context, p *arena.Pair) (*task, error) {
	t := &task{pair: p}
	for i, want := range p.Players {
		place, known := c.players[want]
		if !known {
			is, data, err := c.portable(want)
			if err != nil {
				return nil, err
			}
			if len(c.match.Players) == maxPlayers {
				return nil, fmt.Errorf("cluster: more than %d players in a match", maxPlayers)
			}
			if err := c.lend(ctx, data); err != nil {
				return nil, err
			}
			place = len(c.match.Players)
			c.players[want] = place
			c.match.Players = append(c.match.Players, is)
		}
		t.players[i] = place
	}
	m := c.message(t)
	if lot := m.Lot; !c.lots[lot] {
		if len(c.lots) == maxLots {
			return nil, fmt.Errorf("cluster: more than %d meetings in a match", maxLots)
		}
		if err := c.open(ctx, lot); err != nil {
			return nil, err
		}
		c.lots[lot] = true
		c.match.Lots = append(c.match.Lots, Lot{ID: lot, Players: t.players, Terms: m.Terms})
	}
	return t, nil
}

// lend puts data where workers find it, once it is said that the match needs it.
func (c *coordinator) lend(ctx context.Context, data []agents.Data) error {
	if len(data) == 0 {
		return nil
	}
	if len(c.lent)+len(data) > maxFiles {
		return fmt.Errorf("cluster: more than %d files in a match", maxFiles)
	}
	c.lent = append(c.lent, data...)
	for _, d := range data {
		c.match.Files = append(c.match.Files, d.SHA256)
	}
	if err := c.announce(ctx); err != nil {
		return fmt.Errorf("cluster: the match could not be told of: %w", err)
	}
	return c.Conn.putFiles(ctx, data)
}

// send queues pairs. One that is queued already stays as it is: the stream refuses a
// second one of its name, which it returns the number of. What gets lost here is found
// by queueLost.
func (c *coordinator) send(ctx context.Context, tasks []*task) (refused int) {
	if !c.Conn.nc.IsConnected() {
		return 0
	}
	var sent []jetstream.PubAckFuture
	for _, t := range tasks {
		m := c.message(t)
		data, err := encode(m, maxPairMessage)
		if err == nil {
			var f jetstream.PubAckFuture
			f, err = c.Conn.js.PublishMsgAsync(&nats.Msg{Subject: pairSubject(c.match.Key, m.Lot, t.pair.Number), Data: data})
			sent = append(sent, f)
		}
		if err != nil {
			c.say("pair %d could not be queued, trying again: %v", t.pair.Number, err)
			break
		}
	}
	var trouble error
	for _, f := range sent {
		if f == nil {
			continue
		}
		select {
		case <-f.Ok():
		case err := <-f.Err():
			if isQueued(err) {
				refused++
			} else {
				trouble = err
			}
		case <-ctx.Done():
			return refused
		}
	}
	if trouble != nil {
		c.say("some pairs could not be queued, trying again: %v", trouble)
	}
	return refused
}

// isQueued says that the stream holds the pair already.
func isQueued(err error) bool {
	return err != nil && strings.Contains(err.Error(), "maximum messages per subject exceeded")
}

// queueLost queues the pairs again that are neither in the queue nor among the
// results. Results are looked through after the queue: a worker takes a pair off the
// queue only when its result is there.
func (c *coordinator) queueLost(ctx context.Context) error {
	queued, err := c.Conn.numbers(ctx, pairStream, pairSubjects+c.match.Key+".>")
	if err != nil {
		return err
	}
	done, err := c.Conn.numbers(ctx, resultStream, resultSubjects+c.match.Key+".>")
	if err != nil {
		return err
	}
	var lost []*task
	for number, t := range c.waiting {
		if !queued[number] && !done[number] {
			lost = append(lost, t)
		}
	}
	slices.SortFunc(lost, func(a, b *task) int { return a.pair.Number - b.pair.Number })
	c.match.Pairs.Again += len(lost)
	for part := range slices.Chunk(lost, batch) {
		c.send(ctx, part)
	}
	return nil
}

// numbers returns the numbers of the pairs that a stream holds under a subject.
func (c *Conn) numbers(ctx context.Context, stream, subject string) (map[int]bool, error) {
	ctx, cancel := c.limited(ctx)
	defer cancel()
	s, err := c.js.Stream(ctx, stream)
	if err != nil {
		return nil, err
	}
	info, err := s.Info(ctx, jetstream.WithSubjectFilter(subject))
	if err != nil {
		return nil, err
	}
	list := make(map[int]bool, len(info.State.Subjects))
	for name := range info.State.Subjects {
		if n, err := numberOf(name); err == nil {
			list[n] = true
		}
	}
	return list, nil
}

// withdraw takes a match that is over off the server. One that nobody can go on with
// is forgotten.
func (c *Conn) withdraw(ctx context.Context, m *Match) error {
	ctx, cancel := context.WithTimeout(ctx, 3*requestLimit)
	defer cancel()
	pairs, err := c.js.Stream(ctx, pairStream)
	if err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	results, err := c.js.Stream(ctx, resultStream)
	if err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	errs := []error{pairs.Purge(ctx, jetstream.WithPurgeSubject(pairSubjects+m.Key+".>"))}
	for _, lot := range m.Lots {
		errs = append(errs, gone(pairs.DeleteConsumer(ctx, pairConsumerName(m.Key, lot.ID))))
	}
	errs = append(errs, results.Purge(ctx, jetstream.WithPurgeSubject(resultSubjects+m.Key+".>")),
		gone(results.DeleteConsumer(ctx, resultConsumer(m.Key).Durable)))
	if !m.Lasting {
		errs = append(errs, c.dropMatch(ctx, m.Key))
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("cluster: match %s could not be withdrawn: %w", m.Key, err)
	}
	return nil
}

// gone makes nothing of the absence of what is to be deleted.
func gone(err error) error {
	if errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil
	}
	return err
}
