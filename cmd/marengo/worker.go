package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"marengo/cluster"
	"marengo/experiment"
)

func newWorker() *cobra.Command {
	var c clusterFlags
	w := &cluster.Worker{}
	var quiet bool
	var processors int
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Play games for the matches of a cluster",
		Long: `Take pairs of games from a cluster's queue, play them and hand in the results, for as long as
this runs. Several matches get equal shares. Work that this machine cannot do exactly as asked is left to
others, and marengo cluster status says why.

When it is told to end (Ctrl-C, SIGTERM) it finishes its games within --grace, or hands them
back; told twice, it ends at once and others take the games when their leases are over.
Programs of others are played only if an --engine names them.`,
		Example: `  marengo worker --cluster nats://127.0.0.1:4222 --slots 2
  marengo worker --cluster tls://lab:4222 --credentials keys/worker.key --engine 'python3 bot.py'`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if w.Slots == 0 {
				w.Slots = runtime.GOMAXPROCS(0)
			}
			if w.Slots < 0 || w.Grace < 0 || processors < 0 {
				return badInputf("--slots, --processors and --grace cannot be below zero")
			}
			if w.Folder == "" {
				cache, err := os.UserCacheDir()
				if err != nil {
					return badInputf("where may files be kept? give --files: %w", err)
				}
				w.Folder = filepath.Join(cache, "marengo", "cluster")
			}
			if w.Name == "" {
				host, err := os.Hostname()
				if err != nil {
					host = "worker"
				}
				w.Name = cluster.NewName(host)
			}
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cmp.Or(processors, w.Slots)))
			show := &workerProgress{progress: newProgress(cmd.ErrOrStderr(), quiet)}
			w.Version, w.Show, w.Note, w.Bench = buildVersion().Revision, show.show, show.note, slotSpeed
			conn, err := c.dial(cmd.Context(), cluster.RoleWorker, math.MaxInt64, show.note)
			if err != nil {
				return err
			}
			defer conn.Close()
			w.Conn = conn
			show.note(fmt.Sprintf("worker %s plays %d games at a time", w.Name, w.Slots))
			err = w.Run(cmd.Context())
			show.end()
			return err
		},
	}
	c.flags(cmd, "the cluster")
	f := cmd.Flags()
	f.IntVar(&w.Slots, "slots", 1, "pairs at a time; 0: one for each processor")
	f.IntVar(&processors, "processors", 0, "processors to play on, more than slots for players that think on several threads; 0: one for each slot")
	f.StringVar(&w.Name, "name", "", "name among the workers (default: made of the host's)")
	f.StringVar(&w.Folder, "files", "", "folder for files that players load (default: in the user's cache)")
	f.StringArrayVar(&w.Engines, "engine", nil, "command line of an engine that others may ask for, as after cmd:; may be repeated")
	f.DurationVar(&w.Grace, "grace", 30*time.Second, "time to finish games in, when told to end")
	f.BoolVar(&quiet, "quiet", false, "print no progress")
	return cmd
}

// slotSpeed measures what a search of one core does.
func slotSpeed(ctx context.Context) (float64, error) {
	_, speed, err := experiment.SearchBench(ctx)
	return speed, err
}

// workerProgress shows what a worker plays: on a terminal one line, elsewhere a line
// whenever something else is played.
type workerProgress struct {
	mu sync.Mutex
	*progress
	last string
}

func (p *workerProgress) show(m cluster.Machine) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var games []string
	for _, g := range m.Playing {
		games = append(games, fmt.Sprintf("pair %d of %s (%s)", g.Number/2+1, g.Match[:6], g.What))
	}
	line := fmt.Sprintf("%d pairs played, %.0f an hour; ", m.Done, m.PerHour) + strings.Join(games, ", ")
	if len(games) == 0 {
		line += "waiting for work"
	}
	if p.terminal != nil {
		p.over(func() string { return line })
		return
	}
	if line != p.last {
		p.last = line
		p.write("%s\n", line)
	}
}

// note says something that is not written over.
func (p *workerProgress) note(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.terminal != nil {
		p.write("\r\x1b[K%s\n", text)
		p.shown = time.Time{}
		return
	}
	p.write("%s\n", text)
}
