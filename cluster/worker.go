package cluster

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"marengo/agents"
	"marengo/nn"
)

// platform is what arithmetic depends on.
const platform = runtime.GOARCH

// Worker plays pairs of all matches of a cluster.
type Worker struct {
	Conn    *Conn
	Name    string // among all workers
	Version string // of the program
	Slots   int    // games at a time
	Folder  string // keeps the files that players load
	Engines []string
	Grace   time.Duration // that games get to end in, when the worker is told to

	// Bench measures a slot's speed in nodes a second.
	Bench func(ctx context.Context) (float64, error)

	// Show takes what the worker plays; Note what a person should know. Both may be nil.
	Show func(Machine)
	Note func(text string)
}

// working is a Worker at work.
type working struct {
	*Worker
	cache   cache
	engines map[string]string // command lines by how a portable agent string names them
	began   time.Time

	mu      sync.Mutex
	machine Machine
	matches map[string]*offer
	players map[string]*agents.Factory // by what was sent
	refused map[string]refusal         // by match and lot
	playing map[int]Playing            // by slot
	speeds  []float64                  // the latest, nodes a second
	news    chan struct{}              // closed when there may be more to play

	taking sync.Mutex // one slot looks for work at a time
}

// offer is a match as a worker sees it.
type offer struct {
	match   *Match
	heard   time.Time     // when its coordinator last said something
	playing int           // slots
	served  time.Duration // time of slots spent on it
	queues  map[string]jetstream.Consumer
	first   int // the lot to ask first
}

// The times of a worker.
const (
	accountEvery = 2 * time.Second
	machineEvery = 10 * time.Second
	idleLeast    = 100 * time.Millisecond // between two looks for work
	idleMost     = 2 * time.Second
	silentLimit  = time.Minute // after which a match that is not stored is left alone
)

// Run plays until ctx ends; then it finishes what it plays, or hands it back.
func (w *Worker) Run(ctx context.Context) error {
	k := &working{Worker: w, cache: cache{w.Conn, w.Folder}, engines: make(map[string]string), began: time.Now(),
		matches: make(map[string]*offer), players: make(map[string]*agents.Factory), refused: make(map[string]refusal),
		playing: make(map[int]Playing), news: make(chan struct{})}
	if err := k.introduce(ctx); err != nil {
		return err
	}
	play, stopPlaying := context.WithCancel(context.WithoutCancel(ctx))
	defer stopPlaying()
	beside, stopBeside := context.WithCancel(context.WithoutCancel(ctx))
	taking, stopTaking := context.WithCancelCause(ctx)
	defer stopTaking(nil)
	var slots, others sync.WaitGroup
	others.Go(func() { k.watch(beside) })
	others.Go(func() { k.announce(beside) })
	others.Go(func() { k.measure(taking) })
	for i := range w.Slots {
		slots.Go(func() { k.slot(taking, play, i) })
	}
	others.Go(func() {
		select {
		case <-w.Conn.over:
			stopTaking(ErrClosed)
		case <-beside.Done():
		}
	})
	context.AfterFunc(taking, func() {
		if pause(play, w.Grace) {
			stopPlaying()
		}
	})
	slots.Wait()
	stopBeside()
	others.Wait()
	if err := context.Cause(taking); errors.Is(err, ErrClosed) {
		return err
	}
	k.farewell()
	return nil
}

// introduce finds out what the worker can do.
func (k *working) introduce(ctx context.Context) error {
	if err := os.MkdirAll(k.Folder, 0o755); err != nil {
		return fmt.Errorf("worker: %w", err)
	}
	k.machine = Machine{V: version, ID: k.Name, Version: oneLine(k.Version), Platform: platform, Kernel: nn.Kernels()[0].String(), Slots: k.Slots, Began: k.began,
		Dropped: make(map[string]int)}
	for _, line := range k.Engines {
		f, err := agents.Parse("cmd:" + line)
		if err != nil {
			return err
		}
		p, err := f.Portable()
		if err != nil {
			return err
		}
		name := p.Agent[len("cmd:"):]
		k.engines[name] = line
		k.machine.Engines = append(k.machine.Engines, name[len(hashedFile):])
	}
	for _, e := range agents.Table() {
		if e.Free {
			continue
		}
		f, err := agents.Parse(e.Name)
		if err != nil {
			k.say("%s is not played here: %v", e.Name, err)
			continue
		}
		k.machine.Agents = append(k.machine.Agents, Player{Agent: e.Name, Revision: f.Revision(), Data: f.Hashes(), Kernel: f.Kernel()})
	}
	return k.bench(ctx)
}

func (w *Worker) say(format string, args ...any) {
	if w.Note != nil {
		w.Note(fmt.Sprintf(format, args...))
	}
}

