package main

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
)

// Tournaments, sequential tests, tuning and experiments come out on a cluster as they do
// here. Work that is no pairs of games stays here, and that is said.
func TestClusterDoesOtherWork(t *testing.T) {
	c := &chaos{t: t, dir: t.TempDir(), rng: rand.New(rand.NewPCG(1, 1))}
	t.Cleanup(func() {
		for _, cmd := range c.begun {
			kill(cmd)
		}
	})
	c.serve()
	c.work(0)
	for name, args := range map[string][]string{
		"tournament": {"tournament", "random", "careful", "lewis", "--games", "4", "--seed", "3", "--nodes", "10", "--rules", shortRules, "--csv", "--quiet", "--db", "@.db"},
		"sprt":       {"match", "lewis", "random", "--sprt", "0,100", "--games", "1000", "--seed", "3", "--nodes", "10", "--csv", "--quiet", "--db", "@.db"},
		"tune": {"tune", "invincible", "--only", "miner*", "--against", "random", "--against", "careful", "--games", "200", "--generations", "1", "--nodes", "10",
			"--rules", shortRules, "--quiet", "--out", "@"},
		"experiment": {"experiment", "arts-6.14", "--games", "2", "--nodes", "60", "--plies", "16", "--quiet"},
	} {
		t.Run(name, func(t *testing.T) {
			at := func(where string) (list []string) {
				for _, a := range args {
					list = append(list, strings.Replace(a, "@", filepath.Join(c.dir, where+"-"+name), 1))
				}
				return list
			}
			here := mustRun(t, at("here")...)
			there := mustRun(t, append(at("there"), "--cluster", c.url)...)
			if name == "tournament" || name == "sprt" {
				here, there = withoutTimesOf(here), withoutTimesOf(there)
			}
			if here = strings.ReplaceAll(here, "here-", "there-"); here != there || here == "" {
				t.Errorf("here\n%s\nthere\n%s", here, there)
			}
		})
	}
	_, said, err := run(t, "experiment", "arts-6.1", "--positions", "2", "--depth", "2", "--cluster", c.url)
	if first, _, _ := strings.Cut(said, "\n"); err != nil || !strings.HasSuffix(first, "all of it is done here") {
		t.Errorf("%v, said %q; want first that it stays here", err, said)
	}
}

// withoutTimesOf drops the columns of a table that hold times.
func withoutTimesOf(csv string) string {
	var keep []int
	var b strings.Builder
	for i, line := range strings.Split(strings.TrimSpace(csv), "\n") {
		cells := strings.Split(line, ",")
		if i == 0 {
			for k, key := range cells {
				if !strings.HasPrefix(key, "time_") {
					keep = append(keep, k)
				}
			}
		}
		for _, k := range keep {
			if k < len(cells) {
				b.WriteString(cells[k] + ",")
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}
