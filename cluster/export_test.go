package cluster

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"marengo/stratego"
)

// Taken is a pair that a pretender has taken from a queue: it speaks as workers do, and
// answers as it likes.
type Taken struct {
	Pair *PairMessage
	Msg  jetstream.Msg
}

// Pretender takes pairs of one match.
type Pretender struct {
	Conn   *Conn
	queues []jetstream.Consumer
}

// Take takes a pair of any match; nil if there is none.
func (p *Pretender) Take(ctx context.Context) (*Taken, error) {
	if len(p.queues) == 0 {
		matches, err := each[Match](ctx, p.Conn, matchBucket, make(map[string]int))
		if err != nil {
			return nil, err
		}
		for _, m := range matches {
			for _, lot := range m.what.Lots {
				queue, err := p.Conn.js.Consumer(ctx, pairStream, pairConsumerName(m.what.Key, lot.ID))
				if err != nil {
					return nil, notThere(err)
				}
				p.queues = append(p.queues, queue)
			}
		}
	}
	for _, queue := range p.queues {
		got, err := queue.FetchNoWait(1)
		if err != nil {
			return nil, notThere(err)
		}
		for msg := range got.Messages() {
			pair, err := decode[PairMessage](msg.Data(), maxPairMessage)
			return &Taken{pair, msg}, err
		}
	}
	return nil, nil
}

// Answer hands in a result, written as workers write it.
func (p *Pretender) Answer(ctx context.Context, r *Result) error {
	r.Sum = r.seal()
	data, err := encode(r, maxResultMessage)
	if err != nil {
		return err
	}
	return p.Send(ctx, r.Match, r.Number, data)
}

// Answers plays n pairs, whenever they are there.
func (p *Pretender) Answers(ctx context.Context, n int) error {
	for n > 0 {
		taken, err := p.Take(ctx)
		if err != nil {
			return err
		}
		if taken == nil {
			if !pause(ctx, 10*time.Millisecond) {
				return ctx.Err()
			}
			continue
		}
		if err := errors.Join(p.Answer(ctx, taken.Resigned("pretender")), taken.Msg.DoubleAck(ctx)); err != nil {
			return err
		}
		n--
	}
	return nil
}

// Send publishes anything as the result of a pair.
func (p *Pretender) Send(ctx context.Context, match string, number int, data []byte) error {
	_, err := p.Conn.js.Publish(ctx, resultSubject(match, number), data)
	return err
}

// Failure says that the pair could not be played.
func (t *Taken) Failure(worker string) *Result {
	r := newResult(t.Pair, worker, Failed)
	r.Reason = "pretended"
	return r
}

// Resigned is a result in which red resigns both games before the first move.
func (t *Taken) Resigned(worker string) *Result {
	r := newResult(t.Pair, worker, Played)
	for i, g := range t.Pair.Games {
		setups := g.Setups
		if setups == nil {
			s := stratego.ShuffledSetup(stratego.Classic, rand.New(rand.NewPCG(g.Seed, 0))).String()
			setups = &[2]string{s, s}
		}
		r.Games = append(r.Games, GameMade{Number: t.Pair.Number + i, Setups: *setups, Winner: stratego.Blue.String(), Reason: stratego.Resigned.String()})
	}
	return r
}

// Files lists the hashes of the files on the server.
func (c *Conn) Files(ctx context.Context) (list []string, err error) {
	files, err := c.files(ctx)
	if err != nil {
		return nil, err
	}
	objects, err := files.List(ctx)
	if errors.Is(err, jetstream.ErrNoObjectsFound) {
		return nil, nil
	}
	for _, o := range objects {
		list = append(list, o.Name)
	}
	slices.Sort(list)
	return list, err
}

// DeleteFile deletes a file that is needed.
func (c *Conn) DeleteFile(ctx context.Context, sum string) error {
	files, err := c.files(ctx)
	if err != nil {
		return err
	}
	return files.Delete(ctx, sum)
}

// Reconnect breaks the connection, which comes back.
func (c *Conn) Reconnect() error { return c.nc.ForceReconnect() }

// Raw publishes anything anywhere.
func (c *Conn) Raw(subject string, data []byte) error { return c.nc.Publish(subject, data) }

// Listen hands every result to f as it is published, if the connection may.
func (c *Conn) Listen(f func(subject string, data []byte)) error {
	_, err := c.nc.Subscribe(resultSubjects+">", func(m *nats.Msg) { f(m.Subject, m.Data) })
	return err
}

// Genuine says whether a message is a result as workers write it.
func Genuine(data []byte) bool {
	_, err := decode[Result](data, maxResultMessage)
	return err == nil
}

// Messages counts what went through a connection.
func Messages(c *Conn) uint64 {
	s := c.nc.Stats()
	return s.InMsgs + s.OutMsgs
}

// Judged is judged.
var Judged = judged

// ReferenceSpeed is referenceSpeed.
const ReferenceSpeed = referenceSpeed

// PairSubject names the pairs of all matches.
const PairSubject = pairSubjects