// watch listens to what coordinators announce.
func (k *working) watch(ctx context.Context) {
	for ctx.Err() == nil {
		if err := k.listen(ctx); err != nil && ctx.Err() == nil && !errors.Is(err, jetstream.ErrBucketNotFound) {
			k.say("the matches cannot be heard of, trying again: %v", err)
		}
		pause(ctx, reconnectPause)
	}
}

// listen hears announcements until the server has been away: then it hears all of them
// anew, since a watch need not outlive what it watched.
func (k *working) listen(ctx context.Context) error {
	back := k.Conn.returned()
	kv, err := k.Conn.bucket(ctx, matchBucket)
	if err != nil {
		return err
	}
	watch, err := kv.WatchAll(ctx)
	if err != nil {
		return err
	}
	defer watch.Stop() // nothing is left to do about its failure
	there := make(map[string]bool)
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-back:
			return nil
		case e, ok := <-watch.Updates():
			switch {
			case !ok:
				return errors.New("the server ended its announcements")
			case e == nil: // all that there are have been heard
				k.keepOnly(there)
			default:
				there[e.Key()] = true
				k.hear(e)
			}
		}
	}
}

// keepOnly forgets matches that are no longer there.
func (k *working) keepOnly(there map[string]bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for key := range k.matches {
		if !there[key] {
			delete(k.matches, key)
			k.forget(key)
		}
	}
}

// hear takes an announcement in.
func (k *working) hear(e jetstream.KeyValueEntry) {
	k.mu.Lock()
	defer k.mu.Unlock()
	known := k.matches[e.Key()]
	if e.Operation() != jetstream.KeyValuePut {
		delete(k.matches, e.Key())
		k.forget(e.Key())
		return
	}
	m, err := decode[Match](e.Value(), maxAnnouncement)
	if err == nil && m.Key != e.Key() {
		err = drop(malformed, "match %s is announced as %.80q", m.Key, e.Key())
	}
	if err != nil {
		k.machine.Dropped[whyDropped(err)]++
		return
	}
	if m.State != Running {
		delete(k.matches, m.Key)
		k.forget(m.Key)
		return
	}
	if known == nil {
		known = &offer{queues: make(map[string]jetstream.Consumer), served: k.leastServed()}
		k.matches[m.Key] = known
	}
	known.match, known.heard = m, time.Now()
	close(k.news)
	k.news = make(chan struct{})
}

// forget drops what was said of a match that is over.
func (k *working) forget(match string) {
	maps.DeleteFunc(k.refused, func(_ string, r refusal) bool { return r.Match == match })
}

// announce says how the worker does: soon when that has changed, and else every now and
// then.
func (k *working) announce(ctx context.Context) {
	last := Machine{}
	for {
		m := k.account()
		if k.Show != nil {
			k.Show(m)
		}
		if changed := m.Done != last.Done || m.Failed != last.Failed || len(m.Playing) != len(last.Playing) || len(m.Refused) != len(last.Refused); k.Conn.nc.IsConnected() &&
			(changed || m.Updated.Sub(last.Updated) >= machineEvery) {
			last = m
			if err := k.Conn.putMachine(ctx, &m); err != nil && ctx.Err() == nil && !errors.Is(err, jetstream.ErrNoStreamResponse) {
				k.say("the server does not hear us, trying again: %v", err)
			}
		}
		if !pause(ctx, accountEvery) {
			return
		}
	}
}

// account says how the worker does.
func (k *working) account() Machine {
	k.mu.Lock()
	defer k.mu.Unlock()
	m := k.machine
	m.Updated = time.Now()
	m.PerHour = float64(m.Done) / max(time.Since(k.began).Hours(), 1./3600)
	m.Playing = nil
	for _, slot := range slices.Sorted(maps.Keys(k.playing)) {
		m.Playing = append(m.Playing, k.playing[slot])
	}
	m.Refused = nil
	for _, name := range slices.Sorted(maps.Keys(k.refused))[:min(len(k.refused), maxRefusals)] {
		m.Refused = append(m.Refused, k.refused[name].Refusal)
	}
	m.Dropped = maps.Clone(m.Dropped)
	return m
}

// farewell says that the worker is gone.
func (k *working) farewell() {
	k.mu.Lock()
	k.machine.Leaving = true
	k.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), dialLimit)
	defer cancel()
	m := k.account()
	if err := k.Conn.putMachine(ctx, &m); err != nil {
		k.say("the server did not hear us go: %v", err)
	}
}

// NewName makes a worker's name of its host's.
func NewName(host string) string {
	name := []byte(filepath.Base(host))
	for i, b := range name {
		if !(b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '-') {
			name[i] = '-'
		}
	}
	return fmt.Sprintf("%s-%s", name[:min(len(name), 60)], NewKey()[:4])
}
