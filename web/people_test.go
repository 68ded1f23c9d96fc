package web

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"marengo/store"
	"marengo/stratego"
	"marengo/web/wire"
)

// Two armies of Barrage whose games are short: each has its flag where the other's scout
// comes soon.
const (
	redBarrage  = "F.B.......9.......S.......M...2.2.3....."
	blueBarrage = "FB........9.......S.......M...2.2.3....."
)

// table is a game of two people, each in a browser of their own.
type table struct {
	red, blue *client
	game      string
	secret    string // of the link
}

// sitDown begins a game of two people and lets both set up.
func sitDown(t *testing.T, h *httptest.Server, ask wire.NewTable, red, blue *client) table {
	t.Helper()
	x := invite(t, red, ask)
	joinTable(t, &x, blue)
	setUpBoth(t, &x)
	x.red.connect(0)
	x.blue.connect(0)
	return x
}

// barrageTable is a request for a short game.
func barrageTable() wire.NewTable {
	return wire.NewTable{Rules: "match", Variant: "barrage", Color: "red", Clock: &wire.ClockSettings{Minutes: 10, Increment: 5}, Looking: true}
}

func invite(t *testing.T, red *client, ask wire.NewTable) table {
	t.Helper()
	status, data := red.do("POST", "/api/people/games", ask)
	if status != http.StatusOK {
		t.Fatalf("status %d: %s", status, data)
	}
	i := decode[wire.Invitation](t, data)
	_, secret, _ := strings.Cut(i.Link, "#")
	red.game, red.seat, red.state = i.Game, "red", wire.GameState{}
	return table{red: red, game: i.Game, secret: secret}
}

func joinTable(t *testing.T, x *table, blue *client) {
	t.Helper()
	status, data := blue.do("POST", "/api/people/join", wire.Join{Secret: x.secret})
	if status != http.StatusOK {
		t.Fatalf("status %d: %s", status, data)
	}
	m := decode[wire.GameMeta](t, data)
	if m.ID != x.game || len(m.Seats) != 1 || m.Seats[0].Color != "blue" || m.Phase != "setup" || m.Table == nil {
		t.Fatalf("%s", data)
	}
	blue.game, blue.seat, blue.state, x.blue = x.game, "blue", wire.GameState{}, blue
}

func setUpBoth(t *testing.T, x *table) {
	t.Helper()
	for _, c := range []*client{x.red, x.blue} {
		setup := map[string]string{"red": redBarrage, "blue": blueBarrage}[c.seat]
		if status, data := c.do("POST", "/api/games/"+x.game+"/setup", map[string]string{"seat": c.seat, "setup": setup}); status != http.StatusOK {
			t.Fatalf("%s: status %d: %s", c.seat, status, data)
		}
	}
}

// lookOn connects somebody without a seat.
func (x table) lookOn(t *testing.T) *client {
	t.Helper()
	c := &client{t: t, url: x.red.url, game: x.game, seat: "watch"}
	c.do("GET", "/api/boot", nil)
	c.connect(0)
	return c
}

// turn plays a move of who is on turn and waits until both have heard of it.
func (x table) turn(move string) {
	mover := x.red
	if x.red.state.Position.ToMove == "blue" {
		mover = x.blue
	}
	ply := mover.state.Ply
	mover.send(wire.Command{Type: "move", Move: move, Ply: ply})
	for _, c := range []*client{x.red, x.blue} {
		c.until(func() bool { return c.state.Ply > ply })
	}
}

