package web

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"

	"marengo/store"
	"marengo/stratego"
	"marengo/web/wire"
)

// scene is a game of two people under way, whose state no attack may change.
type scene struct {
	*testing.T
	table
	s       *Server
	url     string
	before  string
	secrets []string // that nobody else may be sent
}

// snapshot is all that the store has of the game.
func (x *scene) snapshot() string {
	x.Helper()
	l, err := x.s.hall.DB.Live(context.Background(), x.game)
	if err != nil {
		x.Fatal(err)
	}
	return fmt.Sprint(l.Spec, l.Status, l.Moves, *l.Seats[0], *l.Seats[1], l.Game)
}

// unchanged fails if an attack had any effect, or its answer tells what is secret.
func (x *scene) unchanged(what string, answer []byte) {
	x.Helper()
	if now := x.snapshot(); now != x.before {
		x.Fatalf("%s changed the game\nfrom %s\nto   %s", what, x.before, now)
	}
	for _, secret := range x.secrets {
		if bytes.Contains(answer, []byte(secret)) {
			x.Fatalf("%s was answered with %q: %.300s", what, secret, answer)
		}
	}
}

// sentence checks that a refusal is one sentence.
func sentence(t *testing.T, what string, status int, data []byte) {
	t.Helper()
	text := decode[struct{ Text string }](t, data).Text
	if text == "" || strings.Contains(text, "\n") || strings.Contains(text, "goroutine") || status == http.StatusInternalServerError {
		t.Errorf("%s: status %d: %s", what, status, data)
	}
}

// attackScene has two people with a battle behind them, and one looking on.
func attackScene(t *testing.T, log *slog.Logger) *scene {
	s, h := startServer(t, Options{Log: log})
	red, blue := newClient(t, h), newClient(t, h)
	x := &scene{T: t, table: sitDown(t, h, barrageTable(), red, blue), s: s, url: h.URL}
	for _, m := range []string{"a4-a9", "k7-k6", "a9-b9"} {
		x.turn(m)
	}
	x.before = x.snapshot()
	x.secrets = []string{strings.Trim(redBarrage, "."), strings.Trim(blueBarrage, "."), red.cookie.Value, blue.cookie.Value, x.secret,
		store.Hash(red.cookie.Value), store.Hash(blue.cookie.Value)}
	return x
}

// attackBodies are what the routes would take, aimed at another's game.
func attackBodies(x *scene) map[string]any {
	return map[string]any{
		"POST /api/games/{id}/setup":  map[string]string{"seat": "red", "setup": blueBarrage},
		"POST /api/people/join":       wire.Join{Secret: x.secret, Game: x.game},
		"POST /api/people/look":       wire.Join{Secret: x.secret},
		"POST /api/mind":              wire.MindRequest{Game: x.game, Color: "red", Agent: "easy", Seconds: 0.1},
		"POST /api/games/{id}/marks":  map[string]any{},
		"POST /api/games/{id}/invite": map[string]any{},
	}
}

// TestEveryRouteIsRefused walks all routes as the other seat, as one who looks on and as
// a stranger.
func TestEveryRouteIsRefused(t *testing.T) {
	x := attackScene(t, nil)
	looker := x.lookOn(t)
	stranger := &client{t: t, url: x.url}
	stranger.do("GET", "/api/boot", nil)
	bodies := attackBodies(x)
	if len(x.s.patterns) < 20 {
		t.Fatalf("only %d routes are known", len(x.s.patterns))
	}
	for _, pattern := range x.s.patterns {
		method, path, ok := strings.Cut(pattern, " ")
		if !ok {
			method, path = "POST", pattern
		}
		path = strings.NewReplacer("{id}", x.game).Replace(path)
		for name, c := range map[string]*client{"the other seat": x.blue, "one who looks on": looker, "a stranger": stranger} {
			what := fmt.Sprintf("%s %s by %s", method, path, name)
			body, ok := bodies[pattern]
			if !ok {
				body = map[string]any{}
			}
			status, data := c.do(method, path, body)
			if status >= 400 {
				sentence(t, what, status, data)
			}
			x.unchanged(what, data)
		}
	}
	for _, c := range []*client{x.blue, looker, stranger} {
		for _, query := range []string{"red", "", "RED", "0", "x' OR 1=1"} {
			status, data := c.do("GET", "/api/games/"+x.game+"/line?seat="+strings.ReplaceAll(query, " ", "+"), nil)
			if status != http.StatusForbidden {
				t.Errorf("seat %q: status %d", query, status)
			}
			sentence(t, "a line", status, data)
		}
	}
}

