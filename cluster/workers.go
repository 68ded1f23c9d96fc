package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"marengo/agents"
	"marengo/arena"
	"marengo/store"
)

// Workers is arena.Workers on a cluster: it coordinates a match that others play.
type Workers struct {
	Conn  *Conn
	Find  arena.Finder // the players, as this machine names them
	Kind  string       // match, tournament, tune or experiment
	Title string       // what is played, in words

	// Key names a match that is stored, so that a later run goes on with it. Without
	// one every call of Play is a match of its own that nobody goes on with.
	Key string

	// Sequential matches read their pairs in order: one that cannot be played ends them.
	Sequential bool

	Lease    time.Duration          // a worker that is silent so long has lost its pair; 0: defaultLease
	Standing func() []arena.Meeting // how things stand, asked between calls of next and keep; may be nil
	Note     func(text string)      // takes what a person should know; may be nil
}

// Play implements arena.Workers.
func (w *Workers) Play(ctx context.Context, next func() (*arena.Pair, error), keep func(...*store.Game) error) error {
	c := &coordinator{Workers: w, next: next, keep: keep, waiting: make(map[int]*task), players: make(map[store.Player]int),
		lots: make(map[string]bool), began: time.Now()}
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	c.match = Match{V: version, Key: w.Key, Kind: oneLine(w.Kind), Title: oneLine(w.Title), Host: oneLine(host), State: Running,
		Lasting: w.Key != "", Lease: w.Lease, Platform: platform, Began: c.began, Dropped: make(map[string]int)}
	if w.Key == "" {
		c.match.Key = NewKey()
	}
	if w.Lease == 0 {
		c.match.Lease = defaultLease
	}
	return c.run(ctx)
}

// Close ends the connection, once the files that no running match needs are deleted.
func (w *Workers) Close() {
	defer w.Conn.Close()
	if !w.Conn.nc.IsConnected() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), leaveLimit)
	defer cancel()
	w.sweep(ctx, nil)
}

func (w *Workers) sweep(ctx context.Context, needed []string) {
	if err := w.Conn.sweep(ctx, needed); err != nil {
		w.say("files that nobody needs could not be deleted, a later match does it: %v", err)
	}
}

func (w *Workers) say(format string, args ...any) {
	if w.Note != nil {
		w.Note(fmt.Sprintf(format, args...))
	}
}

// portable names a player of this machine as others do, and returns the data it needs.
func (w *Workers) portable(want store.Player) (Player, []agents.Data, error) {
	c, err := w.Find(want.Name)
	if err != nil {
		return Player{}, nil, err
	}
	f, ok := c.(*agents.Factory)
	if !ok {
		return Player{}, nil, fmt.Errorf("agent %q is none that other machines know", want.Name)
	}
	if is := arena.Identity(c); is != want {
		return Player{}, nil, fmt.Errorf("agent %q has other files or another revision than when it was asked for", want.Name)
	}
	p, err := f.Portable()
	if err != nil {
		return Player{}, nil, err
	}
	is := Player{Agent: p.Agent, Revision: f.Revision(), Data: f.Hashes(), Kernel: f.Kernel(), Imported: p.Imported}
	return is, p.Data, is.check()
}

// FailedError is pairs that workers could not play, often enough.
type FailedError struct {
	Numbers []int
	Last    Failure
}

func (e *FailedError) Error() string {
	return fmt.Sprintf("%d pairs could not be played on %d tries each; the last was number %d on %s: %s",
		len(e.Numbers), maxTries, e.Last.Number, e.Last.Worker, e.Last.Reason)
}

// maxTries is on how many workers a pair is tried.
const maxTries = 3

// permanent is an error that trying again does not mend.
func permanent(err error) bool {
	var failed *FailedError
	return errors.As(err, &failed)
}