// TestPlayAFriend plays a whole game between two browsers, with one looking on.
func TestPlayAFriend(t *testing.T) {
	s, h := startServer(t, Options{})
	red, blue := newClient(t, h), newClient(t, h)
	x := invite(t, red, barrageTable())
	if status, data := red.do("POST", "/api/people/join", wire.Join{Secret: x.secret}); status != http.StatusConflict {
		t.Errorf("one's own link: status %d: %s", status, data)
	}
	// Looking at a link uses nothing up, taking its seat does.
	_, data := blue.do("POST", "/api/people/look", wire.Join{Secret: x.secret})
	if look := decode[wire.PeopleTable](t, data); look.Red != "Red" || look.Free != "blue" || look.Variant != "barrage" || look.Clock.Increment != 5 {
		t.Errorf("%s", data)
	}
	joinTable(t, &x, blue)
	if status, data := newClient(t, h).do("POST", "/api/people/join", wire.Join{Secret: x.secret}); status != http.StatusGone {
		t.Errorf("a used link: status %d: %s", status, data)
	}
	// Nobody sees an army before both stand.
	if status, _ := red.do("GET", "/api/games/"+x.game+"/line?seat=red", nil); status != http.StatusConflict {
		t.Errorf("a board before both have set up: status %d", status)
	}
	setUpBoth(t, &x)
	red.connect(0)
	blue.connect(0)
	looker := x.lookOn(t)
	if red.state.Clock.Running != "red" || red.state.Clock.Red < 590_000 || !red.state.Counts {
		t.Errorf("%+v", red.state)
	}
	red.until(func() bool { return len(red.state.People.Here) == 2 && red.state.People.Lookers == 1 })
	for _, m := range []string{"a4-a9", "k7-k6", "a9-b9"} {
		if red.state.Result == nil {
			x.turn(m)
		}
		checkState(t, red.state, stratego.Red, truth(t, s, x.game))
		checkState(t, blue.state, stratego.Blue, truth(t, s, x.game))
	}
	time.Sleep(20 * time.Millisecond)
	blue.send(wire.Command{Type: "resign"})
	before := *blue.state.Clock
	for _, c := range []*client{red, blue, looker} {
		c.until(func() bool { return c.state.Result != nil })
	}
	if c := blue.state.Clock; before.Running != "blue" || c.Blue > before.Blue-20 || c.Red != before.Red {
		t.Errorf("the clocks stood at %+v, and at %+v after blue resigned", before, c)
	}
	if looker.state.Result.Winner != "red" {
		t.Errorf("%+v", looker.state.Result)
	}
	for _, c := range []*client{red, blue} {
		_, data := c.do("GET", "/api/statistics", nil)
		if rows := decode[struct{ Rows []wire.StatRow }](t, data).Rows; len(rows) != 1 || rows[0].Games != 1 {
			t.Errorf("%s's statistics: %s", c.seat, data)
		}
	}
	if status, data := looker.do("GET", "/api/games/"+x.game+"/record", nil); status != http.StatusOK || !strings.Contains(string(data), `"start":`) {
		t.Errorf("the record: status %d: %s", status, data)
	}
}

// TestBetweenTwoPeople walks through what they can say to each other beside moves.
func TestBetweenTwoPeople(t *testing.T) {
	_, h := startServer(t, Options{})
	x := sitDown(t, h, barrageTable(), newClient(t, h), newClient(t, h))
	x.turn("a4-a5")
	x.turn("k7-k6")

	// A takeback is asked for and granted.
	x.red.send(wire.Command{Type: "takeback", Ply: 2})
	x.blue.until(func() bool { return x.blue.state.People.Takeback == "red" })
	x.red.send(wire.Command{Type: "back", Ply: 2, Accept: true})
	if e := x.red.refusal(); e.Code != "stale" {
		t.Errorf("one's own wish was granted: %+v", e)
	}
	x.blue.send(wire.Command{Type: "back", Ply: 2, Accept: true})
	x.red.until(func() bool { return x.red.state.Ply == 0 })
	x.blue.until(func() bool { return x.blue.state.Ply == 0 })
	if x.red.state.Counts || x.red.state.Position.ToMove != "red" {
		t.Errorf("after a takeback: %+v", x.red.state)
	}

	// Phrases reach the other, unless they are muted.
	x.red.send(wire.Command{Type: "say", Phrase: 1})
	if kind, data := nextOf(x.blue, "phrase"); decode[wire.PhraseMessage](t, data).From != "red" {
		t.Errorf("%s %s", kind, data)
	}
	x.blue.send(wire.Command{Type: "mute", Accept: true})
	x.blue.until(func() bool { return x.blue.state.People.Muted })
	x.red.send(wire.Command{Type: "say", Phrase: 99})
	if e := x.red.refusal(); e.Code != "phrase" {
		t.Errorf("%+v", e)
	}
	for _, c := range []string{"hint", "mind", "practice"} {
		x.red.send(wire.Command{Type: c, Agent: "easy"})
		if e := x.red.refusal(); e.Code != "counts" {
			t.Errorf("%s: %+v", c, e)
		}
	}
	x.red.send(wire.Command{Type: "claim"})
	if e := x.red.refusal(); e.Code != "claim" {
		t.Errorf("%+v", e)
	}

	// A draw is offered and taken, and both want a rematch: the seats change.
	ply := x.red.state.Ply
	x.red.send(wire.Command{Type: "move", Move: "a4-a5", Ply: ply, Draw: true})
	x.blue.until(func() bool { return x.blue.state.DrawOffer == "red" })
	x.blue.send(wire.Command{Type: "answer", Ply: ply + 1, Accept: true})
	x.red.until(func() bool { return x.red.state.Result != nil })
	x.red.send(wire.Command{Type: "rematch", Accept: true})
	x.blue.until(func() bool { return x.blue.state.Result != nil && x.blue.state.People.Rematch == "red" })
	x.blue.send(wire.Command{Type: "rematch", Accept: true})
	_, data := nextOf(x.red, "next")
	next := decode[wire.NextMessage](t, data).Next
	_, data = x.red.do("GET", "/api/games/"+next, nil)
	if m := decode[wire.GameMeta](t, data); len(m.Seats) != 1 || m.Seats[0].Color != "blue" || m.Phase != "setup" {
		t.Errorf("%s", data)
	}
}