// TestLinesAreGuarded sends what lines must not take: another's commands, old ones, those
// out of turn, too long ones.
func TestLinesAreGuarded(t *testing.T) {
	x := attackScene(t, nil)
	looker := x.lookOn(t)
	command := func(seat, kind, move string, ply int) []byte {
		return wire.Encode(wire.Command{Type: kind, Game: x.game, Seat: seat, Ply: ply, Move: move, Accept: true})
	}
	for _, a := range []struct {
		name string
		by   *client
		data []byte
		code string
	}{
		{"a looker as red", looker, command("red", "resign", "", 3), "seat"},
		{"a looker's move", looker, command("watch", "move", "k6-k5", 3), "seat"},
		{"a looker's resignation", looker, command("watch", "resign", "", 3), "seat"},
		{"a looker's phrase", looker, command("watch", "say", "", 3), "seat"},
		{"red as blue", x.red, command("blue", "move", "k6-k5", 3), "seat"},
		{"out of turn", x.red, command("red", "move", "c4-c3", 3), "turn"},
		{"an old ply", x.red, command("red", "move", "c4-c3", 2), "stale"},
		{"the other's piece", x.blue, command("blue", "move", "b9-b8", 3), "illegal"},
		{"an answer to no offer", x.red, command("red", "answer", "", 3), "stale"},
		{"an answer to no wish", x.red, command("red", "back", "", 3), "stale"},
		{"a claim", x.red, command("red", "claim", "", 3), "claim"},
		{"a rematch", x.red, command("red", "rematch", "", 3), "rematch"},
		{"another game", x.red, bytes.Replace(command("red", "resign", "", 3), []byte(x.game), []byte("abcdefghijkl"), 1), "game"},
	} {
		a.by.sendRaw(a.data)
		if e := a.by.refusal(); e.Code != a.code || e.Text == "" {
			t.Errorf("%s: %+v, want %s", a.name, e, a.code)
		}
		x.unchanged(a.name, looker.heard.Bytes())
	}
	// A move that was played is sent again, by a second tab too: it is played once.
	tab := &client{t: t, url: x.url, game: x.game, seat: "red", cookie: x.red.cookie}
	tab.connect(0)
	for _, c := range []*client{x.red, tab} {
		c.state = wire.GameState{}
		c.sendRaw(command("red", "move", "a9-b9", 2))
		c.until(func() bool { return c.state.Type != "" })
	}
	x.unchanged("a replayed move", looker.heard.Bytes())
	// A megabyte cuts the line, and nobody else's.
	_ = tab.conn.Write(context.Background(), websocket.MessageText, bytes.Repeat([]byte("x"), 1<<20)) // it may be cut off before its end
	for {
		if _, _, err := tab.conn.Read(context.Background()); err != nil {
			break
		}
	}
	x.unchanged("a megabyte", looker.heard.Bytes())
	x.turn("k6-k5")
	end := truth(t, x.s, x.game)
	checkCommon(t, looker.heard.Bytes(), end)
}

