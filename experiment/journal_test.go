package experiment

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"marengo/arena"
	"marengo/store"
	"marengo/stratego"
)

func openJournal(t *testing.T, path, program string) *Journal {
	t.Helper()
	j, err := OpenJournal(path, program)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// TestResume stops an experiment after some pieces, cuts the last line off and goes on:
// the table is the one of an experiment that was never stopped, and nothing is done
// twice.
func TestResume(t *testing.T) {
	e, err := Find("schadd-5.6")
	if err != nil {
		t.Fatal(err)
	}
	options := func() *Options {
		return &Options{Positions: 8, Depth: 5, Nodes: 100_000, T: []float64{1.6, 0.05}, Seed: 1, Concurrency: 1}
	}
	var want bytes.Buffer
	if err := e.Run(context.Background(), options(), &want); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "results.jsonl")
	ctx, stop := context.WithCancel(context.Background())
	o := options()
	o.Journal = openJournal(t, path, "one")
	o.Progress = func(done, _ int, what string) {
		if what == "t = 1.6" && done == 5 {
			stop()
		}
	}
	if err := e.Run(ctx, o, new(bytes.Buffer)); !errors.Is(err, context.Canceled) {
		t.Fatalf("a stopped experiment ends with %v", err)
	}
	if err := o.Journal.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(string(raw), "\n"); lines != 1+8+5 {
		t.Errorf("%d lines were kept, expected a head, 8 regular searches and 5 others", lines)
	}
	if err := os.WriteFile(path, raw[:len(raw)-7], 0o600); err != nil {
		t.Fatal(err)
	}
	o = options()
	o.Journal = openJournal(t, path, "one")
	did := 0
	o.Progress = func(done, total int, what string) {
		if what == "t = 1.6" && done > 4 {
			did++
		}
		if total != 8 {
			t.Errorf("%s: %d pieces in all", what, total)
		}
	}
	var got bytes.Buffer
	if err := e.Run(context.Background(), o, &got); err != nil {
		t.Fatal(err)
	}
	if got.String() != want.String() {
		t.Errorf("resumed:\n%s\nwithout a stop:\n%s", &got, &want)
	}
	if did != 4 {
		t.Errorf("%d pieces of the second row were done again, expected 4", did)
	}
	if err := o.Journal.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenJournal(path, "another"); err == nil || !strings.Contains(err.Error(), "another build") {
		t.Errorf("results of another build: error %v", err)
	}
}

// TestResumeGames stops a match and goes on.
func TestResumeGames(t *testing.T) {
	on, err := providedBoards("random", 1)
	if err != nil {
		t.Fatal(err)
	}
	play := func(ctx context.Context, o *Options) (arena.Tally, error) {
		return playMatch(ctx, o, "careful", "random", stratego.DefaultRules, 12, 100, on)
	}
	want, err := play(context.Background(), &Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "results.jsonl")
	ctx, stop := context.WithCancel(context.Background())
	o := &Options{Seed: 1, Concurrency: 1, Journal: openJournal(t, path, "one")}
	o.Progress = func(done, _ int, _ string) {
		if done == 5 {
			stop()
		}
	}
	if _, err := play(ctx, o); !errors.Is(err, context.Canceled) {
		t.Fatalf("a stopped match ends with %v", err)
	}
	if err := o.Journal.Close(); err != nil {
		t.Fatal(err)
	}
	var shown []int
	others := &counting{Workers: arena.Local{Find: findPlayer}}
	o = &Options{Seed: 1, Workers: others, Journal: openJournal(t, path, "one"), Progress: func(done, _ int, _ string) { shown = append(shown, done) }}
	got, err := play(context.Background(), o)
	if err != nil || got != want {
		t.Errorf("%+v, error %v; without a stop %+v", got, err, want)
	}
	if err := o.Journal.Close(); err != nil {
		t.Fatal(err)
	}
	if n := shown[len(shown)-1]; n != 12 || others.games != 12-5 {
		t.Errorf("the last progress was %d of 12 games, and others played %d", n, others.games)
	}
}

// counting counts the games that others play.
type counting struct {
	arena.Workers
	games int
}

func (c *counting) Play(ctx context.Context, next func() (*arena.Pair, error), keep func(...*store.Game) error) error {
	return c.Workers.Play(ctx, next, func(games ...*store.Game) error {
		c.games += len(games)
		return keep(games...)
	})
}

func TestBadJournals(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"prose.txt": "hello\n", "foreign.json": "{\"games\": 3}\n", "broken.jsonl": "{\"journal\":\"marengo experiment\",\"program\":\"p\"}\nx\n"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenJournal(path, "p"); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", name, err)
		}
		if after, err := os.ReadFile(path); err != nil || string(after) != text {
			t.Errorf("%s was changed to %q, error %v", name, after, err)
		}
	}
	if _, err := OpenJournal(filepath.Join(dir, "no", "such"), "p"); err == nil {
		t.Error("a journal in no folder was opened")
	}
}

// TestMatchResumes stops a match after some games and goes on with the others.
func TestMatchResumes(t *testing.T) {
	on, err := providedBoards("random", 1)
	if err != nil {
		t.Fatal(err)
	}
	played := 0
	match := func(ctx context.Context, o *Options) (arena.Tally, error) {
		o.Seed, o.Concurrency = 1, 1
		return playMatch(ctx, o, "random", "careful", stratego.DefaultRules, 8, 0, on)
	}
	want, err := match(context.Background(), &Options{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "results.jsonl")
	ctx, stop := context.WithCancel(context.Background())
	o := &Options{Journal: openJournal(t, path, "one"), Progress: func(done, _ int, _ string) {
		if played = done; done == 3 {
			stop()
		}
	}}
	if _, err := match(ctx, o); !errors.Is(err, context.Canceled) || played != 3 {
		t.Fatalf("stopped after %d games with %v", played, err)
	}
	if err := o.Journal.Close(); err != nil {
		t.Fatal(err)
	}
	first := -1
	o = &Options{Journal: openJournal(t, path, "one"), Progress: func(done, _ int, _ string) {
		if first < 0 {
			first = done
		}
	}}
	if got, err := match(context.Background(), o); err != nil || got != want || first != 3 {
		t.Errorf("continued from %d games: %+v, %v, want %+v from 3", first, got, err, want)
	}
	if err := o.Journal.Close(); err != nil {
		t.Fatal(err)
	}
}
