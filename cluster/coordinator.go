package cluster

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"marengo/agents"
	"marengo/arena"
	"marengo/store"
)

// coordinator is a match in progress. One goroutine does all of it, so that calls of
// next and keep never overlap.
type coordinator struct {
	*Workers
	next func() (*arena.Pair, error)
	keep func(...*store.Game) error

	match   Match
	players map[store.Player]int // their places in match.Players
	lots    map[string]bool
	lent    []agents.Data // what workers need of this machine's files
	began   time.Time

	waiting map[int]*task // pairs that were asked for and have not come back, by number
	played  map[int]bool  // whose results an earlier run left on the stream
	given   int           // next has given no number from here on
	ended   bool          // next gives no more
	failed  []int         // pairs that are given up
	many    int           // pairs that are queued together next
	held    held          // what came back and is to be stored

	back      <-chan struct{} // closed when the server has come back
	announced time.Time
	looked    time.Time // when lost pairs were last looked for
}

// task is a pair that is queued. There may be a hundred thousand of them: the message is
// made of it when it is needed.
type task struct {
	pair    *arena.Pair
	players [2]int   // their places in match.Players
	failed  []string // the workers that could not play it
}

// message writes a task down.
func (c *coordinator) message(t *task) *PairMessage {
	m := newPairMessage(c.match.Key, t.pair, [2]Player{c.match.Players[t.players[0]], c.match.Players[t.players[1]]})
	m.Failed = t.failed
	return m
}

// The times of a coordinator.
const (
	announceEvery = 3 * time.Second
	lookEvery     = 15 * time.Second // for pairs that the stream has lost
	lookSoon      = time.Second
	fetchWait     = 2 * time.Second
	beginLimit    = 30 * time.Second       // in which a server has to be ready
	gatherFor     = 100 * time.Millisecond // results that come within it are stored together
	batch         = 256                    // messages that are sent or fetched together
)

// Workers begin as soon as the first few pairs are queued; then more go together.
const (
	firstQueued = 4
	mostQueued  = 64
)

// maxQueued is how many pairs are queued at a time.
const maxQueued = 200_000

// run plays the match to its end.
func (c *coordinator) run(ctx context.Context) (err error) {
	defer func() { err = errors.Join(err, c.leave(err)) }()
	defer func() { err = c.storeLast(ctx, err) }()
	if err := c.begin(ctx); err != nil {
		return err
	}
	results := make(chan jetstream.Msg, batch)
	listen, stop := context.WithCancel(ctx)
	defer stop()
	trouble := make(chan struct{}, 1)
	go c.listen(listen, results, trouble)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		more, err := c.fill(ctx)
		if err != nil {
			return err
		}
		if !more && len(c.waiting) == 0 {
			return c.outcome()
		}
		if err := c.step(ctx, more, results, trouble, tick.C); err != nil {
			if errors.Is(err, arena.ErrEnough) {
				return nil
			}
			return err
		}
	}
}

// step waits for what happens next, unless there are more pairs to queue, and does
// what it asks for.
func (c *coordinator) step(ctx context.Context, more bool, results <-chan jetstream.Msg, trouble <-chan struct{}, tick <-chan time.Time) error {
	var busy <-chan struct{}
	if more {
		busy = closed
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-c.Conn.over:
		return ErrClosed
	case msg := <-results:
		return c.gather(ctx, msg, results)
	default:
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-c.Conn.over:
		return ErrClosed
	case msg := <-results:
		return c.gather(ctx, msg, results)
	case <-c.held.due:
		return c.storeHeld(ctx)
	case <-c.back:
		c.back = c.Conn.returned()
		c.restore(ctx)
	case <-trouble:
		c.restore(ctx)
	case <-tick:
		c.lookAround(ctx)
	case <-busy:
	}
	return nil
}

// closed is a channel that never blocks.
var closed = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// begin prepares the server, which may be only just starting.
func (c *coordinator) begin(ctx context.Context) error {
	c.back = c.Conn.returned()
	for began := time.Now(); ; {
		err := c.prepare(ctx, true)
		if err == nil || time.Since(began) > beginLimit {
			return err
		}
		if !pause(ctx, reconnectPause) {
			return ctx.Err()
		}
	}
}

// prepare makes sure that the server has all that the match needs. At the beginning
// what an earlier run took and did not store is taken again.
func (c *coordinator) prepare(ctx context.Context, first bool) error {
	if err := c.Conn.Prepare(ctx); err != nil {
		return err
	}
	results := resultConsumer(c.match.Key)
	if first {
		if err := c.Conn.tidy(ctx); err != nil {
			return err
		}
		if err := c.Conn.asking(ctx, func(ctx context.Context) error {
			return gone(c.Conn.js.DeleteConsumer(ctx, resultStream, results.Durable))
		}); err != nil {
			return fmt.Errorf("cluster: %w", err)
		}
	}
	if err := c.Conn.asking(ctx, func(ctx context.Context) error {
		_, err := c.Conn.js.CreateOrUpdateConsumer(ctx, resultStream, results)
		return err
	}); err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	if first {
		var err error
		if c.played, err = c.Conn.numbers(ctx, resultStream, resultSubjects+c.match.Key+".>"); err != nil {
			return fmt.Errorf("cluster: %w", err)
		}
	}
	for lot := range c.lots {
		if err := c.open(ctx, lot); err != nil {
			return err
		}
	}
	return c.announce(ctx)
}

