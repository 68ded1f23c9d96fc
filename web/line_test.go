package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"marengo/store"
	"marengo/web/roster"
	"marengo/web/wire"
)

func easyGame() wire.NewGame {
	return wire.NewGame{Rules: "match", Red: "me", Blue: "easy", Setup: mySetup, Level: 5, Seed: "1"}
}

func TestSendingTwiceIsHarmless(t *testing.T) {
	_, h := startServer(t, Options{})
	c := newClient(t, h)
	c.start(easyGame())
	move := wire.Command{Type: "move", Move: "e4-e5", Ply: 0}
	c.send(move)
	c.send(move)
	c.until(func() bool { return c.state.Ply >= 2 })
	c.send(move)
	before := c.state.Ply
	c.play("e5-e6")
	if c.state.Ply != before+2 {
		t.Fatalf("ply %d after one more move, was %d", c.state.Ply, before)
	}
	c.send(wire.Command{Type: "move", Move: "e6-e7", Ply: 1})
	if e := c.refusal(); e.Code != "stale" {
		t.Fatalf("a move for a ply that is gone gave %+v", e)
	}
	c.send(wire.Command{Type: "resign"})
	c.send(wire.Command{Type: "resign"})
	c.until(func() bool { return c.state.Result != nil })
	if c.state.Result.Winner != "blue" || c.state.Result.Reason != "resigned" {
		t.Fatalf("result %+v", c.state.Result)
	}
}

func TestReconnectFromTheLastPlySeen(t *testing.T) {
	_, h := startServer(t, Options{})
	c := newClient(t, h)
	c.start(easyGame())
	c.play("e4-e5")
	c.play("e5-e6")
	_ = c.conn.CloseNow()
	c.state = wire.GameState{}
	c.connect(2)
	if c.state.First != 2 || len(c.state.Events) != c.state.Ply-2 {
		t.Fatalf("events from %d, %d of them, ply %d", c.state.First, len(c.state.Events), c.state.Ply)
	}
}

func TestTwoTabsSeeTheSame(t *testing.T) {
	_, h := startServer(t, Options{})
	a := newClient(t, h)
	a.start(easyGame())
	b := &client{t: t, url: h.URL, game: a.game, seat: a.seat, cookie: a.cookie}
	b.connect(0)
	a.play("e4-e5")
	b.until(func() bool { return b.state.Ply >= 2 })
	if fmt.Sprint(a.state) != fmt.Sprint(b.state) {
		t.Fatal("two tabs of one seat differ")
	}
}

