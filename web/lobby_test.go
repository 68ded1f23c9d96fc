package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"marengo/web/wire"
)

// TestPeopleShapesAgree compares the client's declarations with the server's, as
// TestWireShapesAgree does.
func TestPeopleShapesAgree(t *testing.T) {
	shapesAgree(t, "client/model/people.ts", map[string]any{
		"ClockSettings": wire.ClockSettings{}, "NewTable": wire.NewTable{}, "PeopleTable": wire.PeopleTable{}, "Invitation": wire.Invitation{},
		"PeopleState": wire.PeopleState{}, "PhraseMessage": wire.PhraseMessage{}, "NextMessage": wire.NextMessage{}, "Me": wire.Me{},
		"PersonRow": wire.PersonRow{}, "Lobby": wire.Lobby{}, "NewContest": wire.NewContest{}, "Contest": wire.Contest{}, "ContestGame": wire.ContestGame{},
	})
}

// lobbyOf reads the lobby as somebody sees it.
func lobbyOf(c *client) wire.Lobby {
	c.t.Helper()
	status, data := c.do("GET", "/api/lobby", nil)
	if status != http.StatusOK {
		c.t.Fatalf("status %d: %s", status, data)
	}
	return decode[wire.Lobby](c.t, data)
}

// TestLobby takes names, opens a game, joins it, plays it rated and finds the result.
func TestLobby(t *testing.T) {
	_, h := startServer(t, Options{})
	ann, bob, eve := newClient(t, h), newClient(t, h), newClient(t, h)
	for _, bad := range []string{"", "A", " Ann", "Ann\n", "lewis", "Red", "<b>Ann</b>", strings.Repeat("x", 25)} {
		if status, data := ann.do("POST", "/api/me", map[string]string{"name": bad}); status < 400 || status >= 500 {
			t.Errorf("the name %q: status %d: %s", bad, status, data)
		}
	}
	for c, name := range map[*client]string{ann: "Ann", bob: "Jürgen O'Neill"} {
		if status, data := c.do("POST", "/api/me", map[string]string{"name": name}); status != http.StatusOK {
			t.Fatalf("status %d: %s", status, data)
		}
	}
	if status, data := eve.do("POST", "/api/me", map[string]string{"name": "ANN"}); status != http.StatusConflict {
		t.Errorf("Ann's name once more: status %d: %s", status, data)
	}
	ask := barrageTable()
	ask.Rated, ask.Open = true, true
	x := invite(t, ann, ask)
	open := lobbyOf(bob).Open
	if len(open) != 1 || open[0].Red != "Ann" || open[0].Free != "blue" || !open[0].Rated || open[0].Mine {
		t.Fatalf("%+v", open)
	}
	if status, data := eve.do("POST", "/api/people/join", wire.Join{Game: x.game}); status != http.StatusForbidden {
		t.Errorf("somebody without a name joined a rated game: status %d: %s", status, data)
	}
	if status, data := bob.do("POST", "/api/people/join", wire.Join{Game: x.game}); status != http.StatusOK {
		t.Fatalf("status %d: %s", status, data)
	}
	bob.game, bob.seat, x.blue = x.game, "blue", bob
	setUpBoth(t, &x)
	ann.connect(0)
	bob.connect(0)
	if l := lobbyOf(eve); len(l.Open) != 0 || len(l.Playing) != 1 || l.Playing[0].Blue != "Jürgen O'Neill" {
		t.Errorf("%+v", l)
	}
	ann.send(wire.Command{Type: "resign"})
	bob.until(func() bool { return bob.state.Result != nil })
	l := lobbyOf(eve)
	if len(l.Playing) != 0 || len(l.Results) != 1 || l.Results[0].Winner != "blue" || l.Results[0].Reason != "resigned" {
		t.Errorf("%+v", l)
	}
	if r := l.Ratings["barrage"]; len(r) != 2 || r[0].Name != "Jürgen O'Neill" || r[0].Games != 1 {
		t.Errorf("%+v", r)
	}
	if status, data := eve.do("GET", "/api/games/"+x.game+"/file?format=marengo", nil); status != http.StatusOK || !strings.Contains(string(data), "Ann") {
		t.Errorf("the file: status %d: %s", status, data)
	}
}

