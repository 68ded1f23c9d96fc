//go:build unix

// Command gym steps games for a learner on the same machine: see package gym and
// train/champion/gym.py. It is built without cgo, so that it runs where nothing is
// installed.
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"marengo/agents"
	"marengo/gym"
	"marengo/setup"
	"marengo/stratego"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "gym:", err)
		os.Exit(1)
	}
}

// files collects a flag that may be given more than once.
type files []string

func (f *files) String() string     { return strings.Join(*f, ",") }
func (f *files) Set(s string) error { *f = append(*f, s); return nil }

type options struct {
	games, groups, threads, warm      int
	ahead, endless                    int
	file, save, resume, rules, source string
	guests                            string
	seed                              uint64
	share, stored                     float64
	setups                            files
	bench                             time.Duration
}

func parse(args []string) (o options, err error) {
	set := flag.NewFlagSet("gym", flag.ContinueOnError)
	set.IntVar(&o.games, "games", 4096, "games side by side")
	set.IntVar(&o.groups, "groups", 2, "groups that are stepped in turn")
	set.IntVar(&o.threads, "threads", 0, "threads (0: one for each processor)")
	set.StringVar(&o.file, "file", "", "shared memory: a file of the right size")
	set.StringVar(&o.save, "save", "", "where to save the games in flight when asked to")
	set.StringVar(&o.resume, "resume", "", "take up the games saved in this file")
	set.StringVar(&o.rules, "rules", "match", "rules of play: "+strings.Join(stratego.PresetNames(), ", "))
	set.Uint64Var(&o.seed, "seed", 1, "seed of setups and of the warm-up")
	set.IntVar(&o.warm, "warm", 0, "play up to so many random plies in each game first")
	set.Var(&o.setups, "setups", "a file of setups to draw from (may be repeated)")
	set.StringVar(&o.source, "generator", "human-like", "where generated setups come from")
	set.Float64Var(&o.share, "generate", 1.0/3, "share of setups that are generated; all of them without a file")
	set.StringVar(&o.guests, "guests", "", "players that take a seat in so many games of each group, such as invincible=60,lewis=20")
	set.IntVar(&o.ahead, "ahead", 0, "games of each group that come before those of the guests")
	set.IntVar(&o.endless, "endless", 0, "games of each group that are played without limits; they come after those of the guests")
	set.Float64Var(&o.stored, "stored", 0, "share of games that begin where an earlier one had few pieces left")
	set.DurationVar(&o.bench, "time", 5*time.Second, "with bench: how long to measure")
	set.Usage = func() {
		fmt.Fprintln(set.Output(), "usage: gym --file MEMORY [flags]   steps games for a learner\n"+
			"       gym bench [flags]           measures the steps a second\n"+
			"       gym setups [flags]          prints --games different setups of the generator")
		set.PrintDefaults()
	}
	if err := set.Parse(args); err != nil {
		return o, err
	}
	if o.threads <= 0 {
		o.threads = runtime.GOMAXPROCS(0)
	}
	if set.NArg() > 0 {
		return o, fmt.Errorf("unexpected argument %q", set.Arg(0))
	}
	if o.games <= 0 || o.groups <= 0 || o.groups > gym.MaxGroups || o.games%o.groups != 0 {
		return o, fmt.Errorf("%d games do not divide into %d groups", o.games, o.groups)
	}
	return o, nil
}

func run(args []string) error {
	bench := len(args) > 0 && args[0] == "bench"
	list := len(args) > 0 && args[0] == "setups"
	if bench || list {
		args = args[1:]
	}
	o, err := parse(args)
	if err != nil {
		return err
	}
	if list {
		return printSetups(o)
	}
	n := o.games / o.groups
	var bytes []byte
	if bench {
		bytes = make([]byte, gym.MemorySize(n, o.groups))
	} else if bytes, err = mapFile(o.file, gym.MemorySize(n, o.groups)); err != nil {
		return err
	}
	g, err := start(o, bytes)
	if err != nil {
		return err
	}
	if bench {
		rate, err := g.Bench(o.bench)
		if err == nil {
			fmt.Printf("%.0f steps a second: %d games, %d threads, %d processors\n", rate, o.games, o.threads, runtime.NumCPU())
		}
		return err
	}
	return g.Serve(os.Stdin, os.Stdout, o.save)
}

// printSetups prints different setups, of which none is another's mirror image.
func printSetups(o options) error {
	rules, err := stratego.Preset(o.rules)
	if err != nil {
		return err
	}
	source, err := setup.Parse(o.source)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(o.seed, 0))
	seen := map[stratego.Setup]bool{}
	for drawn, most := 0, 1000*o.games; len(seen) < 2*o.games; drawn++ {
		s, err := source.Setup(rules, rng)
		if err != nil {
			return err
		}
		if drawn == most {
			return fmt.Errorf("the generator %s has fewer than %d different setups", o.source, o.games)
		}
		if !seen[s] {
			seen[s], seen[s.Mirror()] = true, true
			fmt.Println(s)
		}
	}
	return nil
}

// start makes the games: taken up from a file, or fresh and warmed up.
func start(o options, bytes []byte) (*gym.Gym, error) {
	memory, err := gym.NewMemory(bytes, o.games/o.groups, o.groups)
	if err != nil {
		return nil, err
	}
	rules, err := stratego.Preset(o.rules)
	if err != nil {
		return nil, err
	}
	source, err := gym.NewSource(o.setups, o.source, o.share)
	if err != nil {
		return nil, err
	}
	guests, err := invite(o.guests)
	if err != nil {
		return nil, err
	}
	g, err := gym.New(gym.Config{Games: o.games, Groups: o.groups, Threads: o.threads, Rules: rules, Setups: source, Seed: o.seed,
		Ahead: o.ahead, Guests: guests, Endless: o.endless, Stored: o.stored}, memory)
	if err != nil {
		return nil, err
	}
	if o.warm > 0 {
		if err := g.Warm(o.warm); err != nil {
			return nil, err
		}
	}
	if o.resume != "" {
		return g, g.Load(o.resume)
	}
	return g, nil
}

// invite reads the guests' list, name=games,name=games.
func invite(list string) (guests []gym.Guest, err error) {
	if list == "" {
		return nil, nil
	}
	for _, part := range strings.Split(list, ",") {
		name, count, _ := strings.Cut(part, "=")
		n, err := strconv.Atoi(count)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("bad guests %q, expected name=games", part)
		}
		player, err := agents.Parse(name)
		if err != nil {
			return nil, err
		}
		for range n {
			guests = append(guests, player.New)
		}
	}
	return guests, nil
}

// mapFile maps a file that the learner has made, to be shared with it.
func mapFile(path string, size int) ([]byte, error) {
	if path == "" {
		return nil, fmt.Errorf("no shared memory given, expected --file")
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() != int64(size) {
		return nil, fmt.Errorf("shared memory %s has %d bytes, expected %d", path, info.Size(), size)
	}
	bytes, err := syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("mapping %s: %w", path, err)
	}
	return bytes, nil
}