// TestForgedRequests come from other sites, are too large, or try links and games by the
// thousand.
func TestForgedRequests(t *testing.T) {
	var log bytes.Buffer
	var mu sync.Mutex
	x := attackScene(t, slog.New(slog.NewTextHandler(writerFunc(func(p []byte) (int, error) {
		mu.Lock()
		defer mu.Unlock()
		return log.Write(p)
	}), nil)))
	forged := func(path, origin, host string) int {
		q, err := http.NewRequest("POST", x.url+path, strings.NewReader(`{"seat":"red"}`))
		if err != nil {
			t.Fatal(err)
		}
		q.AddCookie(x.red.cookie) // as a careless browser would
		q.Header.Set("Origin", origin)
		if host != "" {
			q.Host = host
		}
		response, err := http.DefaultClient.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		if err := response.Body.Close(); err != nil {
			t.Error(err)
		}
		return response.StatusCode
	}
	for _, path := range []string{"/api/people/games", "/api/people/join", "/api/games/" + x.game + "/setup", "/api/me", "/api/contests"} {
		for _, from := range [][2]string{{"http://evil.example", ""}, {"null", ""}, {"http://evil.example", "evil.example"}} {
			if status := forged(path, from[0], from[1]); status != http.StatusForbidden {
				t.Errorf("%s from %v: status %d", path, from, status)
			}
		}
	}
	line := strings.Replace(x.url, "http", "ws", 1) + "/api/games/" + x.game + "/line?seat=red"
	header := x.red.dialing().HTTPHeader
	header.Set("Origin", "http://evil.example")
	if _, response, err := websocket.Dial(context.Background(), line, &websocket.DialOptions{HTTPHeader: header}); err == nil || response.StatusCode != http.StatusForbidden {
		t.Errorf("a line from another site: %v", err)
	}
	stranger := &client{t: t, url: x.url}
	if status, data := stranger.do("POST", "/api/people/games", strings.Repeat("x", 3<<20)); status != http.StatusRequestEntityTooLarge {
		t.Errorf("three megabytes: status %d: %s", status, data)
	}
	begun, refused := 0, 0
	for range 1000 {
		switch status, data := stranger.do("POST", "/api/people/games", barrageTable()); status {
		case http.StatusOK:
			begun++
		case http.StatusTooManyRequests, http.StatusBadRequest:
			refused++
			sentence(t, "a game too many", status, data)
		default:
			t.Fatalf("status %d: %s", status, data)
		}
	}
	if begun > 100 || refused < 900 {
		t.Errorf("%d games of a thousand were begun", begun)
	}
	guessed := map[int]int{}
	for i := range 200 {
		status, data := stranger.do("POST", "/api/people/join", wire.Join{Secret: fmt.Sprintf("guess%019d", i)})
		sentence(t, "a guessed link", status, data)
		guessed[status]++
	}
	if guessed[http.StatusGone] == 0 || guessed[http.StatusTooManyRequests] < 100 {
		t.Errorf("guesses were answered by %v", guessed)
	}
	x.unchanged("all that", nil)
	mu.Lock()
	defer mu.Unlock()
	for _, secret := range x.secrets {
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log has a secret: %s", log.String())
		}
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// TestFullDisk begins no games while the disk is full, says so, and lets nobody lose.
func TestFullDisk(t *testing.T) {
	var mu sync.Mutex
	free := uint64(1 << 30)
	_, h := startServer(t, Options{Space: func() (uint64, error) {
		mu.Lock()
		defer mu.Unlock()
		return free, nil
	}})
	x := sitDown(t, h, barrageTable(), newClient(t, h), newClient(t, h))
	mu.Lock()
	free = 1 << 20
	mu.Unlock()
	for _, path := range []string{"/api/people/games", "/api/games"} {
		status, data := newClient(t, h).do("POST", path, map[string]any{})
		if status != http.StatusInsufficientStorage || !strings.Contains(string(data), "disk") {
			t.Errorf("%s: status %d: %s", path, status, data)
		}
	}
	if status, _ := newClient(t, h).do("GET", "/healthz", nil); status != http.StatusInsufficientStorage {
		t.Errorf("health: status %d", status)
	}
	x.turn("a4-a5") // a game under way goes on
	if c := truthColor(x); c != stratego.Blue {
		t.Errorf("%v is to move", c)
	}
}

func truthColor(x table) stratego.Color {
	c, err := stratego.ParseColor(x.red.state.Position.ToMove)
	if err != nil {
		return stratego.NoColor
	}
	return c
}
