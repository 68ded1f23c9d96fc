package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Status is what is known of a cluster.
type Status struct {
	Server  string         `json:"server"`
	When    time.Time      `json:"when"`
	Queued  uint64         `json:"queued"` // pairs that wait or are being played
	Results uint64         `json:"results"`
	Matches []Match        `json:"matches"` // the latest first
	Workers []Machine      `json:"workers"`
	Dropped map[string]int `json:"dropped,omitempty"` // announcements that cannot be read
}

// Status asks the server how things are.
func (c *Conn) Status(ctx context.Context) (*Status, error) {
	s := &Status{Server: withoutSecrets(c.nc.ConnectedUrl()), When: time.Now(), Matches: []Match{}, Workers: []Machine{}, Dropped: make(map[string]int)}
	matches, err := each[Match](ctx, c, matchBucket, s.Dropped)
	if err != nil {
		return nil, err
	}
	machines, err := each[Machine](ctx, c, machineBucket, s.Dropped)
	if err != nil {
		return nil, err
	}
	for _, m := range matches {
		s.Matches = append(s.Matches, *m.what)
	}
	for _, m := range machines {
		s.Workers = append(s.Workers, *m.what)
	}
	slices.SortFunc(s.Matches, func(a, b Match) int { return cmp.Or(b.Began.Compare(a.Began), cmp.Compare(a.Key, b.Key)) })
	slices.SortFunc(s.Workers, func(a, b Machine) int { return cmp.Compare(a.ID, b.ID) })
	if s.Queued, err = c.held(ctx, pairStream); err != nil {
		return nil, err
	}
	s.Results, err = c.held(ctx, resultStream)
	return s, err
}

// held returns how many messages a stream holds.
func (c *Conn) held(ctx context.Context, stream string) (uint64, error) {
	ctx, cancel := c.limited(ctx)
	defer cancel()
	s, err := c.js.Stream(ctx, stream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("cluster: %w", err)
	}
	return s.CachedInfo().State.Msgs, nil
}
