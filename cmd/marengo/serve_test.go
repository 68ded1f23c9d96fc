package main

import (
	"bufio"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

// TestServeWhereSomethingIs: the same program is opened, others are named.
func TestServeWhereSomethingIs(t *testing.T) {
	t.Setenv("PATH", "") // no browser
	db := filepath.Join(t.TempDir(), "m.db")
	first := program("serve", "--addr", "127.0.0.1:0", "--db", db)
	out, err := first.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := first.Process.Kill(); err != nil {
			t.Error(err)
		}
		_ = first.Wait() // it was killed
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address := strings.Split(line, "/")[2] // Marengo is at http://ADDRESS/
	if text := mustRun(t, "serve", "--open", "--addr", address, "--db", db); !strings.Contains(text, "http://"+address+"/ already") {
		t.Errorf("a second one says %q", text)
	}
	serving(t, address, db, "serves there already")

	stranger := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(stranger.Close)
	serving(t, stranger.Listener.Addr().String(), db, "another program listens")

	other := httptest.NewServer(named(http.NotFoundHandler(), "0123"))
	t.Cleanup(other.Close)
	serving(t, other.Listener.Addr().String(), db, "another version of marengo (0123;")

	earlier := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"agents": [{}], "rules": [{}]}`))
	}))
	t.Cleanup(earlier.Close)
	serving(t, earlier.Listener.Addr().String(), db, "another version of marengo (an earlier one;")
}

// serving expects a server to be refused, with a word on --addr.
func serving(t *testing.T, address, db, want string) {
	t.Helper()
	_, _, err := run(t, "serve", "--addr", address, "--db", db)
	if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), address) || !strings.Contains(err.Error(), "--addr") {
		t.Errorf("serve --addr %s: %v, want one with %q", address, err, want)
	}
}
