package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Role is what a connection is for. Each has rights of its own (docs/cluster.md), and
// hears answers under a prefix of its own.
type Role string

// The roles.
const (
	RoleCoordinator Role = "coordinator"
	RoleWorker      Role = "worker"
	RoleOnlooker    Role = "onlooker"
)

// inbox is the prefix of the subjects on which a role hears answers.
func (r Role) inbox() string { return "_INBOX_marengo_" + string(r) }

// Options say how to reach a cluster.
type Options struct {
	URL         string
	Credentials string // a file: NATS credentials, or the seed of an nkey
	CA          string // a file of certificates that the server's must come from
	Role        Role
	Wait        time.Duration     // keep trying so long until a server answers
	Note        func(text string) // takes what a person should know; may be nil
}

// Conn is a connection to a cluster's server. It comes back by itself when it breaks.
type Conn struct {
	nc   *nats.Conn
	js   jetstream.JetStream
	note func(text string)

	mu   sync.Mutex
	back chan struct{} // closed when the connection has come back
	over chan struct{} // closed when it never will
}

// The times of a connection.
const (
	dialLimit      = 5 * time.Second
	reconnectPause = time.Second
	requestLimit   = 5 * time.Second  // of one question to the server: one that is lost is asked again
	publishLimit   = 20 * time.Second // of pairs that were sent together
	maxUnconfirmed = 2 * batch        // pairs that were sent and not confirmed
)

// ErrClosed says that a server refuses the connection for good.
var ErrClosed = errors.New("the cluster's server refuses the connection")

// Dial connects to a cluster.
func Dial(ctx context.Context, o Options) (*Conn, error) {
	c := &Conn{note: o.Note, back: make(chan struct{}), over: make(chan struct{})}
	if c.note == nil {
		c.note = func(string) {}
	}
	options := []nats.Option{
		nats.Name("marengo " + string(o.Role)), nats.CustomInboxPrefix(o.Role.inbox()),
		nats.MaxReconnects(-1), nats.ReconnectWait(reconnectPause), nats.Timeout(dialLimit),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				c.note(fmt.Sprintf("the cluster's server is gone (%v); trying to reach it again", err))
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) {
			c.note("the cluster's server is there again")
			c.announceReturn()
		}),
		nats.ClosedHandler(func(*nats.Conn) { close(c.over) }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if !errors.Is(err, nats.ErrSlowConsumer) {
				c.note("the cluster's server says: " + err.Error())
			}
		}),
	}
	more, err := o.identity()
	if err != nil {
		return nil, err
	}
	if c.nc, err = c.connect(ctx, o, append(options, more...)); err != nil {
		return nil, fmt.Errorf("cluster %s: %w", withoutSecrets(o.URL), err)
	}
	if c.js, err = jetstream.New(c.nc, jetstream.WithDefaultTimeout(requestLimit), jetstream.WithPublishAsyncMaxPending(maxUnconfirmed),
		jetstream.WithPublishAsyncTimeout(publishLimit)); err != nil {
		c.nc.Close()
		return nil, fmt.Errorf("cluster %s: %w", withoutSecrets(o.URL), err)
	}
	return c, nil
}

// connect tries to reach a server, as long as none answers and there is time.
func (c *Conn) connect(ctx context.Context, o Options, options []nats.Option) (*nats.Conn, error) {
	began, told := time.Now(), false
	for {
		nc, err := nats.Connect(o.URL, options...)
		if err == nil {
			return nc, nil
		}
		if !nobodyAnswers(err) || time.Since(began) >= o.Wait {
			return nil, err
		}
		if !told {
			c.note(fmt.Sprintf("no server answers at %s (%v); trying again", withoutSecrets(o.URL), err))
			told = true
		}
		if !pause(ctx, reconnectPause) {
			return nil, ctx.Err()
		}
	}
}

// nobodyAnswers says that there is no server, or one that is only just starting.
func nobodyAnswers(err error) bool {
	var dial *net.OpError
	return errors.As(err, &dial) || errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout) || errors.Is(err, io.EOF)
}

// identity reads the files that say who we are and whom to trust.
func (o Options) identity() (list []nats.Option, err error) {
	if o.CA != "" {
		if _, err := os.Stat(o.CA); err != nil {
			return nil, fmt.Errorf("certificates: %w", err)
		}
		list = append(list, nats.RootCAs(o.CA))
	}
	if o.Credentials == "" {
		return list, nil
	}
	text, err := os.ReadFile(o.Credentials)
	if err != nil {
		return nil, fmt.Errorf("credentials: %w", err)
	}
	if strings.Contains(string(text), "NATS USER JWT") {
		return append(list, nats.UserCredentials(o.Credentials)), nil
	}
	key, err := nats.NkeyOptionFromSeed(o.Credentials)
	if err != nil {
		return nil, fmt.Errorf("credentials %s are neither NATS credentials nor the seed of a key: %w", o.Credentials, err)
	}
	return append(list, key), nil
}

// withoutSecrets is a URL as it may be shown.
func withoutSecrets(url string) string {
	scheme, rest, found := strings.Cut(url, "://")
	if !found {
		scheme, rest = "nats", url
	}
	if i := strings.LastIndexByte(rest, '@'); i >= 0 {
		rest = rest[i+1:]
	}
	return scheme + "://" + rest
}

// Close ends the connection.
func (c *Conn) Close() { c.nc.Close() }

// announceReturn tells those who wait that the server is there again.
func (c *Conn) announceReturn() {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.back)
	c.back = make(chan struct{})
}

// returned returns a channel that is closed when the connection next comes back.
func (c *Conn) returned() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.back
}

// limited gives a question to the server its time. One that was asked before the server
// went away is not answered when it is back, and ends then.
func (c *Conn) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, requestLimit)
	back := c.returned()
	go func() {
		select {
		case <-back:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

// asking asks the server one thing within its time.
func (c *Conn) asking(ctx context.Context, f func(ctx context.Context) error) error {
	ctx, cancel := c.limited(ctx)
	defer cancel()
	return f(ctx)
}

// pause waits, unless the context ends first.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}