// TestPersonalKeyCarriesASeat plays on at another device, until the key is revoked there.
func TestPersonalKeyCarriesASeat(t *testing.T) {
	_, h := startServer(t, Options{})
	ann, bob, phone := newClient(t, h), newClient(t, h), newClient(t, h)
	if status, data := ann.do("POST", "/api/me/key", nil); status != http.StatusBadRequest {
		t.Errorf("a key without a name: status %d: %s", status, data)
	}
	ann.do("POST", "/api/me", map[string]string{"name": "Ann"})
	x := sitDown(t, h, barrageTable(), ann, bob)
	_, data := ann.do("POST", "/api/me/key", nil)
	key := decode[struct{ Key string }](t, data).Key
	if status, data := phone.do("POST", "/api/me/use", map[string]string{"key": "wrong"}); status != http.StatusForbidden {
		t.Errorf("a wrong key: status %d: %s", status, data)
	}
	if status, data := phone.do("POST", "/api/me/use", map[string]string{"key": key}); status != http.StatusOK || decode[wire.Me](t, data).Name != "Ann" {
		t.Fatalf("status %d: %s", status, data)
	}
	phone.game, phone.seat = x.game, "red"
	phone.connect(0)
	phone.send(wire.Command{Type: "move", Move: "a4-a5"})
	ann.until(func() bool { return ann.state.Ply == 1 })
	// The computer is lost: on the phone the key is revoked.
	if status, data := phone.do("DELETE", "/api/me/key", nil); status != http.StatusOK {
		t.Fatalf("status %d: %s", status, data)
	}
	for { // its line is cut
		if _, _, err := ann.conn.Read(t.Context()); err != nil {
			break
		}
	}
	if status, _ := ann.do("GET", "/api/games/"+x.game+"/line?seat=red", nil); status != http.StatusForbidden {
		t.Errorf("the lost computer: status %d", status)
	}
	if status, _ := newClient(t, h).do("POST", "/api/me/use", map[string]string{"key": key}); status != http.StatusForbidden {
		t.Errorf("a revoked key: status %d", status)
	}
	phone.state = wire.GameState{}
	phone.connect(0)
	if phone.state.Seat != "red" || phone.state.Ply != 1 {
		t.Errorf("on the phone: %+v", phone.state)
	}
}

// TestCountedMatch plays two games against a machine and keeps the report.
func TestCountedMatch(t *testing.T) {
	_, h := startServer(t, Options{})
	c, stranger := newClient(t, h), newClient(t, h)
	ask := wire.NewContest{Agent: "easy", Level: 5, Rules: "match", Variant: "classic", Games: 3}
	if status, data := c.do("POST", "/api/contests", ask); status != http.StatusBadRequest {
		t.Errorf("an odd number of games: status %d: %s", status, data)
	}
	ask.Games = 2
	status, data := c.do("POST", "/api/contests", ask)
	if status != http.StatusOK {
		t.Fatalf("status %d: %s", status, data)
	}
	path := fmt.Sprintf("/api/contests/%d", decode[wire.Contest](t, data).ID)
	setup := map[string]string{"setup": mySetup}
	if status, _ := stranger.do("POST", path+"/game", setup); status != http.StatusForbidden {
		t.Errorf("a stranger plays: status %d", status)
	}
	for game, color := range []string{"red", "blue"} {
		status, data := c.do("POST", path+"/game", setup)
		if status != http.StatusOK {
			t.Fatalf("game %d: status %d: %s", game+1, status, data)
		}
		m := decode[wire.GameMeta](t, data)
		c.game, c.seat, c.state = m.ID, m.Seats[0].Color, wire.GameState{}
		if c.seat != color {
			t.Errorf("game %d is played as %s", game+1, c.seat)
		}
		c.connect(0)
		if status, _ := c.do("POST", path+"/game", setup); status != http.StatusConflict {
			t.Errorf("a second game at once: status %d", status)
		}
		if status, _ := c.do("DELETE", "/api/games/"+c.game, nil); status != http.StatusConflict {
			t.Errorf("dropping a counted game: status %d", status)
		}
		for _, kind := range []string{"practice", "hint", "takeback"} {
			c.send(wire.Command{Type: kind, Agent: "easy", Ply: c.state.Ply})
			if e := c.refusal(); e.Code != "counts" && e.Code != "stale" {
				t.Errorf("%s: %+v", kind, e)
			}
		}
		c.send(wire.Command{Type: "resign"})
		c.until(func() bool { return c.state.Result != nil })
	}
	if status, _ := c.do("POST", path+"/game", setup); status != http.StatusConflict {
		t.Errorf("a game after the last: status %d", status)
	}
	_, data = stranger.do("GET", path, nil)
	if r := decode[wire.Contest](t, data); !r.Over || r.Losses != 2 || r.Score != 0 || r.High <= 0.3 || r.High >= 0.9 || len(r.List) != 2 || r.Mine {
		t.Errorf("%s", data)
	}
	if l := lobbyOf(stranger); len(l.Matches) != 1 || !l.Matches[0].Over {
		t.Errorf("the stored report: %+v", l.Matches)
	}
}

// TestLobbyPages walks through the lobby, an open game and a counted match by mouse.
func TestLobbyPages(t *testing.T) {
	_, h := startServer(t, Options{})
	p := openPage(t, h.URL, 1200, 900)
	p.open("/lobby")
	p.until("document.querySelector('#name')")
	eval[bool](p, "(() => { const i = document.querySelector('#name'); i.value = 'Ann'; i.dispatchEvent(new Event('input', {bubbles: true})); return true; })()")
	p.press("Keep this name")
	p.until("document.querySelector('#my-name').innerText.includes('Ann')")
	p.until("document.body.innerText.includes('cannot be detected')")
	eval[bool](p, "(document.querySelectorAll('details').forEach((d) => { d.open = true; }), true)")
	p.press("Make a key")
	p.until("document.querySelector('#key')")
	p.choose("#match-agent", "easy")
	p.click("#begin-match")
	p.until("location.pathname.startsWith('/match/')")
	p.click("#next-game")
	p.until("location.pathname.startsWith('/play/') && document.querySelector('.cell.grab')")
	p.press("Resign")
	p.press("Really resign")
	p.until("document.querySelector('#status').innerText === 'You lose.'")
	p.open("/lobby")
	p.until("document.body.innerText.includes('1 of 2 games: 0 won, 0 drawn, 1 lost')")
}
