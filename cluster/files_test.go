package cluster_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"marengo/agent"
	"marengo/arena"
	"marengo/cluster"
	"marengo/store"
	"marengo/stratego"
)

// Files reach a worker by their hashes, whatever they are called here.
func TestFilesTravel(t *testing.T) {
	l := newLab(t)
	path := filepath.Join(t.TempDir(), "mine.txt")
	board := stratego.ShuffledSetup(stratego.Classic, agent.Game{Seed: 3}.Rand())
	if err := os.WriteFile(path, []byte(board.String()+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	l.worker("one", nil)
	s := pairs(t, 2, "careful:setup=file:"+path, "random", agent.Budget{Nodes: 10})
	got, err := play(l.workers(nil), s)
	if err != nil {
		t.Fatal(err)
	}
	want, err := play(arena.Local{Find: find}, s)
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, want)
	if got[0].Setups[stratego.Red] != board {
		t.Error("the worker did not play the setup of the file")
	}
}

// setupFile writes a file with one setup, and returns the player that uses it and the
// file's hash.
func setupFile(t *testing.T, seed uint64) (player, sum string) {
	t.Helper()
	text := []byte(stratego.ShuffledSetup(stratego.Classic, agent.Game{Seed: seed}.Rand()).String() + "\n")
	path := filepath.Join(t.TempDir(), "setups.txt")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	hash := sha256.Sum256(text)
	return "careful:setup=file:" + path, hex.EncodeToString(hash[:])
}

// A file stays on the server as long as a running match needs it, and comes back if it
// went all the same; one that nobody needs is deleted when its coordinator goes.
func TestFilesAreDeleted(t *testing.T) {
	l := newLab(t)
	l.worker("one", nil)
	look := l.dial(cluster.Options{Role: cluster.RoleCoordinator})
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	shared, sharedSum := setupFile(t, 1)
	alone, aloneSum := setupFile(t, 2)
	expect := func(when string, want ...string) {
		t.Helper()
		slices.Sort(want)
		for {
			got, err := look.Files(ctx)
			if err == nil && slices.Equal(got, want) {
				return
			}
			select {
			case <-ctx.Done():
				t.Fatalf("%s the files are %v, want %v: %v", when, got, want, err)
			case <-time.After(20 * time.Millisecond):
			}
		}
	}
	engine := filepath.Join(t.TempDir(), "engine")
	if err := os.WriteFile(engine, []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	endless, stop := context.WithCancel(ctx) // nobody plays its engine
	ended := make(chan error, 1)
	waiting, unplayed := l.workers(nil), pairs(t, 1, "cmd:"+engine, shared, agent.Budget{Nodes: 10})
	go func() {
		ended <- waiting.Play(endless, each(unplayed), func(...*store.Game) error { return nil })
	}()
	expect("while a match waits", sharedSum)

	w := l.workers(nil)
	if _, err := play(w, pairs(t, 2, shared, alone, agent.Budget{Nodes: 10})); err != nil {
		t.Fatal(err)
	}
	expect("after another match", sharedSum, aloneSum)
	w.Close()
	expect("after its coordinator left", sharedSum)

	if err := errors.Join(look.DeleteFile(ctx, sharedSum), waiting.Conn.Reconnect()); err != nil {
		t.Fatal(err)
	}
	expect("after a file was lost", sharedSum)
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	waiting.Close()
	expect("in the end")
}
