package main

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"marengo/store"
)

// The match that is broken in every way: few enough games to play twice, too many to be
// over before all has happened to it.
const (
	brokenGames = 800
	brokenLease = 2 * time.Second
	brokenLimit = 5 * time.Minute // for any step, however busy the machine is
)

// chaos is a cluster of processes on this machine, and who disturbs it.
type chaos struct {
	t       testing.TB
	dir     string
	url     string
	server  *exec.Cmd
	workers []*exec.Cmd
	begun   []*exec.Cmd // all of them
	rng     *rand.Rand
	said    lockedBuffer
}

// lockedBuffer takes what several processes say.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// begin starts a process that is killed at the end of the test, if it is still there.
func (c *chaos) begin(args ...string) *exec.Cmd {
	c.t.Helper()
	cmd := program(args...)
	cmd.Stdout, cmd.Stderr = &c.said, &c.said
	if err := cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	c.begun = append(c.begun, cmd)
	return cmd
}

// finish runs the program to its end and returns what it prints.
func (c *chaos) finish(args ...string) string {
	c.t.Helper()
	cmd := program(args...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &c.said
	if err := cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	c.begun = append(c.begun, cmd)
	limit := time.AfterFunc(brokenLimit, func() { _ = cmd.Process.Kill() })
	defer limit.Stop()
	if err := cmd.Wait(); err != nil {
		c.t.Fatalf("marengo %s: %v\n%s", strings.Join(args, " "), err, c.said.String())
	}
	return out.String()
}

// waitFor waits until a match has as many games.
func (c *chaos) waitFor(db *store.DB, games int) {
	c.t.Helper()
	for deadline := time.Now().Add(brokenLimit); stored(db) < games; time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			c.t.Fatalf("no %d games after %v\n%s", games, brokenLimit, c.said.String())
		}
	}
}

// kill ends a process at once.
func kill(cmd *exec.Cmd) {
	// A process that has ended by itself cannot be killed, and its status says nothing here.
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}

// serve starts the server, at first on any port, and waits until it says where it is.
func (c *chaos) serve() {
	c.t.Helper()
	listen := "127.0.0.1:0"
	if c.url != "" {
		listen = strings.TrimPrefix(c.url, "nats://")
	}
	c.server = program("cluster", "--listen", listen, "--store", filepath.Join(c.dir, "queue"))
	out, err := c.server.StdoutPipe()
	if err != nil {
		c.t.Fatal(err)
	}
	c.server.Stderr = &c.said
	if err := c.server.Start(); err != nil {
		c.t.Fatal(err)
	}
	c.begun = append(c.begun, c.server)
	line, err := bufio.NewReader(out).ReadString('\n')
	words := strings.Fields(line)
	if err != nil || len(words) < 3 {
		c.t.Fatalf("the server said %q (%v)\n%s", line, err, c.said.String())
	}
	c.url = strings.TrimSuffix(words[2], ",")
}

// work starts a worker in place i.
func (c *chaos) work(i int) {
	c.t.Helper()
	for len(c.workers) <= i {
		c.workers = append(c.workers, nil)
	}
	c.workers[i] = c.begin("worker", "--cluster", c.url, "--name", "worker-"+strconv.Itoa(i)+"-"+strconv.Itoa(c.rng.IntN(1e6)), "--files", filepath.Join(c.dir, "files"), "--quiet")
}

func (c *chaos) signal(i int, s syscall.Signal) {
	c.t.Helper()
	if err := c.workers[i].Process.Signal(s); err != nil {
		c.t.Fatal(err)
	}
}

func brokenArgs(db string) []string {
	return []string{"match", "star:depth=1", "careful", "--db", db, "--games", strconv.Itoa(brokenGames), "--seed", "9", "--nodes", "200", "--quiet"}
}

