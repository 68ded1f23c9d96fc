package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"marengo/arena"
	"marengo/setup"
	"marengo/stratego"
	"marengo/web/roster"
	"marengo/web/wire"
)

// client is a browser without a page: it posts, and talks over a line.
type client struct {
	t      *testing.T
	url    string
	cookie *http.Cookie
	conn   *websocket.Conn
	game   string
	seat   string
	heard  bytes.Buffer // every byte the line brought
	state  wire.GameState
}

func newClient(t *testing.T, h *httptest.Server) *client { return &client{t: t, url: h.URL} }

func (c *client) do(method, path string, body any) (int, []byte) {
	c.t.Helper()
	q, err := http.NewRequest(method, c.url+path, bytes.NewReader(wire.Encode(body)))
	if err != nil {
		c.t.Fatal(err)
	}
	if c.cookie != nil {
		q.AddCookie(c.cookie)
	}
	response, err := http.DefaultClient.Do(q)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() {
		if err := response.Body.Close(); err != nil {
			c.t.Error(err)
		}
	}()
	for _, k := range response.Cookies() {
		c.cookie = k
	}
	var b bytes.Buffer
	if _, err := b.ReadFrom(response.Body); err != nil {
		c.t.Fatal(err)
	}
	return response.StatusCode, b.Bytes()
}

// start begins a game and connects to its first seat.
func (c *client) start(ask wire.NewGame) {
	c.t.Helper()
	status, data := c.do("POST", "/api/games", ask)
	if status != http.StatusOK {
		c.t.Fatalf("status %d: %s", status, data)
	}
	var m wire.GameMeta
	if err := json.Unmarshal(data, &m); err != nil {
		c.t.Fatal(err)
	}
	c.game, c.seat = m.ID, m.Seats[0].Color
	c.connect(0)
}

// dialing shows the browser's cookie.
func (c *client) dialing() *websocket.DialOptions {
	header := http.Header{}
	if c.cookie != nil {
		header.Set("Cookie", c.cookie.Name+"="+c.cookie.Value)
	}
	return &websocket.DialOptions{HTTPHeader: header}
}

func (c *client) connect(seen int) {
	c.t.Helper()
	url := fmt.Sprintf("%s/api/games/%s/line?seat=%s&seen=%d", strings.Replace(c.url, "http", "ws", 1), c.game, c.seat, seen)
	conn, _, err := websocket.Dial(context.Background(), url, c.dialing())
	if err != nil {
		c.t.Fatal(err)
	}
	conn.SetReadLimit(1 << 20)
	c.conn = conn
	c.t.Cleanup(func() { _ = conn.CloseNow() })
	c.until(func() bool { return c.state.Type != "" })
}

// hear reads one message.
func (c *client) hear() (kind string, data []byte) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, data, err := c.conn.Read(ctx)
	if err != nil {
		c.t.Fatalf("%v; last state: ply %d", err, c.state.Ply)
	}
	c.heard.Write(data)
	c.heard.WriteByte('\n')
	var head struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		c.t.Fatal(err)
	}
	if head.Type == "state" {
		c.state = wire.GameState{}
		if err := json.Unmarshal(data, &c.state); err != nil {
			c.t.Fatal(err)
		}
	}
	return head.Type, data
}

func (c *client) until(ready func() bool) {
	c.t.Helper()
	for !ready() {
		if kind, data := c.hear(); kind == "error" {
			c.t.Fatalf("refused: %s", data)
		}
	}
}

func (c *client) send(command wire.Command) {
	c.t.Helper()
	if command.Game == "" {
		command.Game = c.game
	}
	if command.Seat == "" {
		command.Seat = c.seat
	}
	c.sendRaw(wire.Encode(command))
}

func (c *client) sendRaw(data []byte) {
	c.t.Helper()
	if err := c.conn.Write(context.Background(), websocket.MessageText, data); err != nil {
		c.t.Fatal(err)
	}
}

// refusal reads on to the next error.
func (c *client) refusal() wire.ErrorMessage {
	c.t.Helper()
	for {
		kind, data := c.hear()
		if kind != "error" {
			continue
		}
		var e wire.ErrorMessage
		if err := json.Unmarshal(data, &e); err != nil {
			c.t.Fatal(err)
		}
		return e
	}
}

// play plays a move and waits for the answer.
func (c *client) play(move string) {
	c.t.Helper()
	ply := c.state.Ply
	c.send(wire.Command{Type: "move", Move: move, Ply: ply})
	c.until(func() bool { return c.state.Ply >= ply+2 || c.state.Result != nil })
}