// nextOf reads on to the next message of a kind.
func nextOf(c *client, kind string) (string, []byte) {
	c.t.Helper()
	for {
		if k, data := c.hear(); k == kind || k == "error" {
			return k, data
		}
	}
}

// TestRatedGameOfTwo needs names, bars advice while it goes on, and changes ratings.
func TestRatedGameOfTwo(t *testing.T) {
	s, h := startServer(t, Options{})
	red, blue := newClient(t, h), newClient(t, h)
	study := finishedGame(newClient(t, h), easyGame())
	ask := barrageTable()
	ask.Rated = true
	if status, data := red.do("POST", "/api/people/games", ask); status != http.StatusForbidden {
		t.Fatalf("a rated game without a name: status %d: %s", status, data)
	}
	for c, name := range map[*client]string{red: "Ann", blue: "Bob"} {
		c.do("GET", "/api/boot", nil)
		if err := s.hall.DB.NamePerson(t.Context(), store.Hash(c.cookie.Value), name); err != nil {
			t.Fatal(err)
		}
	}
	x := sitDown(t, h, ask, red, blue)
	if red.state.Blue.Name != "Bob" || red.state.Takebacks || len(red.state.Position.Losing) != 0 {
		t.Errorf("%+v", red.state)
	}
	x.turn("a4-a5")
	red.send(wire.Command{Type: "takeback", Ply: 1})
	if e := red.refusal(); e.Code != "takeback" {
		t.Errorf("%+v", e)
	}
	mind := wire.MindRequest{Game: study, Color: "red", Agent: "easy", Seconds: 0.1}
	if status, data := red.do("POST", "/api/mind", mind); status != http.StatusForbidden {
		t.Errorf("advice during a rated game: status %d: %s", status, data)
	}
	if status, data := newClient(t, h).do("POST", "/api/mind", mind); status != http.StatusOK {
		t.Errorf("advice for another: status %d: %s", status, data)
	}
	red.send(wire.Command{Type: "resign"})
	blue.until(func() bool { return blue.state.Result != nil })
	list, err := s.hall.DB.PersonRatings(t.Context(), "barrage")
	if err != nil || len(list) != 2 || list[0].Name != "Bob" || list[0].Mean <= 1500 {
		t.Errorf("%+v, %v", list, err)
	}
	if status, data := red.do("POST", "/api/mind", mind); status != http.StatusOK {
		t.Errorf("advice after the game: status %d: %s", status, data)
	}
}

// TestLookersLagBehind shows those who look on an earlier position, and never a rank
// that was not shown.
func TestLookersLagBehind(t *testing.T) {
	s, h := startServer(t, Options{})
	ask := barrageTable()
	ask.Delay = 2
	x := sitDown(t, h, ask, newClient(t, h), newClient(t, h))
	looker := x.lookOn(t)
	for _, m := range []string{"a4-a5", "k7-k6", "a5-a4"} {
		x.turn(m)
	}
	looker.until(func() bool { return looker.state.Ply == 1 })
	if looker.state.Clock != nil || looker.state.Position.ToMove != "blue" {
		t.Errorf("%+v", looker.state)
	}
	checkCommon(t, looker.heard.Bytes(), truth(t, s, x.game))
	private := ask
	private.Looking = false
	y := sitDown(t, h, private, newClient(t, h), newClient(t, h))
	if status, _ := newClient(t, h).do("GET", "/api/games/"+y.game+"/line?seat=watch", nil); status != http.StatusForbidden {
		t.Errorf("a private game was shown: status %d", status)
	}
}

