package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"marengo/stratego"
)

func open(t testing.TB, path string) *DB {
	t.Helper()
	d, err := Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

func sampleGame(rng *rand.Rand) *Game {
	g := &Game{
		Red: Player{Name: "random"}, Blue: Player{Name: "star:depth=4", Files: "net.bin=sha256:00ff"},
		Rules:  stratego.DefaultRules,
		Setups: [2]stratego.Setup{stratego.ShuffledSetup(stratego.Classic, rng), stratego.ShuffledSetup(stratego.Classic, rng)},
		Seed:   rng.Uint64(), Winner: stratego.Blue, Reason: "flag",
		Finished: time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC),
		Log:      []LogLine{{1, "depth 4"}, {3, "a\ttab"}},
	}
	for range 40 {
		g.Moves = append(g.Moves, stratego.NewMove(stratego.Square(rng.IntN(100)), stratego.Square(rng.IntN(100))))
		g.Times = append(g.Times, time.Duration(rng.IntN(1e6))*time.Microsecond)
	}
	return g
}

func TestGameRoundTrip(t *testing.T) {
	ctx := context.Background()
	d := open(t, filepath.Join(t.TempDir(), "sub", "m.db"))
	rng := rand.New(rand.NewPCG(1, 1))
	want := sampleGame(rng)
	want.Rules = stratego.Rules{TwoSquares: 4, QuietLimit: 77, Variant: stratego.Barrage}
	want.Factor = 1.25
	id, err := d.SaveGame(ctx, want)
	if err != nil {
		t.Fatal(err)
	}
	want.ID = id
	got, err := d.Game(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if _, err := d.Game(ctx, id+1); !errors.Is(err, ErrNotFound) {
		t.Errorf("a game that is not there: %v", err)
	}
}

// A match is given its key once.
func TestMatchKey(t *testing.T) {
	ctx := context.Background()
	d := open(t, filepath.Join(t.TempDir(), "m.db"))
	id, err := d.NewMatch(ctx, "match", "{}")
	if err != nil {
		t.Fatal(err)
	}
	for _, fresh := range []string{"first", "second"} {
		if key, err := d.MatchKey(ctx, id, fresh); err != nil || key != "first" {
			t.Errorf("the match is called %q, %v", key, err)
		}
	}
	if _, err := d.MatchKey(ctx, id+1, "other"); !errors.Is(err, ErrNotFound) {
		t.Errorf("a match that is not there: %v", err)
	}
}

func TestFilters(t *testing.T) {
	ctx := context.Background()
	d := open(t, filepath.Join(t.TempDir(), "m.db"))
	rng := rand.New(rand.NewPCG(1, 1))
	match, err := d.NewMatch(ctx, "match", "{}")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 4 { // stored in reverse, as concurrent games may end
		g := sampleGame(rng)
		g.Match, g.Number = match, 3-i
		if i == 0 {
			g.Winner, g.Reason = stratego.NoColor, "ply_limit"
		}
		if _, err := d.SaveGame(ctx, g); err != nil {
			t.Fatal(err)
		}
	}
	lone := sampleGame(rng)
	lone.Red.Name, lone.Blue.Name = "lewis", "starlet"
	if _, err := d.SaveGame(ctx, lone); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		filter Filter
		want   int
	}{
		{Filter{}, 5}, {Filter{Match: match}, 4}, {Filter{Agent: "lewis"}, 1},
		{Filter{Agent: "star"}, 4}, {Filter{Agent: "star:depth=4"}, 4}, {Filter{Agent: "sta"}, 0},
		{Filter{Winner: "nobody"}, 1}, {Filter{Reason: "flag"}, 4}, {Filter{Limit: 2}, 2}, {Filter{Offset: 3}, 2},
	} {
		list, err := d.Games(ctx, c.filter)
		if err != nil || len(list) != c.want {
			t.Errorf("%+v: %d games, want %d (%v)", c.filter, len(list), c.want, err)
		}
	}
	next := 0
	err = d.EachGame(ctx, Filter{Match: match}, func(g *Game) error {
		if g.Number != next {
			t.Errorf("game %d came in place %d", g.Number, next)
		}
		next++
		return nil
	})
	if err != nil || next != 4 {
		t.Errorf("%d games, %v", next, err)
	}
	if err := d.FinishMatch(ctx, match, 3, "{}"); err != nil {
		t.Fatal(err)
	}
	m, err := d.Match(ctx, match)
	if err != nil || m.Status != Finished || m.Games != 3 {
		t.Errorf("finished match: %+v, %v", m, err)
	}
}

