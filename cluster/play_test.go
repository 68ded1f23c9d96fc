package cluster_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"marengo/agent"
	"marengo/agents"
	"marengo/arena"
	"marengo/cluster"
	"marengo/cluster/server"
	"marengo/store"
	"marengo/stratego"
)

// patience is how long anything may take that does not hang.
const patience = 2 * time.Minute

// lab is a server with all that is needed to use it.
type lab struct {
	t      testing.TB
	conns  []*cluster.Conn
	store  string
	listen string
	server *server.Server
}

func newLab(t testing.TB) *lab {
	t.Helper()
	l := &lab{t: t, store: t.TempDir(), listen: "127.0.0.1:0"}
	l.start()
	l.listen = strings.TrimPrefix(l.server.URL(), "nats://")
	t.Cleanup(func() { l.server.Stop() })
	return l
}

func (l *lab) start() {
	l.t.Helper()
	var err error
	if l.server, err = server.Start(server.Options{Listen: l.listen, Store: l.store}); err != nil {
		l.t.Fatal(err)
	}
}

// dial connects in a role.
func (l *lab) dial(o cluster.Options) *cluster.Conn {
	l.t.Helper()
	if o.URL == "" {
		o.URL = l.server.URL()
	}
	o.Wait = patience
	c, err := cluster.Dial(context.Background(), o)
	if err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(c.Close)
	l.conns = append(l.conns, c)
	return c
}

// worker starts a worker that ends with the test.
func (l *lab) worker(name string, change func(*cluster.Worker)) {
	l.t.Helper()
	w := &cluster.Worker{Name: name, Version: "test", Slots: 1, Folder: l.t.TempDir(),
		Bench: func(context.Context) (float64, error) { return 1e6, nil }}
	if change != nil {
		change(w)
	}
	if w.Conn == nil {
		w.Conn = l.dial(cluster.Options{Role: cluster.RoleWorker})
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.Run(ctx) }()
	l.t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			l.t.Error(err)
		}
	})
}

func find(text string) (arena.Contender, error) { return agents.Parse(text) }

// workers coordinates from this process.
func (l *lab) workers(note func(string)) *cluster.Workers {
	return &cluster.Workers{Conn: l.dial(cluster.Options{Role: cluster.RoleCoordinator}), Find: find, Kind: "test", Title: "a test", Lease: 5 * time.Second, Note: note}
}

// fewPlies ends a game before it costs anything.
func fewPlies(t testing.TB) stratego.Rules {
	t.Helper()
	r, err := stratego.ParseRules("two=3,scout=true,more=true,quiet=100,plies=60")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// pairs makes pairs of two players on boards of their own.
func pairs(t testing.TB, n int, a, b string, budget agent.Budget) arena.Series {
	t.Helper()
	var players [2]store.Player
	for i, text := range []string{a, b} {
		c, err := find(text)
		if err != nil {
			t.Fatal(err)
		}
		players[i] = arena.Identity(c)
	}
	rules := fewPlies(t)
	return arena.Series{Pairs: n, Pair: func(i int) (*arena.Pair, error) {
		return &arena.Pair{Players: players, Terms: arena.Terms{Rules: rules, Budget: budget},
			Games: [2]arena.PairGame{{Seed: uint64(2 * i)}, {Seed: uint64(2*i + 1)}}}, nil
	}}
}

// each gives the pairs of a series one by one.
func each(s arena.Series) func() (*arena.Pair, error) {
	at := 0
	return func() (*arena.Pair, error) {
		if at == s.Pairs {
			return nil, nil
		}
		p, err := s.Pair(at)
		p.Number = 2 * at
		at++
		return p, err
	}
}

// play plays a series and returns its games by number.
func play(w arena.Workers, s arena.Series) (map[int]*store.Game, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	games := make(map[int]*store.Game)
	err := w.Play(ctx, each(s), func(list ...*store.Game) error {
		for _, g := range list {
			if games[g.Number] != nil {
				return fmt.Errorf("game %d came twice", g.Number)
			}
			games[g.Number] = g
		}
		return nil
	})
	return games, err
}

// same says whether two runs gave the same games.
func same(t *testing.T, got, want map[int]*store.Game) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d games, want %d", len(got), len(want))
	}
	for n, g := range want {
		is := got[n]
		if is == nil || fmt.Sprint(is.Moves, is.Setups, is.Winner, is.Reason, is.Red, is.Blue, is.Seed) != fmt.Sprint(g.Moves, g.Setups, g.Winner, g.Reason, g.Red, g.Blue, g.Seed) {
			t.Errorf("game %d differs", n)
		}
	}
}

