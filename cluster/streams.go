package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// The streams and buckets. Pairs are a work queue: each is taken by one worker and
// leaves the stream when it is acknowledged. Results are one as well, taken by the
// coordinators.
const (
	pairStream    = "MARENGO_PAIRS"
	resultStream  = "MARENGO_RESULTS"
	matchBucket   = "marengo-matches"
	machineBucket = "marengo-workers"
	fileBucket    = "marengo-files"
)

const (
	keptFor    = 14 * 24 * time.Hour // pairs, results and files that nobody asks for
	machineTTL = 45 * time.Second    // a worker that is silent so long is gone
	headerRoom = 4 << 10             // of a message, beside its body
	maxResults = 1 << 20             // kept; beyond it the oldest go, and their pairs are queued again
	replicas   = 3                   // in a cluster of servers
)

// Prepare makes the streams and buckets that are missing.
func (c *Conn) Prepare(ctx context.Context) error {
	n := 1
	if c.nc.ConnectedClusterName() != "" {
		n = replicas
	}
	err := c.prepare(ctx, n)
	if n > 1 && tooFewServers(err) {
		err = c.prepare(ctx, 1)
	}
	if err != nil {
		return fmt.Errorf("cluster: the streams cannot be made: %w", err)
	}
	return nil
}

// tooFewServers says that there are not enough of them for all replicas.
func tooFewServers(err error) bool {
	const insufficientResources, noSuitablePeers, replicasNotSupported = 10023, 10005, 10074
	var api *jetstream.APIError
	return errors.As(err, &api) && (api.ErrorCode == insufficientResources || api.ErrorCode == noSuitablePeers || api.ErrorCode == replicasNotSupported)
}

func (c *Conn) prepare(ctx context.Context, n int) error {
	for _, s := range []jetstream.StreamConfig{
		{Name: pairStream, Description: "pairs of games to be played", Subjects: []string{pairSubjects + ">"}, MaxMsgSize: maxPairMessage + headerRoom,
			// A pair is queued once: the stream refuses a second message of its subject.
			MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true},
		{Name: resultStream, Description: "pairs that were played", Subjects: []string{resultSubjects + ">"}, MaxMsgSize: maxResultMessage + headerRoom,
			MaxMsgs: maxResults},
	} {
		s.Retention, s.Storage, s.Replicas, s.MaxAge = jetstream.WorkQueuePolicy, jetstream.FileStorage, n, keptFor
		if err := c.asking(ctx, func(ctx context.Context) error { _, err := c.js.CreateOrUpdateStream(ctx, s); return err }); err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
	}
	for _, b := range []jetstream.KeyValueConfig{
		{Bucket: matchBucket, Description: "matches and how they stand", Storage: jetstream.FileStorage},
		{Bucket: machineBucket, Description: "workers", Storage: jetstream.MemoryStorage, TTL: machineTTL},
	} {
		b.Replicas, b.MaxValueSize = n, maxAnnouncement
		if err := c.asking(ctx, func(ctx context.Context) error { _, err := c.js.CreateOrUpdateKeyValue(ctx, b); return err }); err != nil {
			return fmt.Errorf("%s: %w", b.Bucket, err)
		}
	}
	files := jetstream.ObjectStoreConfig{Bucket: fileBucket, Description: "files that players load", Storage: jetstream.FileStorage, Replicas: n, TTL: keptFor}
	if err := c.asking(ctx, func(ctx context.Context) error { _, err := c.js.CreateOrUpdateObjectStore(ctx, files); return err }); err != nil {
		return fmt.Errorf("%s: %w", fileBucket, err)
	}
	return nil
}

// Lease bounds: shorter ones are lost by any hiccup.
const (
	minLease     = 100 * time.Millisecond
	defaultLease = time.Minute
)

// pairConsumer is the durable consumer that workers take the pairs of a lot from. It
// counts no deliveries: workers and coordinator do, and know which ones failed.
func pairConsumer(match, lot string, lease time.Duration) jetstream.ConsumerConfig {
	return jetstream.ConsumerConfig{Durable: pairConsumerName(match, lot), FilterSubject: pairSubjects + match + "." + lot + ".>",
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: lease, MaxDeliver: -1, MaxAckPending: -1}
}

func pairConsumerName(match, lot string) string { return "pairs-" + match + "-" + lot }

// resultConsumer is the durable consumer of a match's coordinator.
func resultConsumer(match string) jetstream.ConsumerConfig {
	return jetstream.ConsumerConfig{Durable: "results-" + match, FilterSubject: resultSubjects + match + ".>",
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: resultLease, MaxDeliver: -1, MaxAckPending: maxUnstored}
}

const (
	resultLease = time.Minute // in which a coordinator stores what it took
	maxUnstored = 4096        // results that it has taken and not stored
)
