package store

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"marengo/stratego"
)

func TestLiveGameIsKeptAndFinishedOnce(t *testing.T) {
	ctx := context.Background()
	db, err := Open(ctx, filepath.Join(t.TempDir(), "live.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	l := Live{ID: "abc", Profile: "p", Spec: "{}", Status: "{}"}
	if err := db.NewLive(ctx, l); err != nil {
		t.Fatal(err)
	}
	l.Moves = []stratego.Move{stratego.NewMove(30, 40)}
	l.Status = `{"x":1}`
	if err := db.SaveLives(ctx, []Live{l}, time.Second); err != nil {
		t.Fatal(err)
	}
	if ran, err := db.Ran(ctx); err != nil || ran != time.Second {
		t.Fatalf("it ran for %v, %v", ran, err)
	}
	got, err := db.Live(ctx, "abc")
	if err != nil || len(got.Moves) != 1 || got.Moves[0] != l.Moves[0] || got.Status != l.Status || got.Game != 0 {
		t.Fatalf("got %+v, %v", got, err)
	}
	g := &Game{Red: Player{Name: "me"}, Blue: Player{Name: "lewis"}, Rules: stratego.DefaultRules, Moves: l.Moves,
		Winner: stratego.Red, Reason: "resigned"}
	id, err := db.FinishLive(ctx, l, g, []byte("thoughts"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.FinishLive(ctx, l, g, nil); !errors.Is(err, ErrNotFound) {
		t.Fatalf("a game finished twice gave %v", err)
	}
	if n, err := db.CountGames(ctx, Filter{Agent: "lewis", Limit: 1}); err != nil || n != 1 {
		t.Fatalf("%d games, %v", n, err)
	}
	if data, err := db.Thoughts(ctx, id); err != nil || string(data) != "thoughts" {
		t.Fatalf("thoughts %q, %v", data, err)
	}
	for over, want := range map[bool]int{true: 1, false: 0} {
		if list, err := db.Lives(ctx, "p", over); err != nil || len(list) != want {
			t.Fatalf("over %v: %d games, %v", over, len(list), err)
		}
	}
	if got, err := db.LiveOf(ctx, id); err != nil || got.ID != "abc" {
		t.Fatalf("got %+v, %v", got, err)
	}
}

func TestOwnSetups(t *testing.T) {
	ctx := context.Background()
	db, err := Open(ctx, filepath.Join(t.TempDir(), "own.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	s, err := stratego.ParseSetup("74B4225252SBFB395246M6B38633B4273265728B")
	if err != nil {
		t.Fatal(err)
	}
	id, err := db.NewOwnSetup(ctx, "p", OwnSetup{Name: "cyclone", Setup: s})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.RenameOwnSetup(ctx, "q", id, "stolen"); !errors.Is(err, ErrNotFound) {
		t.Fatalf("another profile's rename gave %v", err)
	}
	if err := db.RenameOwnSetup(ctx, "p", id, "wind"); err != nil {
		t.Fatal(err)
	}
	if list, err := db.OwnSetups(ctx, "p"); err != nil || len(list) != 1 || list[0].Name != "wind" || list[0].Setup != s {
		t.Fatalf("got %+v, %v", list, err)
	}
	if err := db.DeleteOwnSetup(ctx, "p", id); err != nil {
		t.Fatal(err)
	}
	if _, err := db.NewOwnSetup(ctx, "p", OwnSetup{Name: "bad"}); err == nil {
		t.Fatal("an incomplete setup was stored")
	}
}

func TestLiveGameIsSetUpOnceAndDroppedByItsOwner(t *testing.T) {
	ctx := context.Background()
	db, err := Open(ctx, filepath.Join(t.TempDir(), "drop.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	l := Live{ID: "abc", Profile: "p", Spec: "half", Status: "{}"}
	if err := db.NewLive(ctx, l); err != nil {
		t.Fatal(err)
	}
	l.Spec = "whole"
	if err := db.SetUpLive(ctx, l, "half"); err != nil {
		t.Fatal(err)
	}
	l.Spec = "another whole"
	if err := db.SetUpLive(ctx, l, "half"); !errors.Is(err, ErrNotFound) {
		t.Fatalf("a second setup gave %v", err)
	}
	if got, err := db.Live(ctx, "abc"); err != nil || got.Spec != "whole" {
		t.Fatalf("got %+v, %v", got, err)
	}
	if err := db.DropLive(ctx, "someone else", "abc"); !errors.Is(err, ErrNotFound) {
		t.Fatalf("another's game was dropped: %v", err)
	}
	if err := db.DropLive(ctx, "p", "abc"); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Live(ctx, "abc"); !errors.Is(err, ErrNotFound) {
		t.Fatalf("a dropped game gave %v", err)
	}
}