// checkCommon looks at every message that somebody without a seat heard before the end:
// no rank is in it but those that both players had seen by then.
func checkCommon(t *testing.T, heard []byte, end *stratego.State) {
	t.Helper()
	known := make(map[int]bool)
	for c := stratego.Red; c <= stratego.Blue; c++ {
		for id := range stratego.SetupSquares {
			p := end.Piece(c, id)
			known[id+stratego.SetupSquares*int(c)] = p.Known || p.Dead()
		}
	}
	for _, message := range strings.Split(strings.TrimSpace(string(heard)), "\n") {
		var s wire.GameState
		if err := json.Unmarshal([]byte(message), &s); err != nil {
			t.Fatal(err)
		}
		for _, p := range s.Position.Pieces {
			if p.Rank != "" && !known[p.ID] {
				t.Fatalf("a hidden %s was sent: %s", p.Rank, message)
			}
		}
	}
}

// TestNoClaimAgainstDays: in a game of days a move the clock alone decides.
func TestNoClaimAgainstDays(t *testing.T) {
	_, h := startServer(t, Options{})
	ask := barrageTable()
	ask.Clock = &wire.ClockSettings{Days: 3}
	x := sitDown(t, h, ask, newClient(t, h), newClient(t, h))
	if left := time.Duration(x.red.state.Clock.Red) * time.Millisecond; left < 71*time.Hour || left > 72*time.Hour {
		t.Errorf("three days a move: %v", left)
	}
	_ = x.blue.conn.CloseNow() // it leaves
	x.red.until(func() bool { return len(x.red.state.People.Here) == 1 })
	if x.red.state.People.Claim != -1 {
		t.Errorf("a claim in %d ms", x.red.state.People.Claim)
	}
}

// TestNotReady: who has set up may change the army while the other places, and not after.
func TestNotReady(t *testing.T) {
	_, h := startServer(t, Options{})
	ask := barrageTable()
	ask.Unaided = true
	x := invite(t, newClient(t, h), ask)
	joinTable(t, &x, newClient(t, h))
	set := func(c *client, seat, setup string) (int, wire.GameMeta) {
		status, data := c.do("POST", "/api/games/"+x.game+"/setup", map[string]string{"seat": seat, "setup": setup})
		return status, decode[wire.GameMeta](t, data)
	}
	for _, setup := range []string{redBarrage, "", redBarrage} {
		status, meta := set(x.red, "red", setup)
		if status != http.StatusOK || len(meta.Table.Ready) != min(1, len(setup)) || !meta.Table.Unaided {
			t.Fatalf("%q: status %d, %+v", setup, status, meta.Table)
		}
	}
	if status, _ := set(x.blue, "red", ""); status != http.StatusForbidden {
		t.Errorf("the other's setup: status %d", status)
	}
	if status, meta := set(x.blue, "blue", blueBarrage); status != http.StatusOK || meta.Phase != "live" {
		t.Fatalf("status %d, %+v", status, meta)
	}
	if status, _ := set(x.red, "red", ""); status != http.StatusConflict {
		t.Errorf("a setup taken back in a game under way: status %d", status)
	}
}

// TestClaim lets somebody who waits win by the other's absence, no sooner than stated.
func TestClaim(t *testing.T) {
	_, h := startServer(t, Options{Limits: Limits{Gone: 200 * time.Millisecond}})
	x := sitDown(t, h, barrageTable(), newClient(t, h), newClient(t, h))
	x.red.send(wire.Command{Type: "claim"})
	if e := x.red.refusal(); e.Code != "claim" {
		t.Errorf("a claim against somebody who is there: %+v", e)
	}
	_ = x.blue.conn.CloseNow() // it leaves
	x.red.until(func() bool { return len(x.red.state.People.Here) == 1 })
	if wait := x.red.state.People.Claim; wait < 0 || wait > 200 {
		t.Errorf("a claim in %d ms", wait)
	}
	for x.red.state.Result == nil {
		x.red.send(wire.Command{Type: "claim"})
		if kind, data := x.red.hear(); kind == "error" {
			if decode[wire.ErrorMessage](t, data).Code == "rate" {
				t.Fatalf("%s", data)
			}
			time.Sleep(100 * time.Millisecond) // it is too soon
		}
	}
	if r := x.red.state.Result; r.Winner != "red" || r.Reason != "gone" {
		t.Errorf("%+v", r)
	}
}
