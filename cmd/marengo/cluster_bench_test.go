package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"marengo/cluster"
)

// timed runs the program and returns how long it took and what it used.
func timed(b *testing.B, args ...string) (time.Duration, *syscall.Rusage) {
	b.Helper()
	var stderr bytes.Buffer
	cmd := program(args...)
	cmd.Stderr = &stderr
	began := time.Now()
	if err := cmd.Run(); err != nil {
		b.Fatalf("marengo %s: %v\n%s", strings.Join(args, " "), err, stderr.String())
	}
	return time.Since(began), cmd.ProcessState.SysUsage().(*syscall.Rusage)
}

func used(u *syscall.Rusage) time.Duration { return time.Duration(u.Utime.Nano() + u.Stime.Nano()) }

// newBenchCluster starts a server and workers, and waits until they are ready.
func newBenchCluster(b *testing.B, workers int) *chaos {
	b.Helper()
	c := &chaos{t: b, dir: b.TempDir(), rng: rand.New(rand.NewPCG(1, 1))}
	b.Cleanup(func() {
		for _, cmd := range c.begun {
			kill(cmd)
		}
	})
	c.serve()
	for i := range workers {
		c.work(i)
	}
	return c
}

// Two workers of one slot against a local run of two games at a time, in one run: the
// same matches, in turns, from the start of the command to its end, both with a database
// and with logs. The workers are warmed up by a first match.
//
// The clock's ratio is what is aimed at, and says something only on a machine that does
// nothing else; processor time is that of all processes of the cluster together, and says
// the same on a busy one. Short pairs are the shortest that anyone plays: a search of one
// ply against a player that hardly thinks. Usual ones are of a match that measures
// something: the search as it is played, against the rules of thumb of lewis.
func BenchmarkClusterAgainstLocal(b *testing.B) {
	b.Run("short", func(b *testing.B) { againstLocal(b, 400, "star:depth=1", "careful", "--nodes", "200") })
	b.Run("usual", func(b *testing.B) { againstLocal(b, 120, "star", "lewis", "--nodes", "2000") })
}

func againstLocal(b *testing.B, games int, match ...string) {
	c := newBenchCluster(b, 2)
	args := func(seed int) []string {
		db := filepath.Join(c.dir, fmt.Sprintf("%d-%d.db", seed, c.rng.Uint32()))
		return append([]string{"match", "--games", strconv.Itoa(games), "--seed", strconv.Itoa(seed), "--quiet", "--db", db}, match...)
	}
	others := append([]*exec.Cmd{c.server}, c.workers...)
	timed(b, append(args(0), "--cluster", c.url)...)
	var local, shared, localUse, sharedUse, coordinator time.Duration
	var memory int64
	for i := range b.N {
		l, u := timed(b, append(args(i+1), "--concurrency", "2")...)
		local, localUse = local+l, localUse+used(u)
		before := usedBy(b, others)
		s, u := timed(b, append(args(i+1), "--cluster", c.url)...)
		shared, sharedUse = shared+s, sharedUse+used(u)+usedBy(b, others)-before
		coordinator, memory = coordinator+used(u), max(memory, u.Maxrss)
	}
	perPair := func(d time.Duration) float64 { return d.Seconds() * 1000 / float64(b.N*games/2) }
	b.ReportMetric(perPair(local), "ms-local/pair")
	b.ReportMetric(100*local.Seconds()/shared.Seconds(), "%-of-local")
	b.ReportMetric(perPair(shared-local), "ms-more/pair")
	b.ReportMetric(perPair(localUse), "ms-CPU-local/pair")
	b.ReportMetric(100*localUse.Seconds()/sharedUse.Seconds(), "%-of-local-CPU")
	b.ReportMetric(perPair(sharedUse-localUse), "ms-CPU-more/pair")
	b.ReportMetric(perPair(coordinator), "ms-CPU-coordinator/pair")
	b.ReportMetric(float64(memory)/1024, "MB-coordinator")
}

// usedBy is the processor time that running processes have used.
func usedBy(b *testing.B, list []*exec.Cmd) (sum time.Duration) {
	b.Helper()
	const tick = 10 * time.Millisecond // of Linux, wherever Go runs
	for _, cmd := range list {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", cmd.Process.Pid))
		if err != nil {
			b.Fatal(err)
		}
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:])) // from the state on
		for _, field := range fields[11:13] {                                     // utime and stime
			n, err := strconv.Atoi(field)
			if err != nil {
				b.Fatal(err)
			}
			sum += time.Duration(n) * tick
		}
	}
	return sum
}

// A hundred thousand queued pairs: what they cost the coordinator, while it looks after
// them. Boards that take long to draw would only take longer.
func BenchmarkClusterQueue(b *testing.B) {
	const pairs, looks = 100_000, 50 * time.Second
	for range b.N {
		c := newBenchCluster(b, 0)
		began := time.Now()
		match := c.begin("match", "random", "careful", "--games", strconv.Itoa(2*pairs), "--seed", "1", "--nodes", "10", "--quiet", "--setups", "random",
			"--db", filepath.Join(c.dir, "queue.db"), "--cluster", c.url)
		for queued(b, c) < pairs {
			time.Sleep(100 * time.Millisecond)
		}
		b.ReportMetric(pairs/time.Since(began).Seconds(), "queued/s")
		time.Sleep(looks)
		b.ReportMetric(peak(b, match), "MB-coordinator")
		b.ReportMetric(peak(b, c.server), "MB-server")
	}
}

func queued(b *testing.B, c *chaos) uint64 {
	b.Helper()
	var s cluster.Status
	if err := json.Unmarshal([]byte(output(b, "cluster", "status", "--json", "--cluster", c.url)), &s); err != nil {
		b.Fatal(err)
	}
	return s.Queued
}

// peak is the most memory that a process has had, in megabytes.
func peak(b *testing.B, cmd *exec.Cmd) float64 {
	b.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
	if err != nil {
		b.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	var kilobytes float64
	if _, err := fmt.Sscan(rest, &kilobytes); err != nil {
		b.Fatal(err)
	}
	return kilobytes / 1024
}
