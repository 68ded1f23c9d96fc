package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Matches and machines are announced in buckets of the server: the latest word of each.

// putMatch announces a match.
func (c *Conn) putMatch(ctx context.Context, m *Match) error {
	data, err := encode(m, maxAnnouncement)
	if err != nil {
		return err
	}
	return c.put(ctx, matchBucket, m.Key, data)
}

// putMachine announces a worker.
func (c *Conn) putMachine(ctx context.Context, m *Machine) error {
	data, err := encode(m, maxAnnouncement)
	if err != nil {
		return err
	}
	return c.put(ctx, machineBucket, m.ID, data)
}

// put sends an announcement. A bucket's key is a subject of its stream.
func (c *Conn) put(ctx context.Context, bucket, key string, data []byte) error {
	ctx, cancel := c.limited(ctx)
	defer cancel()
	_, err := c.js.Publish(ctx, "$KV."+bucket+"."+key, data)
	return err
}

// bucket opens a bucket for reading.
func (c *Conn) bucket(ctx context.Context, name string) (jetstream.KeyValue, error) {
	ctx, cancel := c.limited(ctx)
	defer cancel()
	return c.js.KeyValue(ctx, name)
}

// dropMatch forgets a match.
func (c *Conn) dropMatch(ctx context.Context, key string) error {
	kv, err := c.bucket(ctx, matchBucket)
	if err != nil {
		return err
	}
	return gone(kv.Purge(ctx, key))
}

// heard is an announcement with when the server got it.
type heard[T any] struct {
	what *T
	when time.Time
}

// each reads all announcements of a bucket. What cannot be read is counted; a bucket
// that is not there holds nothing.
func each[T any, P interface {
	*T
	checked
}](ctx context.Context, c *Conn, bucket string, counts map[string]int) (list []heard[T], err error) {
	kv, err := c.bucket(ctx, bucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	ctx, cancel := c.limited(ctx)
	defer cancel()
	watch, err := kv.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	defer func() { err = errors.Join(err, watch.Stop()) }()
	for {
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("cluster: %s: %w", bucket, ctx.Err())
		case e := <-watch.Updates():
			if e == nil {
				return list, nil
			}
			m, err := decode[T, P](e.Value(), maxAnnouncement)
			if err != nil {
				counts[whyDropped(err)]++
				continue
			}
			list = append(list, heard[T]{m, e.Created()})
		}
	}
}

// whyDropped says in a word why a message is dropped.
func whyDropped(err error) string {
	var bad *dropped
	if errors.As(err, &bad) {
		return bad.why
	}
	return malformed
}

// forgetAfter is when a match that was not stored and whose coordinator is silent is
// taken to be given up.
const forgetAfter = 10 * time.Minute

// tidy takes matches off the server that nobody goes on with: their coordinators were
// killed, or they were finished long ago.
func (c *Conn) tidy(ctx context.Context) error {
	list, err := each[Match](ctx, c, matchBucket, make(map[string]int))
	if err != nil {
		return err
	}
	for _, m := range list {
		silent := time.Since(m.when)
		switch {
		case !m.what.Lasting && silent > forgetAfter:
			err = errors.Join(err, c.withdraw(ctx, m.what))
		case silent > keptFor:
			m.what.Lasting = false
			err = errors.Join(err, c.withdraw(ctx, m.what))
		}
	}
	return err
}
