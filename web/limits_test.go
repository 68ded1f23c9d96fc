package web

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestHintsDoNotWaitForStudies lets one visitor ask six questions that never end:
// another's hint is answered all the same, and its own question comes next.
func TestHintsDoNotWaitForStudies(t *testing.T) {
	s, h := startServer(t, Options{})
	c := newClient(t, h)
	game := finishedGame(c, easyGame())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ask := func(agent, cookie string) {
		q, err := http.NewRequestWithContext(ctx, "POST", h.URL+"/api/mind", strings.NewReader(fmt.Sprintf(`{"game":%q,"ply":0,"color":"red","agent":%q,"seconds":10}`, game, agent)))
		if err != nil {
			t.Error(err)
			return
		}
		q.AddCookie(&http.Cookie{Name: cookieName, Value: cookie})
		if response, err := http.DefaultClient.Do(q); err == nil {
			_ = response.Body.Close() // it was left before it answered
		}
	}
	for range 6 {
		go ask("sleeper", "longwinded")
	}
	waiting := func() int {
		s.helpers.mu.Lock()
		defer s.helpers.mu.Unlock()
		return len(s.helpers.waiting)
	}
	for deadline := time.Now().Add(10 * time.Second); waiting() != 5; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d questions wait", waiting())
		}
	}
	player := newClient(t, h)
	player.start(easyGame())
	player.send(Command{Type: "hint", Agent: "easy", Ply: 0})
	for {
		if kind, data := player.hear(); kind == "mind" && decode[MindMessage](t, data).Hint {
			break
		}
	}
	if n := waiting(); n != 5 {
		t.Errorf("%d questions wait after the hint, expected 5", n)
	}
}

func TestSlowBodiesAreCut(t *testing.T) {
	_, h := startServer(t, Options{Limits: Limits{Body: 100 * time.Millisecond}})
	conn, err := net.Dial("tcp", h.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }() // the server may have closed it
	if _, err := fmt.Fprintf(conn, "POST /api/import?name=x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nonly so much"); err != nil {
		t.Fatal(err)
	}
	if err := conn.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil || response.StatusCode != http.StatusRequestTimeout {
		t.Fatalf("a body that never ends gave %v, %v", response, err)
	}
	// A long answer is not cut by the limit of its question.
	c := newClient(t, h)
	game := finishedGame(c, easyGame())
	status, data := c.do("POST", "/api/mind", mindRequest{Game: game, Color: "red", Agent: "slow", Seconds: 1})
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
		q.AddCookie(&http.Cookie{Name: cookieName, Value: cookie})
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

func TestOneAnalysisAVisitor(t *testing.T) {
	s, h := startServer(t, Options{})
	c := newClient(t, h)
	game := finishedGame(c, easyGame())
	end, err := s.analyses.begin(c.cookie.Value)
	if err != nil {
		t.Fatal(err)
	}
	ask := map[string]any{"game": game, "agent": "easy", "seconds": 0.1}
	if status, data := c.do("POST", "/api/analysis", ask); status != http.StatusTooManyRequests {
		t.Errorf("a second analysis: status %d: %s", status, data)
	}
	end()
	if status, data := c.do("POST", "/api/analysis", ask); status != http.StatusOK {
		t.Errorf("status %d: %s", status, data)
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
		if rows := decode[struct{ Matches []MatchRow }](t, data).Matches; len(rows) != 1 || rows[0].Mine != mine || !rows[0].Running {
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