// A match whose workers, server and coordinator are killed and started again, some
// stopped beyond their leases, while a client sends every result again, changed, and
// under wrong names: every pair is played once, and the games are those of a local run.
func TestClusterPlaysAsLocal(t *testing.T) {
	c := &chaos{t: t, dir: t.TempDir(), rng: rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))}
	whole, broken := filepath.Join(c.dir, "whole.db"), filepath.Join(c.dir, "broken.db")
	want := output(t, append(brokenArgs(whole), "--csv", "--concurrency", "2")...)

	t.Cleanup(func() {
		for _, cmd := range c.begun {
			kill(cmd)
		}
	})
	c.serve()
	for i := range 4 {
		c.work(i)
	}
	stop := c.disturb()
	defer stop()
	db := openDB(t, broken)
	match := c.begin(append(brokenArgs(broken), "--cluster", c.url, "--lease", brokenLease.String())...)
	resume := []string{"match", "--resume", "1", "--db", broken, "--quiet", "--cluster", c.url, "--lease", brokenLease.String()}
	more := func() { c.waitFor(db, stored(db)+4) }

	more()
	for range 2 { // workers are killed, and others come
		i := c.rng.IntN(len(c.workers))
		kill(c.workers[i])
		more()
		c.work(i)
	}
	// All are stopped beyond their leases. Those that go on first play the pairs that the
	// others hold; what these then hand in came too late.
	for i := range c.workers {
		c.signal(i, syscall.SIGSTOP)
	}
	time.Sleep(2 * brokenLease)
	for i := range c.workers[1:] {
		c.signal(i+1, syscall.SIGCONT)
	}
	more()
	c.signal(0, syscall.SIGCONT)
	more()
	kill(match) // the coordinator, whose workers play on
	match = c.begin(resume...)
	more()
	kill(c.server)
	c.serve()
	more()
	kill(match) // and all at once
	kill(c.server)
	kill(c.workers[1])
	c.serve()
	c.work(1)
	if n := stored(db); n == 0 || n >= brokenGames {
		t.Fatalf("%d games stored after all that, want some to be missing", n)
	}
	got := c.finish(append(resume, "--csv")...)

	if withoutTimes(t, got) != withoutTimes(t, want) {
		t.Errorf("cluster\n%s\nlocal\n%s", got, want)
	}
	for _, db := range []string{whole, broken} {
		output(t, "games", "export", "--match", "1", "--db", db, "--out", db+".games")
	}
	a, b := folder(t, whole+".games"), folder(t, broken+".games")
	if len(a) != brokenGames || len(b) != brokenGames {
		t.Fatalf("%d and %d games, want %d", len(a), len(b), brokenGames)
	}
	for name, text := range a {
		if b[name] != text {
			t.Errorf("%s differs", name)
		}
	}
	status := output(t, "cluster", "status", "--cluster", c.url)
	if !strings.Contains(status, "finished") || !strings.Contains(status, "dropped messages") {
		t.Errorf("the status does not tell of it:\n%s", status)
	}
	c.signal(2, syscall.SIGTERM)
	if err := c.workers[2].Wait(); err != nil {
		t.Errorf("a worker that was told to end: %v\n%s", err, c.said.String())
	}
}

// disturb sends what results there are again: whole, changed, cut, late, and under the
// names of other pairs. It returns what ends it.
func (c *chaos) disturb() (stop func()) {
	c.t.Helper()
	nc, err := nats.Connect(c.url, nats.NoEcho(), nats.MaxReconnects(-1), nats.ReconnectWait(100*time.Millisecond))
	if err != nil {
		c.t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var late [][]byte
	_, err = nc.Subscribe("marengo.result.>", func(m *nats.Msg) {
		if len(m.Data) == 0 {
			return
		}
		changed := bytes.Clone(m.Data)
		changed[rng.IntN(len(changed))] ^= 1 << rng.IntN(7)
		late = append(late, m.Data)
		parts := strings.Split(m.Subject, ".")
		other := fmt.Sprintf("%s.%s.%s.%d", parts[0], parts[1], parts[2], 2*rng.IntN(brokenGames/2))
		for _, out := range []*nats.Msg{
			{Subject: m.Subject, Data: changed},
			{Subject: m.Subject, Data: m.Data},
			{Subject: m.Subject, Data: m.Data[:len(m.Data)/2]},
			{Subject: other, Data: m.Data},
			{Subject: m.Subject, Data: late[rng.IntN(len(late))]},
			{Subject: "marengo.pair." + parts[2] + ".0123456789abcdef.2", Data: changed},
		} {
			// While the server is away nothing can be disturbed.
			_ = nc.PublishMsg(out)
		}
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return nc.Close
}

// The commands of a cluster say in a sentence what is wrong with their input.
func TestClusterRefusals(t *testing.T) {
	t.Setenv(envCluster, "")
	refused(t, "token", "cluster", "--listen", "0.0.0.0:0", "--store", t.TempDir())
	refused(t, "which cluster", "worker")
	refused(t, "which cluster", "cluster", "status")
	refused(t, "--slots", "worker", "--slots", "-1", "--cluster", "nats://127.0.0.1:1")
	refused(t, "--lease", "match", "random", "careful", "--lease", "5s", "--db", filepath.Join(t.TempDir(), "m.db"))
	refused(t, "--concurrency", "match", "random", "careful", "--concurrency", "2", "--cluster", "nats://127.0.0.1:1", "--db", filepath.Join(t.TempDir(), "m.db"))
	keys := filepath.Join(t.TempDir(), "keys")
	mustRun(t, "cluster", "config", keys)
	refused(t, "exists", "cluster", "config", keys)
	if info, err := os.Stat(filepath.Join(keys, "worker.key")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key is not its owner's alone: %v %v", info.Mode(), err)
	}
}