// Two workers play what this process alone would have played, and nothing is left on
// the server.
func TestWorkersPlayAsLocal(t *testing.T) {
	l := newLab(t)
	l.worker("one", nil)
	l.worker("two", func(w *cluster.Worker) { w.Slots = 2 })
	s := pairs(t, 30, "careful", "lewis", agent.Budget{Nodes: 10})
	got, err := play(l.workers(nil), s)
	if err != nil {
		t.Fatal(err)
	}
	want, err := play(arena.Local{Find: find}, s)
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, want)
	status, err := l.dial(cluster.Options{Role: cluster.RoleOnlooker}).Status(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if status.Queued != 0 || status.Results != 0 || len(status.Matches) != 0 || len(status.Dropped) != 0 {
		t.Errorf("left on the server: %+v", status)
	}
}

// A match that has enough withdraws what is queued.
func TestEnoughWithdraws(t *testing.T) {
	l := newLab(t)
	l.worker("one", nil)
	s := pairs(t, 5000, "random", "careful", agent.Budget{Nodes: 10})
	kept, enough := 0, 0
	w := l.workers(nil)
	w.Key = cluster.NewKey()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	err := w.Play(ctx, each(s), func(games ...*store.Game) error {
		enough++
		kept += len(games)
		return arena.ErrEnough
	})
	if err != nil || enough != 1 || kept == 0 || kept == 2*s.Pairs {
		t.Fatalf("%v after %d games, handed in %d times; want none after a few, handed in once", err, kept, enough)
	}
	status, err := w.Conn.Status(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if status.Queued != 0 || len(status.Matches) != 1 || status.Matches[0].State != cluster.Finished {
		t.Errorf("%d pairs are still queued, matches %+v", status.Queued, status.Matches)
	}
}

// Results that could not be stored stay on the stream: the next run finds them, and
// queues none of their pairs.
func TestResultsStayUntilStored(t *testing.T) {
	const all = 4 // as many as are queued at once: the first run ends when they are answered
	l, key := newLab(t), cluster.NewKey()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	p := cluster.Pretender{Conn: l.dial(cluster.Options{Role: cluster.RoleWorker})}
	answered := make(chan error, 1)
	go func() { answered <- p.Answers(ctx, all) }()
	run := func(keep func(...*store.Game) error) error {
		w := l.workers(nil)
		w.Key = key
		return w.Play(ctx, each(pairs(t, all, "random", "careful", agent.Budget{Nodes: 10})), keep)
	}
	full := errors.New("the disk is full")
	if err := run(func(...*store.Game) error { return errors.Join(<-answered, full) }); !errors.Is(err, full) {
		t.Fatal(err)
	}
	onlooker := l.dial(cluster.Options{Role: cluster.RoleOnlooker})
	kept := make(map[int]bool)
	err := run(func(games ...*store.Game) error {
		for _, g := range games {
			kept[g.Number] = true
		}
		status, err := onlooker.Status(ctx)
		if err == nil && status.Queued > 0 {
			err = fmt.Errorf("%d pairs are queued that were played", status.Queued)
		}
		return err
	})
	if err != nil || len(kept) != 2*all {
		t.Errorf("%d games are kept, want %d: %v", len(kept), 2*all, err)
	}
}

// An engine is played only by a worker whose own configuration names it; others say why
// they leave it. One that fails on every try is reported in the end.
func TestEngines(t *testing.T) {
	folder := t.TempDir()
	engine := filepath.Join(folder, "engine")
	if err := os.WriteFile(engine, []byte("#!/bin/sh\nexit 1\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	l := newLab(t)
	l.worker("without", nil)
	s := pairs(t, 1, "cmd:"+engine, "random", agent.Budget{Nodes: 10})
	type outcome struct {
		games map[int]*store.Game
		err   error
	}
	done := make(chan outcome, 1)
	w := l.workers(nil)
	w.Key = cluster.NewKey()
	go func() {
		games, err := play(w, s)
		done <- outcome{games, err}
	}()
	look := l.dial(cluster.Options{Role: cluster.RoleOnlooker})
	for deadline := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		status, err := look.Status(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if len(status.Workers) == 1 && len(status.Workers[0].Refused) == 1 && strings.Contains(status.Workers[0].Refused[0].Why, "no engine") {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("nobody says why the engine is not played: %+v", status.Workers)
		}
	}
	l.worker("with", func(w *cluster.Worker) { w.Engines = []string{engine} })
	o := <-done
	if o.err != nil || len(o.games) != 2 || arena.FaultOf(o.games[0]) == nil {
		t.Errorf("games %v, %v: want two that the engine lost by a fault", o.games, o.err)
	}
}

// A pair that cannot be played is tried three times, then reported; the others are
// played.
func TestFailuresEnd(t *testing.T) {
	l := newLab(t)
	var mu sync.Mutex
	var said bytes.Buffer
	w := l.workers(func(text string) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintln(&said, text)
	})
	ctx, stop := context.WithCancel(context.Background())
	pretender := l.dial(cluster.Options{Role: cluster.RoleWorker})
	answers := make(chan error, 1)
	go func() { answers <- answerAll(ctx, pretender, 4) }()
	games, err := play(w, pairs(t, 4, "careful", "random", agent.Budget{Nodes: 10}))
	stop()
	var failed *cluster.FailedError
	if !errors.As(err, &failed) || len(failed.Numbers) != 1 || failed.Numbers[0] != 4 || len(games) != 6 {
		t.Fatalf("%d games and %v, want 6 and pair 4 reported\n%s", len(games), err, said.String())
	}
	if err := <-answers; err != nil {
		t.Error(err)
	}
}

// answerAll pretends to play all pairs but one, which it says to fail.
func answerAll(ctx context.Context, c *cluster.Conn, fails int) error {
	p := cluster.Pretender{Conn: c}
	for ctx.Err() == nil {
		taken, err := p.Take(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		if taken == nil {
			time.Sleep(10 * time.Millisecond)
			continue
		}
		r := taken.Resigned("pretender")
		if taken.Pair.Number == fails {
			r = taken.Failure("pretender")
		}
		if err := errors.Join(p.Answer(ctx, r), taken.Msg.Ack()); err != nil && ctx.Err() == nil {
			return err
		}
	}
	return nil
}

// A server that comes back with nothing gets everything again.
func TestServerLosesItsStore(t *testing.T) {
	l := newLab(t)
	w := l.workers(nil)
	s := pairs(t, 20, "careful", "random", agent.Budget{Nodes: 10})
	done := make(chan error, 1)
	var games map[int]*store.Game
	go func() {
		var err error
		games, err = play(w, s)
		done <- err
	}()
	look := l.dial(cluster.Options{Role: cluster.RoleOnlooker})
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		status, err := look.Status(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if status.Queued == 20 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the pairs are not queued")
		}
	}
	l.server.Stop()
	l.store = t.TempDir()
	l.start()
	l.worker("one", nil)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	want, err := play(arena.Local{Find: find}, s)
	if err != nil {
		t.Fatal(err)
	}
	same(t, games, want)
}

// A worker that was there before the server lost everything hears of matches that begin
// after.
func TestWorkerHearsAgain(t *testing.T) {
	l := newLab(t)
	l.worker("one", nil)
	s := pairs(t, 2, "careful", "random", agent.Budget{Nodes: 10})
	if _, err := play(l.workers(nil), s); err != nil {
		t.Fatal(err)
	}
	l.server.Stop()
	l.store = t.TempDir()
	l.start()
	if games, err := play(l.workers(nil), s); err != nil || len(games) != 4 {
		t.Fatalf("%d games, %v", len(games), err)
	}
}

// What is malformed, changed, of another pair or sent again is dropped and counted, and
// the match ends as if nothing had been.
func TestHostileResults(t *testing.T) {
	l := newLab(t)
	hostile := cluster.Pretender{Conn: l.dial(cluster.Options{Role: cluster.RoleWorker})}
	rng := rand.New(rand.NewPCG(1, 2))
	seen := make(map[string]bool)
	if err := hostile.Conn.Listen(func(subject string, data []byte) {
		if seen[string(data)] || !cluster.Genuine(data) {
			return // its own
		}
		seen[string(data)] = true
		bad := bytes.Clone(data)
		bad[rng.IntN(len(bad))] ^= 1 << rng.IntN(7)
		for _, text := range [][]byte{data, bad, data[:len(data)/2], []byte(`{"v":2}`), []byte("\x00"), bytes.Repeat([]byte("x"), 900<<10)} {
			if err := hostile.Conn.Raw(subject, text); err != nil {
				t.Error(err)
			}
		}
		match, _, _ := strings.Cut(strings.TrimPrefix(subject, "marengo.result."), ".")
		for _, number := range []string{"0", "7", "1000000", "-1"} {
			if err := hostile.Conn.Raw("marengo.result."+match+"."+number, data); err != nil {
				t.Error(err)
			}
		}
		if err := hostile.Conn.Raw(cluster.PairSubject+match+".0123456789abcdef.3", bad); err != nil {
			t.Error(err)
		}
	}); err != nil {
		t.Fatal(err)
	}
	l.worker("one", nil)
	w := l.workers(nil)
	w.Key = cluster.NewKey()
	s := pairs(t, 12, "careful", "lewis", agent.Budget{Nodes: 10})
	got, err := play(w, s)
	if err != nil {
		t.Fatal(err)
	}
	want, err := play(arena.Local{Find: find}, s)
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, want)
	status, err := w.Conn.Status(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if len(status.Matches) != 1 || len(status.Matches[0].Dropped) < 2 {
		t.Errorf("what was dropped is not counted: %+v", status.Matches)
	}
}

// A budget in time is scaled by the worker's speed, and the factor is part of the game.
func TestTimeIsScaled(t *testing.T) {
	l := newLab(t)
	l.worker("slow", func(w *cluster.Worker) {
		w.Bench = func(context.Context) (float64, error) { return cluster.ReferenceSpeed / 2, nil }
	})
	games, err := play(l.workers(nil), pairs(t, 1, "careful", "random", agent.Budget{Time: time.Millisecond}))
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		if g.Factor != 2 {
			t.Errorf("game %d has the factor %v, want 2 of a machine half as fast", g.Number, g.Factor)
		}
	}
}

// A machine whose speed wanders plays no games by the clock.
func TestWanderingSpeed(t *testing.T) {
	for _, c := range []struct {
		speeds []float64
		aside  bool
	}{{[]float64{1e6}, false}, {[]float64{1e6, 1.1e6, 0.95e6}, false}, {[]float64{1e6, 1.1e6, 0.7e6}, true}} {
		if _, why := cluster.Judged(c.speeds); (why != "") != c.aside {
			t.Errorf("%v: %q", c.speeds, why)
		}
	}
}