// open makes the consumer from which workers take the pairs of a lot.
func (c *coordinator) open(ctx context.Context, lot string) error {
	ctx, cancel := c.Conn.limited(ctx)
	defer cancel()
	if _, err := c.Conn.js.CreateOrUpdateConsumer(ctx, pairStream, pairConsumer(c.match.Key, lot, c.match.Lease)); err != nil {
		return fmt.Errorf("cluster: the queue of %s: %w", lot, err)
	}
	return nil
}

// listen fetches results until ctx ends, and says when that does not work.
func (c *coordinator) listen(ctx context.Context, results chan<- jetstream.Msg, trouble chan<- struct{}) {
	name := resultConsumer(c.match.Key).Durable
	for ctx.Err() == nil {
		if err := c.fetch(ctx, name, results); err != nil && ctx.Err() == nil {
			select {
			case trouble <- struct{}{}:
			default:
			}
			pause(ctx, reconnectPause)
		}
	}
}

func (c *coordinator) fetch(ctx context.Context, name string, results chan<- jetstream.Msg) error {
	asking, cancel := c.Conn.limited(ctx)
	consumer, err := c.Conn.js.Consumer(asking, resultStream, name)
	cancel()
	if err != nil {
		return err
	}
	for ctx.Err() == nil {
		messages, err := consumer.Fetch(batch, jetstream.FetchMaxWait(fetchWait))
		if err != nil {
			return err
		}
		for msg := range messages.Messages() {
			select {
			case results <- msg:
			case <-ctx.Done():
				return nil
			}
		}
		if err := messages.Error(); err != nil {
			return err
		}
	}
	return nil
}

// restore brings the server up to date after it was away: its database may have lost
// what ours has.
func (c *coordinator) restore(ctx context.Context) {
	c.looked = time.Time{}
	c.lookAround(ctx)
}

// lookAround says how the match stands, and queues what was lost again. What does not
// work is tried again later.
func (c *coordinator) lookAround(ctx context.Context) {
	if !c.Conn.nc.IsConnected() {
		return
	}
	if time.Since(c.looked) >= lookEvery {
		again := !c.looked.IsZero()
		c.looked = time.Now()
		err := errors.Join(c.Conn.putFiles(ctx, c.lent), c.queueLost(ctx))
		if err != nil || !again {
			err = errors.Join(c.prepare(ctx, false), c.Conn.putFiles(ctx, c.lent), c.queueLost(ctx))
		}
		if err != nil && ctx.Err() == nil {
			c.say("the queue could not be looked after, trying again: %v", err)
		}
	}
	if time.Since(c.announced) >= announceEvery {
		if err := c.announce(ctx); err != nil && ctx.Err() == nil {
			c.say("how the match stands could not be told, trying again: %v", err)
		}
	}
}

// announce tells workers and onlookers of the match.
func (c *coordinator) announce(ctx context.Context) error {
	c.announced = time.Now()
	m := &c.match
	m.Updated = c.announced
	m.Pairs.Queued = len(c.waiting)
	if hours := time.Since(c.began).Hours(); hours > 0 {
		m.Pairs.PerHour = float64(m.Pairs.Done) / hours
	}
	if c.Standing != nil {
		m.Meetings = newMeetings(c.Standing())
	}
	return c.Conn.putMatch(ctx, m)
}

// leave ends the match on the server, or leaves it for a later run.
func (c *coordinator) leave(err error) error {
	ctx, cancel := context.WithTimeout(context.Background(), leaveLimit)
	defer cancel()
	if !c.Conn.nc.IsConnected() {
		return nil // workers go on with a lasting match, and forget another
	}
	c.match.State = Finished
	if err != nil && c.match.Lasting {
		c.match.State = Stopped
		return c.announce(ctx)
	}
	err = errors.Join(c.announce(ctx), c.Conn.withdraw(ctx, &c.match))
	if len(c.lent) > 0 { // the next match of this process may need the same
		c.sweep(ctx, c.match.Files)
	}
	return err
}

const leaveLimit = 15 * time.Second

// outcome says whether all pairs were played.
func (c *coordinator) outcome() error {
	if len(c.failed) == 0 {
		return nil
	}
	slices.Sort(c.failed)
	return &FailedError{Numbers: c.failed, Last: c.match.Failures[len(c.match.Failures)-1]}
}