// TestGameSurvivesItsServer ends servers without warning and opens new ones on the
// same file: no move that was answered is lost.
func TestGameSurvivesItsServer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "survive.db")
	var before *client
	for ply := 0; ply < 6; ply += 2 {
		db, err := store.Open(context.Background(), path)
		if err != nil {
			t.Fatal(err)
		}
		s, h := startServer(t, Options{DB: db})
		c := newClient(t, h)
		if before == nil {
			c.start(easyGame())
		} else {
			c.game, c.seat, c.cookie = before.game, before.seat, before.cookie
			c.connect(0)
		}
		before = c
		if c.state.Ply != ply {
			t.Fatalf("ply %d after a restart, expected %d", c.state.Ply, ply)
		}
		c.play([]string{"e4-e5", "e5-e6", "b4-b5"}[ply/2])
		_ = c.conn.CloseNow()
		s.Close()
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestBadCommandsAreRefusedInASentence(t *testing.T) {
	_, h := startServer(t, Options{Limits: Limits{Commands: 1000}})
	c := newClient(t, h)
	c.start(easyGame())
	for name, x := range map[string]struct{ raw, code string }{
		"no JSON":       {"hello", "shape"},
		"wrong shape":   {`{"type":3}`, "shape"},
		"unknown":       {`{"type":"dance","game":"G","seat":"S"}`, "shape"},
		"other game":    {`{"type":"resign","game":"x","seat":"S"}`, "game"},
		"other seat":    {`{"type":"resign","game":"G","seat":"x"}`, "seat"},
		"bad move":      {`{"type":"move","game":"G","seat":"S","move":"zz"}`, "move"},
		"illegal move":  {`{"type":"move","game":"G","seat":"S","move":"a1-a2"}`, "illegal"},
		"enemy's piece": {`{"type":"move","game":"G","seat":"S","move":"e7-e6"}`, "illegal"},
		"no offer":      {`{"type":"answer","game":"G","seat":"S","accept":true}`, "stale"},
		"no agent":      {`{"type":"hint","game":"G","seat":"S","agent":"nobody"}`, "agent"},
		"early undo":    {`{"type":"takeback","game":"G","seat":"S"}`, "turn"},
		"speed":         {`{"type":"speed","game":"G","seat":"S","delay":1}`, "seat"},
	} {
		c.sendRaw([]byte(strings.NewReplacer(`"G"`, `"`+c.game+`"`, `"S"`, `"`+c.seat+`"`).Replace(x.raw)))
		if e := c.refusal(); e.Code != x.code || e.Text == "" {
			t.Errorf("%s gave %+v", name, e)
		}
	}
	c.play("e4-e5")
}

func TestHostileClientsHarmNobody(t *testing.T) {
	_, h := startServer(t, Options{})
	c := newClient(t, h)
	c.start(easyGame())
	// One floods a seat of its own and sends more than fits.
	other := newClient(t, h)
	other.start(easyGame())
	flood := append(slices.Repeat([][]byte{[]byte("x")}, 200), bytes.Repeat([]byte("x"), 1<<20))
	for _, message := range flood {
		if other.conn.Write(context.Background(), websocket.MessageText, message) != nil {
			break // cut off, which is what it deserves
		}
	}
	for {
		if _, _, err := other.conn.Read(context.Background()); err != nil {
			break
		}
	}
	// One never reads.
	silent := newClient(t, h)
	silent.start(easyGame())
	c.play("e4-e5")
}

func TestOriginAndHostAreChecked(t *testing.T) {
	_, h := startServer(t, Options{})
	c := newClient(t, h)
	c.start(easyGame())
	url := fmt.Sprintf("%s/api/games/%s/line?seat=%s", strings.Replace(h.URL, "http", "ws", 1), c.game, c.seat)
	_, response, err := websocket.Dial(context.Background(), url, &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {"http://evil.example"}}})
	if err == nil || response.StatusCode != http.StatusForbidden {
		t.Fatalf("a page of another site was let in: %v", err)
	}
	for _, x := range []struct{ host, origin string }{{"", "http://evil.example"}, {"evil.example", ""}} {
		q, err := http.NewRequest("POST", h.URL+"/api/games", strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		if x.host != "" {
			q.Host = x.host
		}
		if x.origin != "" {
			q.Header.Set("Origin", x.origin)
		}
		response, err := http.DefaultClient.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		if err := response.Body.Close(); err != nil {
			t.Error(err)
		}
		if response.StatusCode != http.StatusForbidden {
			t.Errorf("%+v: status %d", x, response.StatusCode)
		}
	}
	if _, _, err := websocket.Dial(context.Background(), strings.Replace(url, c.seat, "guess", 1), nil); err == nil {
		t.Error("a guessed token opened a seat")
	}
}

// TestNobodyStartsProgramsFromThePage: an agent string can name a program or a file,
// so only the names on the list are accepted.
func TestNobodyStartsProgramsFromThePage(t *testing.T) {
	_, h := startServer(t, Options{Catalogue: roster.Agents(parsed(t, "star:depth=2"))})
	c := newClient(t, h)
	for _, name := range []string{`cmd:"touch /tmp/x"`, "cmd", "lewis:setup=file:/etc/passwd", "star:depth=3"} {
		ask := easyGame()
		ask.Blue = name
		if status, data := c.do("POST", "/api/games", ask); status != http.StatusBadRequest {
			t.Errorf("%s: status %d: %.200s", name, status, data)
		}
	}
	ask := easyGame()
	ask.Blue = "star:depth=2"
	if status, data := c.do("POST", "/api/games", ask); status != http.StatusOK {
		t.Errorf("status %d: %s", status, data)
	}
}