func TestOnePlaceHoldsOneGame(t *testing.T) {
	ctx := context.Background()
	d := open(t, filepath.Join(t.TempDir(), "m.db"))
	rng := rand.New(rand.NewPCG(1, 1))
	match, err := d.NewMatch(ctx, "match", "{}")
	if err != nil {
		t.Fatal(err)
	}
	g := sampleGame(rng)
	g.Match = match
	if _, err := d.SaveGame(ctx, g); err != nil {
		t.Fatal(err)
	}
	if _, err := d.SaveGame(ctx, g); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Errorf("the same place took two games: %v", err)
	}
	next := sampleGame(rng)
	next.Match, next.Number = match, g.Number+1
	if _, err := d.SaveGames(ctx, []*Game{next, g}); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("place %d", g.Number)) {
		t.Errorf("the same place took two games: %v", err)
	}
	if m, err := d.Match(ctx, match); err != nil || m.Games != 1 {
		t.Errorf("%d games are stored, want none of those that came with one too many: %v", m.Games, err)
	}
	if ids, err := d.SaveGames(ctx, []*Game{next}); err != nil || len(ids) != 1 {
		t.Errorf("numbers %v, %v", ids, err)
	}
	g.Match = match + 1
	if _, err := d.SaveGame(ctx, g); err == nil {
		t.Error("a game of no known match was taken")
	}
}

func TestSetupsAndRatings(t *testing.T) {
	ctx := context.Background()
	d := open(t, filepath.Join(t.TempDir(), "m.db"))
	rng := rand.New(rand.NewPCG(1, 1))
	a := Setup{"mine/b", stratego.Classic, stratego.ShuffledSetup(stratego.Classic, rng)}
	b := Setup{"mine/a", stratego.Barrage, stratego.ShuffledSetup(stratego.Barrage, rng)}
	if err := d.SaveSetups(ctx, []Setup{a, b}); err != nil {
		t.Fatal(err)
	}
	a.Setup = a.Setup.Mirror()
	if err := d.SaveSetups(ctx, []Setup{a}); err != nil {
		t.Fatal(err)
	}
	if got, err := d.Setups(ctx); err != nil || !reflect.DeepEqual(got, []Setup{b, a}) {
		t.Errorf("got %v, %v", got, err)
	}
	wrong := a
	wrong.Variant = stratego.Barrage
	if err := d.SaveSetups(ctx, []Setup{wrong}); err == nil || !strings.Contains(err.Error(), "mine/b") {
		t.Errorf("a wrong setup: %v", err)
	}
	if err := d.DeleteSetup(ctx, "mine/b"); err != nil {
		t.Error(err)
	}
	if err := d.DeleteSetup(ctx, "mine/b"); !errors.Is(err, ErrNotFound) {
		t.Errorf("removed twice: %v", err)
	}

	match, err := d.NewMatch(ctx, "tournament", "{}")
	if err != nil {
		t.Fatal(err)
	}
	want := []Rating{{Player{Name: "x"}, 50, 10, 20}, {Player{Name: "y", Files: "f"}, -50, 10, 20}}
	for range 2 {
		if err := d.SaveRatings(ctx, match, want); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := d.Ratings(ctx, match); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v", got, err)
	}
}

// A file that cannot be used is refused in a sentence and not changed by a byte.
func TestUnusableFilesAreLeftAlone(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	good := filepath.Join(dir, "good.db")
	d, err := Open(ctx, good)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		if _, err := d.SaveGame(ctx, sampleGame(rng)); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	scribbled := bytes.Clone(whole)
	for i := 100; i < 4096; i++ {
		scribbled[i] = byte(i)
	}
	newer := filepath.Join(dir, "newer.db")
	raw, err := sql.Open("sqlite", newer)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := raw.Exec(fmt.Sprintf("CREATE TABLE x (y); PRAGMA application_id=%d; PRAGMA user_version=99", applicationID)); err != nil {
		t.Fatal(err)
	}
	if _, err := raw.Exec("PRAGMA user_version=99"); err != nil {
		t.Fatal(err)
	}
	if err := raw.Close(); err != nil {
		t.Fatal(err)
	}
	newerBytes, err := os.ReadFile(newer)
	if err != nil {
		t.Fatal(err)
	}
	foreign := bytes.Clone(newerBytes)
	copy(foreign[68:72], []byte{0, 0, 0, 7})

	for _, c := range []struct {
		name, says string
		content    []byte
	}{
		{"text", "damaged", []byte("this is no database, it is a letter to my aunt")},
		{"short", "damaged", []byte("SQLite")},
		{"cut", "damaged", whole[:len(whole)/2+100]},
		{"scribbled", "damaged", scribbled},
		{"newer", "newer", newerBytes},
		{"foreign", "another program", foreign},
	} {
		path := filepath.Join(dir, c.name)
		if err := os.WriteFile(path, c.content, 0o644); err != nil {
			t.Fatal(err)
		}
		d, err := Open(ctx, path)
		if err == nil {
			_, err = d.Games(ctx, Filter{})
			if closeErr := d.Close(); closeErr != nil {
				t.Error(closeErr)
			}
		}
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v, want a sentence with %q", c.name, err, c.says)
		}
		after, readErr := os.ReadFile(path)
		if readErr != nil || !bytes.Equal(after, c.content) {
			t.Errorf("%s was changed (%v)", c.name, readErr)
		}
	}
}

