package web

import (
	"bufio"
	"context"
	"fmt"
	"marengo/web/api"
	"marengo/web/roster"
	"marengo/web/wire"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// busy is a server whose agent "scripted" never stops thinking, and says when it
// has begun.
func busy(t *testing.T) (*httptest.Server, <-chan struct{}) {
	t.Helper()
	asked := make(chan struct{}, 100)
	catalogue := scripted{testCatalogue{roster.Agents()}, testAgent{name: "scripted", sleep: time.Hour, asked: asked}}
	_, h := startServer(t, Options{Catalogue: catalogue})
	return h, asked
}

// TestHintsDoNotWaitForStudies lets one visitor ask six questions that never end:
// another's hint is answered all the same.
func TestHintsDoNotWaitForStudies(t *testing.T) {
	h, asked := busy(t)
	c := newClient(t, h)
	game := finishedGame(c, easyGame())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for range 6 {
		go func() {
			q, err := http.NewRequestWithContext(ctx, "POST", h.URL+"/api/mind", strings.NewReader(fmt.Sprintf(`{"game":%q,"ply":0,"color":"red","agent":"scripted","seconds":10}`, game)))
			if err != nil {
				t.Error(err)
				return
			}
			q.AddCookie(&http.Cookie{Name: api.Cookie, Value: "longwinded"})
			if response, err := http.DefaultClient.Do(q); err == nil {
				_ = response.Body.Close() // it was left before it answered
			}
		}()
	}
	<-asked
	player := newClient(t, h)
	player.start(easyGame())
	player.send(wire.Command{Type: "hint", Agent: "easy", Ply: 0})
	for {
		if kind, data := player.hear(); kind == "mind" && decode[wire.MindMessage](t, data).Hint {
			break
		}
	}
	if len(asked) != 0 {
		t.Error("a second study thinks beside the first")
	}
}

func TestSlowBodiesAreCut(t *testing.T) {
	_, h := startServer(t, Options{Limits: Limits{Body: time.Second}})
	conn, err := net.Dial("tcp", h.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }() // the server may have closed it
	if _, err := fmt.Fprintf(conn, "POST /api/import?name=x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nonly so much"); err != nil {
		t.Fatal(err)
	}
	if err := conn.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil || response.StatusCode != http.StatusRequestTimeout {
		t.Fatalf("a body that never ends gave %v, %v", response, err)
	}
	// A long answer is not cut by the limit of its question.
	c := newClient(t, h)
	game := finishedGame(c, easyGame())
	status, data := c.do("POST", "/api/mind", wire.MindRequest{Game: game, Color: "red", Agent: "slow", Seconds: 1})
	if status != http.StatusOK || !strings.Contains(string(data), `"done":true`) {
		t.Errorf("status %d: %s", status, data)
	}
}

func TestImportsHaveALimit(t *testing.T) {
	_, h := startServer(t, Options{})
	c := newClient(t, h)
	game := finishedGame(c, easyGame())
	_, file := c.do("GET", "/api/games/"+game+"/file?format=marengo", nil)
	send := func(cookie string) int {
		q, err := http.NewRequest("POST", h.URL+"/api/import?name=x", strings.NewReader(string(file)))
		if err != nil {
			t.Fatal(err)
		}
		q.AddCookie(&http.Cookie{Name: api.Cookie, Value: cookie})
		response, err := http.DefaultClient.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		if err := response.Body.Close(); err != nil {
			t.Error(err)
		}
		return response.StatusCode
	}
	status := http.StatusOK
	for n := 0; status == http.StatusOK; n++ {
		if status = send("greedy"); n > 2*importsAtOnce {
			t.Fatalf("%d files were taken", n)
		}
	}
	if status != http.StatusTooManyRequests {
		t.Errorf("status %d", status)
	}
	if status := send("modest"); status != http.StatusOK {
		t.Errorf("another visitor gets status %d", status)
	}
}

func TestOnlyWhoStartedAMatchStopsIt(t *testing.T) {
	_, h := startServer(t, Options{})
	c, other := newClient(t, h), newClient(t, h)
	c.do("GET", "/api/boot", nil)
	other.do("GET", "/api/boot", nil)
	match := map[string]any{"a": "random", "b": "careful", "rules": "match", "games": 1000, "seconds": 0.5}
	status, data := c.do("POST", "/api/matches", match)
	if status != http.StatusOK {
		t.Fatalf("status %d: %s", status, data)
	}
	path := fmt.Sprintf("/api/matches/%d", decode[struct{ ID int64 }](t, data).ID)
	if status, data := other.do("POST", "/api/matches", match); status != http.StatusTooManyRequests {
		t.Errorf("a second match: status %d: %s", status, data)
	}
	for who, mine := range map[*client]bool{c: true, other: false} {
		_, data := who.do("GET", "/api/arena", nil)
		if rows := decode[struct{ Matches []wire.MatchRow }](t, data).Matches; len(rows) != 1 || rows[0].Mine != mine || !rows[0].Running {
			t.Errorf("expected mine %v: %+v", mine, rows)
		}
	}
	if status, data := other.do("DELETE", path, nil); status != http.StatusForbidden {
		t.Errorf("a stranger stops the match: status %d: %s", status, data)
	}
	if status, data := c.do("DELETE", path, nil); status != http.StatusNoContent {
		t.Errorf("status %d: %s", status, data)
	}
}
