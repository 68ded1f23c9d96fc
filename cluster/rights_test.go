package cluster_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"marengo/agent"
	"marengo/arena"
	"marengo/cluster"
	"marengo/cluster/server"
)

// With the keys of marengo cluster config a match is played as ever, and no role can do
// what is another's.
func TestRights(t *testing.T) {
	keys := t.TempDir()
	if err := server.WriteConfig(keys); err != nil {
		t.Fatal(err)
	}
	s, err := server.Start(server.Options{Listen: "127.0.0.1:0", Store: t.TempDir(), Config: filepath.Join(keys, server.ConfigFile)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	l := &lab{t: t, server: s}
	key := func(r cluster.Role) cluster.Options {
		return cluster.Options{Role: r, Credentials: filepath.Join(keys, server.KeyFile(r))}
	}
	path := filepath.Join(t.TempDir(), "setups")
	board := "23B23BFB334B4785B56454BS9277826225263M26"
	if err := os.WriteFile(path, []byte(board+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	l.worker("one", func(w *cluster.Worker) { w.Conn = l.dial(key(cluster.RoleWorker)) })
	w := &cluster.Workers{Conn: l.dial(key(cluster.RoleCoordinator)), Find: find, Kind: "test", Key: cluster.NewKey(), Lease: 5 * time.Second,
		Note: func(text string) { t.Error(text) }}
	series := pairs(t, 3, "careful:setup=file:"+path, "lewis", agent.Budget{Nodes: 10})
	got, err := play(w, series)
	if err != nil {
		t.Fatal(err)
	}
	want, err := play(arena.Local{Find: find}, series)
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, want)
	status, err := l.dial(key(cluster.RoleOnlooker)).Status(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if len(status.Matches) != 1 || len(status.Workers) != 1 || len(status.Workers[0].Agents) == 0 {
		t.Errorf("an onlooker sees %+v", status)
	}
	w.Close() // deletes the file
	for role, subjects := range map[cluster.Role][]string{
		cluster.RoleOnlooker:    {"marengo.pair.a.b.0", "marengo.result.a.0", "$KV.marengo-matches.a", "$KV.marengo-workers.a", "$JS.API.STREAM.PURGE.MARENGO_PAIRS"},
		cluster.RoleWorker:      {"marengo.pair.a.b.0", "$KV.marengo-matches.a", "$O.marengo-files.C.x", "$JS.API.STREAM.DELETE.MARENGO_PAIRS", "$JS.API.CONSUMER.DELETE.MARENGO_PAIRS.x"},
		cluster.RoleCoordinator: {"marengo.result.a.0", "$KV.marengo-workers.a", "something.else"},
	} {
		said := make(chan string, 100)
		o := key(role)
		o.Note = func(text string) { said <- text }
		c := l.dial(o)
		for _, subject := range subjects {
			if err := c.Raw(subject, []byte("x")); err != nil {
				t.Fatal(err)
			}
			select {
			case text := <-said:
				if !strings.Contains(strings.ToLower(text), "permissions violation") || !strings.Contains(text, subject) {
					t.Errorf("%s on %s: %s", role, subject, text)
				}
			case <-time.After(patience):
				t.Errorf("%s may use %s", role, subject)
			}
		}
	}
}

// A server that others can reach asks who they are.
func TestOpenServersAreRefused(t *testing.T) {
	for _, listen := range []string{"0.0.0.0:0", "192.0.2.1:4222", "[::]:0", ":0"} {
		if s, err := server.Start(server.Options{Listen: listen, Store: t.TempDir()}); err == nil || !strings.Contains(err.Error(), "token") {
			t.Errorf("%s: %v, want a token or keys to be asked for", listen, err)
			if err == nil {
				s.Stop()
			}
		}
	}
	s, err := server.Start(server.Options{Listen: "127.0.0.1:0", Store: t.TempDir(), Token: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	if _, err := cluster.Dial(context.Background(), cluster.Options{URL: s.URL(), Wait: patience}); err == nil || !strings.Contains(err.Error(), "uthorization") {
		t.Errorf("without the token: %v", err)
	}
	c, err := cluster.Dial(context.Background(), cluster.Options{URL: strings.Replace(s.URL(), "//", "//secret@", 1)})
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
}