// Ten writers with a connection of their own, as ten processes have, lose nothing.
func TestManyWriters(t *testing.T) {
	const writers, games = 10, 10
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "m.db")
	var wg sync.WaitGroup
	errs := make(chan error, writers)
	for w := range writers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			errs <- writeGames(ctx, path, uint64(w), games)
		}()
	}
	wg.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			t.Error(err)
		}
	}
	d := open(t, path)
	list, err := d.Games(ctx, Filter{})
	if err != nil || len(list) != writers*games {
		t.Errorf("%d games, want %d (%v)", len(list), writers*games, err)
	}
}

func writeGames(ctx context.Context, path string, seed uint64, games int) (err error) {
	d, err := Open(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	rng := rand.New(rand.NewPCG(seed, 1))
	match, err := d.NewMatch(ctx, "match", "{}")
	if err != nil {
		return err
	}
	for i := range games {
		g := sampleGame(rng)
		g.Match, g.Number = match, i
		if _, err := d.SaveGame(ctx, g); err != nil {
			return err
		}
	}
	return nil
}

// What is confirmed is on the disk, and no game points to nothing.
func TestPragmas(t *testing.T) {
	d := open(t, filepath.Join(t.TempDir(), "m.db"))
	for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"} {
		var got string
		if err := d.sql.QueryRow("PRAGMA " + pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %s, want %s (%v)", pragma, got, want, err)
		}
	}
}

func TestDefaultPath(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", "/data")
	if p, err := DefaultPath(); err != nil || p != "/data/marengo/marengo.db" {
		t.Errorf("got %q, %v", p, err)
	}
	t.Setenv("XDG_DATA_HOME", "")
	t.Setenv("HOME", "/home/ann")
	if p, err := DefaultPath(); err != nil || p != "/home/ann/.local/share/marengo/marengo.db" {
		t.Errorf("got %q, %v", p, err)
	}
}

// BenchmarkList lists and filters ten thousand games.
func BenchmarkList(b *testing.B) {
	ctx := context.Background()
	d := open(b, filepath.Join(b.TempDir(), "m.db"))
	rng := rand.New(rand.NewPCG(1, 1))
	err := d.update(ctx, "fill", func(tx *sql.Tx) error {
		if _, err := tx.Exec("INSERT INTO players (id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c')"); err != nil {
			return err
		}
		for i := range 10_000 {
			g := sampleGame(rng)
			for len(g.Moves) < 600 {
				g.Moves = append(g.Moves, g.Moves...)
			}
			if _, err := tx.Exec(`INSERT INTO games (id, number, red, blue, rules, setup_red, setup_blue, seed, moves, winner, reason)
				VALUES (?, ?, ?, ?, 'match', ?, ?, 1, ?, ?, 'flag')`, i+1, i, 1+i%3, 1+(i+1)%3, g.Setups[0].String(), g.Setups[1].String(),
				packMoves(g.Moves), stratego.Color(i%3).String()); err != nil {
				return err
			}
			if _, err := tx.Exec("INSERT INTO timings (game, finished, times) VALUES (?, ?, ?)", i+1, formatTime(time.Now()), packTimes(g.Times)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	for _, f := range []Filter{{}, {Agent: "a"}, {Winner: "red", Newest: true, Limit: 100}} {
		b.Run(fmt.Sprintf("%+v", f), func(b *testing.B) {
			for b.Loop() {
				if _, err := d.Games(ctx, f); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkSaveGame measures one game reaching the disk.
func BenchmarkSaveGame(b *testing.B) {
	ctx := context.Background()
	d := open(b, filepath.Join(b.TempDir(), "m.db"))
	g := sampleGame(rand.New(rand.NewPCG(1, 1)))
	for b.Loop() {
		if _, err := d.SaveGame(ctx, g); err != nil {
			b.Fatal(err)
		}
	}
}