// scripted is a Catalogue with one agent that plays a script.
type scripted struct {
	roster.Catalogue
	agent testAgent
}

func (s scripted) Find(text string) (arena.Contender, error) {
	if text == s.agent.name {
		return s.agent, nil
	}
	return s.Catalogue.Find(text)
}

// counted gives names in order, so that two servers give the same. A game takes the first half,
// which is the same for all: how many cookies a browser asks for before is its own affair.
func counted() func() string {
	var n atomic.Int64
	return func() string {
		return fmt.Sprintf("name%020d", n.Add(1))
	}
}

// TestSwappedHiddenPiecesGiveTheSameBytes plays scripted games in which two of the
// enemy's pieces that are never revealed are exchanged: the client must not hear
// a single byte's difference, with the mind window open as well.
func TestSwappedHiddenPiecesGiveTheSameBytes(t *testing.T) {
	mine := []string{"a4-a6", "a6-a7", "b4-b5", "b5-b6", "e4-e5"}
	theirs := []string{"k7-k6", "k6-k7", "k7-k6", "k6-k5", "k5-k6"}
	hear := func(swap bool) []byte {
		setup := []byte(mySetup)
		if swap {
			// A miner and a bomb in the back rows, and a captain with a colonel.
			setup[0], setup[7] = setup[7], setup[0]
			setup[14], setup[17] = setup[17], setup[14]
		}
		catalogue := scripted{roster.Agents(), testAgent{name: "scripted", script: theirs}}
		_, h := startServer(t, Options{Catalogue: catalogue, Setups: known(setup), NewID: counted()})
		c := newClient(t, h)
		c.start(wire.NewGame{Rules: "match", Red: "me", Blue: "scripted", Setup: mySetup, Level: 5, Seed: "7", Counts: true})
		for _, m := range mine {
			c.play(m)
		}
		ply := c.state.Ply
		c.send(wire.Command{Type: "practice", Ply: ply})
		c.send(wire.Command{Type: "hint", Agent: "lewis", Ply: ply})
		for {
			if kind, _ := c.hear(); kind == "mind" {
				break
			}
		}
		// Marks on the exchanged pieces, and all that is told beside the game.
		for i, piece := range []int{40, 47, 54, 57} {
			c.send(wire.Command{Type: "mark", Mark: &wire.Mark{Piece: piece, Rank: "B", Tone: "a"}, Ply: ply})
			c.until(func() bool { return len(c.state.Marks) == i+1 })
		}
		for _, path := range []string{"/api/statistics", "/api/setups/results", "/api/ladder", "/api/lessons", "/api/puzzles"} {
			status, data := c.do("GET", path, nil)
			if status != http.StatusOK {
				t.Fatalf("%s: status %d: %s", path, status, data)
			}
			c.heard.Write(data)
		}
		c.send(wire.Command{Type: "move", Move: "e4-e9", Ply: ply}) // refused, with a reason
		c.refusal()
		c.askForMore()
		c.send(wire.Command{Type: "resign", Ply: ply})
		c.until(func() bool { return c.state.Result != nil })
		return stripWork(c.heard.Bytes())
	}
	plain, swapped := hear(false), hear(true)
	if !bytes.Equal(plain, swapped) {
		t.Fatalf("the client can tell the games apart %s", firstDifference(plain, swapped))
	}
	if !bytes.Contains(plain, []byte(`"battle":`)) || len(plain) < 10_000 {
		t.Fatalf("the game is too short to prove anything: %d bytes", len(plain))
	}
}

// askForMore asks for all that is told of finished games while one goes on: it is refused, and
// what is answered counts as heard.
func (c *client) askForMore() {
	c.t.Helper()
	for _, q := range []struct {
		method, path string
		body         any
	}{
		{"GET", "/api/games/" + c.game + "/record", nil},
		{"GET", "/api/games/" + c.game + "/file?format=marengo", nil},
		{"GET", "/api/games/" + c.game + "/analysis", nil},
		{"POST", "/api/games/" + c.game + "/analysis", nil},
		{"DELETE", "/api/games/" + c.game + "/analysis", nil},
		{"POST", "/api/board", wire.BoardRequest{Game: c.game, Ply: 1}},
		{"POST", "/api/mind", wire.MindRequest{Game: c.game, Agent: "lewis", Seconds: 1}},
		{"GET", "/replay/" + c.game, nil},
		{"GET", "/board/" + c.game + "/1", nil},
	} {
		status, data := c.do(q.method, q.path, q.body)
		if status != http.StatusForbidden {
			c.t.Errorf("%s %s of a running game: status %d: %.200s", q.method, q.path, status, data)
		}
		fmt.Fprintf(&c.heard, "%d %s", status, data)
	}
}