func TestThinkingEndsWithTheGame(t *testing.T) {
	asked := make(chan struct{}, 1)
	catalogue := scripted{testCatalogue{roster.Agents()}, testAgent{name: "scripted", sleep: time.Hour, asked: asked}}
	_, h := startServer(t, Options{Catalogue: catalogue, Limits: Limits{Thinkers: 1}})
	a := newClient(t, h)
	ask := easyGame()
	ask.Blue = "scripted"
	a.start(ask)
	a.send(wire.Command{Type: "move", Move: "e4-e5", Ply: 0})
	<-asked
	a.send(wire.Command{Type: "resign"})
	a.until(func() bool { return a.state.Result != nil })
	// The one place to think is free again.
	b := newClient(t, h)
	b.start(easyGame())
	b.play("e4-e5")
}

func TestAgentsThatGoWrongLose(t *testing.T) {
	for name, reason := range map[string]string{"broken": "panic", "cheat": "illegal_move"} {
		_, h := startServer(t, Options{})
		c := newClient(t, h)
		ask := easyGame()
		ask.Blue = name
		c.start(ask)
		c.play("e4-e5")
		if c.state.Result == nil || c.state.Result.Winner != "red" || c.state.Result.Reason != reason {
			t.Errorf("%s: result %+v", name, c.state.Result)
		}
	}
}

func TestDrawTakebackHintAndCounting(t *testing.T) {
	_, h := startServer(t, Options{})
	c := newClient(t, h)
	ask := easyGame()
	ask.Blue, ask.Counts, ask.Seed = "polite", true, ""
	c.start(ask)
	c.play("e4-e5")
	for _, help := range []wire.Command{{Type: "takeback", Ply: 2}, {Type: "hint", Agent: "lewis", Ply: 2}, {Type: "mind", Agent: "lewis", Ply: 2}} {
		c.send(help)
		if e := c.refusal(); e.Code != "counts" {
			t.Fatalf("%s in a game that counts gave %+v", help.Type, e)
		}
		if !c.state.Counts {
			t.Fatalf("%s silently made the game practice", help.Type)
		}
	}
	c.send(wire.Command{Type: "practice", Ply: 2})
	c.until(func() bool { return !c.state.Counts })
	c.send(wire.Command{Type: "hint", Agent: "lewis", Ply: 2})
	for {
		kind, data := c.hear()
		if kind != "mind" {
			continue
		}
		var m wire.MindMessage
		if err := json.Unmarshal(data, &m); err != nil || !m.Hint || len(m.Mind.Thoughts.Candidates) == 0 || m.Mind.Color != "red" {
			t.Fatalf("hint %+v, %v", m, err)
		}
		break
	}
	c.send(wire.Command{Type: "takeback", Ply: 2})
	c.until(func() bool { return c.state.Ply == 0 })
	c.send(wire.Command{Type: "move", Move: "e4-e5", Ply: 0, Draw: true})
	c.until(func() bool { return c.state.Result != nil })
	if c.state.Result.Reason != "agreed_draw" {
		t.Fatalf("result %+v", c.state.Result)
	}
}

func TestAHintThatFailsSaysSo(t *testing.T) {
	_, h := startServer(t, Options{})
	c := newClient(t, h)
	c.start(easyGame())
	c.send(wire.Command{Type: "hint", Agent: "broken", Ply: 0})
	if e := c.refusal(); e.Code != "mind" || strings.Contains(e.Text, "goroutine") {
		t.Errorf("a broken helper gave %+v", e)
	}
}

func TestDrawIsDeclined(t *testing.T) {
	_, h := startServer(t, Options{})
	c := newClient(t, h)
	c.start(easyGame())
	c.send(wire.Command{Type: "move", Move: "e4-e5", Ply: 0, Draw: true})
	c.until(func() bool { return c.state.Ply == 2 })
	if !c.state.Declined || c.state.Result != nil {
		t.Fatalf("declined %v, result %+v", c.state.Declined, c.state.Result)
	}
}

func TestClockRunsOut(t *testing.T) {
	_, h := startServer(t, Options{})
	c := newClient(t, h)
	ask := easyGame()
	ask.Clock = &wire.ClockSettings{Minutes: 0.005}
	c.start(ask)
	c.until(func() bool { return c.state.Result != nil })
	if c.state.Result.Winner != "blue" || c.state.Result.Reason != "timeout" {
		t.Fatalf("result %+v", c.state.Result)
	}
}
