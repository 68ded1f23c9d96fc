package store

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestFullDatabase fills a database to its end: what cannot be kept is said to be for
// want of room, what was kept is there, and it goes on once there is room.
func TestFullDatabase(t *testing.T) {
	ctx := context.Background()
	d := open(t, filepath.Join(t.TempDir(), "full.db"))
	d.sql.SetMaxOpenConns(1) // the limit below is a connection's
	if err := d.NewLive(ctx, Live{ID: "small", Spec: "{}", Status: "{}"}); err != nil {
		t.Fatal(err)
	}
	if _, err := d.sql.Exec("PRAGMA max_page_count = 100"); err != nil {
		t.Fatal(err)
	}
	large := Live{ID: "large", Spec: strings.Repeat("x", 1<<20), Status: "{}"}
	if err := d.NewLive(ctx, large); !Full(err) {
		t.Fatalf("a game that does not fit gave %v", err)
	}
	if _, err := d.Live(ctx, "large"); !errors.Is(err, ErrNotFound) {
		t.Errorf("half a game: %v", err)
	}
	if l, err := d.Live(ctx, "small"); err != nil || l.Spec != "{}" {
		t.Errorf("%+v, %v", l, err)
	}
	if _, err := d.sql.Exec("PRAGMA max_page_count = 1000000"); err != nil {
		t.Fatal(err)
	}
	if err := d.NewLive(ctx, large); err != nil {
		t.Errorf("with room again: %v", err)
	}
	if Full(ErrNotFound) || Full(nil) {
		t.Error("everything is for want of room")
	}
	if free, err := d.Space(); err != nil || free == 0 {
		t.Errorf("%d bytes free, %v", free, err)
	}
}

// TestBackup copies a database while it is written to.
func TestBackup(t *testing.T) {
	ctx := context.Background()
	folder := t.TempDir()
	d := open(t, filepath.Join(folder, "full.db"))
	l := Live{ID: "game", Spec: "{}", Status: "{}"}
	if err := d.NewLive(ctx, l); err != nil {
		t.Fatal(err)
	}
	stop, stopped := make(chan struct{}), make(chan error)
	go func() {
		for {
			select {
			case <-stop:
				stopped <- nil
				return
			default:
				if err := d.SaveLives(ctx, []Live{l}, time.Second); err != nil {
					stopped <- err
					return
				}
			}
		}
	}()
	err := d.Backup(ctx, filepath.Join(folder, "copy.db"))
	close(stop)
	if err := errors.Join(err, <-stopped); err != nil {
		t.Fatal(err)
	}
	restored := open(t, filepath.Join(folder, "copy.db"))
	if got, err := restored.Live(ctx, "game"); err != nil || got.Spec != "{}" {
		t.Errorf("%+v, %v", got, err)
	}
	if err := d.Backup(ctx, filepath.Join(folder, "copy.db")); err == nil || !strings.Contains(err.Error(), "there is a file already") {
		t.Errorf("a copy over a file: %v", err)
	}
}