// stripWork drops the seconds that a thought took.
func stripWork(b []byte) []byte {
	for {
		i := bytes.Index(b, []byte(`"seconds":`))
		if i < 0 {
			return b
		}
		end := i + bytes.IndexAny(b[i:], ",}")
		if b[end] == ',' {
			end++
		}
		b = append(b[:i:i], b[end:]...)
	}
}

func firstDifference(a, b []byte) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("at byte %d: %.80q or %.80q", i, a[max(0, i-20):], b[max(0, i-20):])
		}
	}
	return fmt.Sprintf("%d or %d bytes", len(a), len(b))
}

// TestNothingHiddenIsSent plays whole games and looks at every message: a rank of
// the enemy's is sent only for a piece that both have seen, and never its setup.
func TestNothingHiddenIsSent(t *testing.T) {
	for _, game := range []struct {
		opponent, variant string
		color             stratego.Color
	}{{"lewis", "classic", stratego.Red}, {"random", "classic", stratego.Blue}, {"careful", "barrage", stratego.Red}} {
		t.Run(game.opponent+"/"+game.variant, func(t *testing.T) {
			s, h := startServer(t, Options{Setups: setup.Default(), Limits: Limits{Commands: 100_000}})
			c := newClient(t, h)
			rng := rand.New(rand.NewPCG(3, uint64(game.color)))
			v, err := stratego.ParseVariant(game.variant)
			if err != nil {
				t.Fatal(err)
			}
			own := stratego.ShuffledSetup(v, rng)
			ask := wire.NewGame{Rules: "match", Variant: game.variant, Red: "me", Blue: game.opponent, Setup: own.String(), Level: 5, Seed: "9", Counts: true}
			if game.color == stratego.Blue {
				ask.Red, ask.Blue = game.opponent, "me"
			}
			c.start(ask)
			enemySetup := setupOf(truth(t, s, c.game), game.color.Other())
			for range 400 {
				c.until(func() bool { return c.state.Position.ToMove == game.color.String() || c.state.Result != nil })
				checkState(t, c.state, game.color, truth(t, s, c.game))
				if c.state.Result != nil {
					break
				}
				legal := c.state.Position.Legal
				from := legal[rng.IntN(len(legal))]
				m := stratego.NewMove(stratego.Square(from[0]), stratego.Square(from[1+rng.IntN(len(from)-1)]))
				c.play(stratego.FormatMove(m))
			}
			if bytes.Contains(c.heard.Bytes(), []byte(enemySetup)) || bytes.Contains(c.heard.Bytes(), []byte(strings.Trim(enemySetup, "."))) {
				t.Fatal("the enemy's setup was sent")
			}
		})
	}
}

// checkState compares what was sent with what the referee knows to be revealed.
func checkState(t *testing.T, s wire.GameState, you stratego.Color, truth *stratego.State) {
	t.Helper()
	if s.Ply != truth.Ply() {
		return
	}
	for _, p := range s.Position.Pieces {
		x, ok := truth.At(stratego.Square(p.At))
		if !ok {
			t.Fatalf("ply %d: a piece on the empty square %d", s.Ply, p.At)
		}
		hidden := x.Color != you && !x.Known
		switch {
		case hidden && p.Rank != "":
			t.Fatalf("ply %d: the hidden %v on %v was sent", s.Ply, x.Rank, x.Square)
		case hidden && !strings.Contains(p.May, string(x.Rank.Letter())):
			t.Fatalf("ply %d: the %v on %v is not among %q", s.Ply, x.Rank, x.Square, p.May)
		case !hidden && p.Rank != string(x.Rank.Letter()):
			t.Fatalf("ply %d: the %v on %v was sent as %q", s.Ply, x.Rank, x.Square, p.Rank)
		}
	}
}

// setupOf is how an army stood at the start.
func setupOf(s *stratego.State, c stratego.Color) string {
	var x stratego.Setup
	for i := range x {
		x[i] = stratego.NoRank
	}
	for id := range stratego.SetupSquares {
		if p := s.Piece(c, id); p.Start != stratego.NoSquare {
			x[p.StartIndex()] = p.Rank
		}
	}
	return x.String()
}
