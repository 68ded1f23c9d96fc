package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"marengo/setup"
	"marengo/stratego"
	"marengo/web/roster"
	"marengo/web/wire"
)

func decode[T any](t testing.TB, data []byte) (v T) {
	t.Helper()
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("%v: %.200s", err, data)
	}
	return v
}

// finishedGame plays a short game and returns its name.
func finishedGame(c *client, ask wire.NewGame) string {
	c.t.Helper()
	c.start(ask)
	c.play("e4-e5")
	c.play("e5-e6")
	c.send(wire.Command{Type: "resign"})
	c.until(func() bool { return c.state.Result != nil })
	return c.game
}

func TestRecordDownloadAndImport(t *testing.T) {
	_, h := startServer(t, Options{})
	c := newClient(t, h)
	id := finishedGame(c, easyGame())
	status, data := c.do("GET", "/api/games/"+id+"/record", nil)
	record := decode[wire.GameRecord](t, data)
	if status != http.StatusOK || len(record.Events) != 4 || len(record.Start) != 80 || record.You != "red" || record.Winner != "blue" {
		t.Fatalf("status %d, record %+v", status, record.GameRow)
	}
	if len(record.Minds) != 2 || len(record.Log) != 2 {
		t.Fatalf("%d minds and %d logs, expected the opponent's two", len(record.Minds), len(record.Log))
	}
	for _, format := range []string{"marengo", "gsn", "xml"} {
		status, file := c.do("GET", "/api/games/"+id+"/file?format="+format, nil)
		if status != http.StatusOK {
			t.Fatalf("%s: status %d: %s", format, status, file)
		}
		q, err := http.Post(h.URL+"/api/import?name=game."+format, "text/plain", bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if _, err := b.ReadFrom(q.Body); err != nil {
			t.Fatal(err)
		}
		if err := q.Body.Close(); err != nil {
			t.Fatal(err)
		}
		imported := decode[wire.GameMeta](t, b.Bytes())
		_, data := c.do("GET", "/api/games/"+imported.ID+"/record", nil)
		if again := decode[wire.GameRecord](t, data); fmt.Sprint(again.Events) != fmt.Sprint(record.Events) {
			t.Errorf("%s: the moves changed on the way", format)
		}
	}
	status, data = c.do("GET", "/api/games?mine=1", nil)
	if rows := decode[struct{ Games []wire.GameRow }](t, data).Games; status != http.StatusOK || len(rows) != 1 || rows[0].You != "red" {
		t.Fatalf("status %d, %+v", status, rows)
	}
	// A file that this browser brought is among its own games, the latest first.
	_, file := c.do("GET", "/api/games/"+id+"/file?format=marengo", nil)
	brought := c.bring(file)
	_, data = c.do("GET", "/api/games?mine=1", nil)
	if rows := decode[struct{ Games []wire.GameRow }](t, data).Games; len(rows) != 2 || rows[0].ID != brought {
		t.Errorf("expected game %s first: %+v", brought, rows)
	}
	_, data = newClient(t, h).do("GET", "/api/games?mine=1", nil)
	if rows := decode[struct{ Games []wire.GameRow }](t, data).Games; len(rows) != 0 {
		t.Errorf("another browser's games: %+v", rows)
	}
	_, data = c.do("GET", "/api/games?agent=easy", nil)
	if rows := decode[struct{ Games []wire.GameRow }](t, data).Games; len(rows) == 0 {
		t.Fatal("the game is not among all games")
	}
}

// bring imports a game file and returns its number.
func (c *client) bring(file []byte) string {
	c.t.Helper()
	q, err := http.NewRequest("POST", c.url+"/api/import?name=brought", bytes.NewReader(file))
	if err != nil {
		c.t.Fatal(err)
	}
	q.AddCookie(c.cookie)
	response, err := http.DefaultClient.Do(q)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() {
		if err := response.Body.Close(); err != nil {
			c.t.Error(err)
		}
	}()
	var b bytes.Buffer
	if _, err := b.ReadFrom(response.Body); err != nil {
		c.t.Fatal(err)
	}
	return decode[wire.GameMeta](c.t, b.Bytes()).ID
}

func TestALiveGameHasNoRecord(t *testing.T) {
	_, h := startServer(t, Options{})
	c := newClient(t, h)
	c.start(easyGame())
	for _, path := range []string{"/record", "/file?format=gsn", "/analysis"} {
		if status, data := c.do("GET", "/api/games/"+c.game+path, nil); status != http.StatusForbidden {
			t.Errorf("%s: status %d: %.200s", path, status, data)
		}
	}
	for path, body := range map[string]any{
		"/api/mind":                          wire.MindRequest{Game: c.game, Agent: "lewis", Seconds: 1},
		"/api/games/" + c.game + "/analysis": map[string]any{},
	} {
		if status, data := c.do("POST", path, body); status != http.StatusForbidden {
			t.Errorf("%s: status %d: %.200s", path, status, data)
		}
	}
	stranger := newClient(t, h)
	_, data := stranger.do("GET", "/api/games/"+c.game, nil)
	if m := decode[wire.GameMeta](t, data); len(m.Seats) != 0 {
		t.Fatal("another browser was given a seat")
	}
}

func TestStatisticsCountWhatCounts(t *testing.T) {
	_, h := startServer(t, Options{})
	c := newClient(t, h)
	ask := easyGame()
	finishedGame(c, ask)
	ask.Counts, ask.Seed = true, ""
	c.state = wire.GameState{}
	finishedGame(c, ask)
	_, data := c.do("GET", "/api/statistics", nil)
	stats := decode[struct {
		Rows  []wire.StatRow
		Games []wire.StatGame
	}](t, data)
	if len(stats.Rows) != 1 || stats.Rows[0].Games != 1 || stats.Rows[0].Losses != 1 || len(stats.Games) != 1 {
		t.Fatalf("%+v", stats)
	}
}

func TestTwoPeopleAtOneScreen(t *testing.T) {
	_, h := startServer(t, Options{})
	c := newClient(t, h)
	status, data := c.do("POST", "/api/games", wire.NewGame{Rules: "match", Red: "me", Blue: "me", Setup: mySetup, Counts: true})
	m := decode[wire.GameMeta](t, data)
	if status != http.StatusOK || len(m.Seats) != 2 || m.Seats[0] == m.Seats[1] || m.Phase != "setup" || m.Turn != "blue" {
		t.Fatalf("status %d: %+v", status, m)
	}
	red := &client{t: t, url: h.URL, game: m.ID, seat: m.Seats[0].Color, cookie: c.cookie}
	blue := &client{t: t, url: h.URL, game: m.ID, seat: m.Seats[1].Color, cookie: c.cookie}
	// Nobody looks at the board before both have set up, and each does so once.
	setup := "/api/games/" + m.ID + "/setup"
	if status, data := c.do("GET", "/api/games/"+m.ID+"/line?seat="+red.seat, nil); status != http.StatusConflict {
		t.Fatalf("status %d: %s", status, data)
	}
	for _, x := range []struct {
		seat, setup string
		status      int
	}{{"guess", easySetup, 403}, {red.seat, easySetup, 409}, {blue.seat, "FFF", 400}, {blue.seat, easySetup, 200}, {blue.seat, mySetup, 409}} {
		status, data := c.do("POST", setup, map[string]string{"seat": x.seat, "setup": x.setup})
		if status != x.status {
			t.Fatalf("%+v: status %d: %s", x, status, data)
		}
		if m := decode[wire.GameMeta](t, data); status == http.StatusOK && (m.Phase != "live" || m.Turn != "red") {
			t.Fatalf("%+v", m)
		}
	}
	red.connect(0)
	blue.connect(0)
	if red.state.Counts || red.state.Thinking {
		t.Fatalf("%+v", red.state)
	}
	blue.send(wire.Command{Type: "move", Move: "e7-e6"})
	if e := blue.refusal(); e.Code != "turn" {
		t.Fatalf("%+v", e)
	}
	red.send(wire.Command{Type: "move", Move: "e4-e5", Draw: true})
	blue.until(func() bool { return blue.state.DrawOffer == "red" })
	blue.send(wire.Command{Type: "answer", Ply: 1, Accept: true})
	red.until(func() bool { return red.state.Result != nil })
}

// TestRematchChangesSeatsAndKeepsTheScore plays three games in a row.
func TestRematchChangesSeatsAndKeepsTheScore(t *testing.T) {
	s, h := startServer(t, Options{Setups: setup.Default()})
	c := newClient(t, h)
	ask := easyGame()
	ask.Counts, ask.Seed = true, ""
	c.start(ask)
	rematch := func() (int, []byte) { return c.do("POST", "/api/games/"+c.game+"/rematch", map[string]int{}) }
	if status, data := rematch(); status != http.StatusConflict {
		t.Fatalf("a rematch of a running game: status %d: %s", status, data)
	}
	if status, _ := newClient(t, h).do("POST", "/api/games/"+c.game+"/rematch", map[string]int{}); status != http.StatusForbidden {
		t.Errorf("a stranger's rematch: status %d", status)
	}
	armies := make(map[string]bool)
	for game, color := range []stratego.Color{stratego.Red, stratego.Blue, stratego.Red} {
		if c.state.Seat != color.String() || !c.state.Counts {
			t.Fatalf("game %d: seat %s, counts %v", game+1, c.state.Seat, c.state.Counts)
		}
		if score := c.state.Score; game == 0 && score != nil || game > 0 && (score == nil || score.Lost != game || score.Won+score.Drawn != 0) {
			t.Errorf("game %d begins at %+v", game+1, score)
		}
		state := truth(t, s, c.game)
		if own := setupOf(state, color); own != mySetup {
			t.Errorf("game %d: the army is %s", game+1, own)
		}
		armies[setupOf(state, color.Other())] = true
		c.send(wire.Command{Type: "resign"})
		c.until(func() bool { return c.state.Result != nil })
		if score := c.state.Score; score == nil || score.Lost != game+1 {
			t.Errorf("game %d ends at %+v", game+1, score)
		}
		status, data := rematch()
		if status != http.StatusOK {
			t.Fatalf("status %d: %s", status, data)
		}
		m := decode[wire.GameMeta](t, data)
		c.game, c.seat, c.state = m.ID, m.Seats[0].Color, wire.GameState{}
		c.connect(0)
	}
	if len(armies) != 3 {
		t.Errorf("the machine drew %d armies in 3 games", len(armies))
	}
	status, data := c.do("POST", "/api/games", wire.NewGame{Rules: "match", Red: "easy", Blue: "easy", Level: 5})
	if status != http.StatusOK {
		t.Fatalf("status %d: %s", status, data)
	}
	watched := decode[wire.GameMeta](t, data).ID
	if status, _ := c.do("POST", "/api/games/"+watched+"/rematch", map[string]int{}); status == http.StatusOK {
		t.Error("a watched game has a rematch")
	}
}

func TestOnlyItsOwnerDropsAGameAndOnlyAnUnfinishedOne(t *testing.T) {
	_, h := startServer(t, Options{})
	c := newClient(t, h)
	over := finishedGame(c, easyGame())
	c.state = wire.GameState{}
	c.start(easyGame())
	for _, x := range []struct {
		who  *client
		game string
		want int
	}{{newClient(t, h), c.game, 404}, {c, over, 404}, {c, "nogame", 404}, {c, c.game, 204}, {c, c.game, 404}} {
		if status, data := x.who.do("DELETE", "/api/games/"+x.game, nil); status != x.want {
			t.Errorf("dropping %s: status %d, expected %d: %s", x.game, status, x.want, data)
		}
	}
	if status, _ := c.do("GET", "/api/games/"+over+"/record", nil); status != http.StatusOK {
		t.Error("the finished game is gone")
	}
}

func TestMatchIsPlayedFromThePage(t *testing.T) {
	_, h := startServer(t, Options{})
	c := newClient(t, h)
	if status, data := c.do("POST", "/api/matches", map[string]any{"a": "random", "b": "careful", "rules": "match", "games": 4, "seconds": 0.01}); status != http.StatusOK {
		t.Fatalf("status %d: %s", status, data)
	}
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		_, data := c.do("GET", "/api/arena", nil)
		list := decode[struct{ Matches []wire.MatchRow }](t, data).Matches
		if len(list) == 1 && !list[0].Running && list[0].Wins+list[0].Draws+list[0].Losses == 4 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the match does not end: %+v", list)
		}
	}
}

func TestWatchedGameShowsBothMindsAndRests(t *testing.T) {
	s, h := startServer(t, Options{})
	c := newClient(t, h)
	c.start(wire.NewGame{Rules: "match", Red: "easy", Blue: "easy", Level: 5, Seed: "4"})
	c.send(wire.Command{Type: "speed", Delay: 0})
	minds := make(map[string]bool)
	for len(minds) < 2 || c.state.Ply < 6 {
		if kind, data := c.hear(); kind == "mind" {
			minds[decode[wire.MindMessage](t, data).Mind.Color] = true
		}
	}
	if !c.state.Open || c.state.Seat != "watch" {
		t.Fatalf("%+v", c.state)
	}
	_ = c.conn.CloseNow()
	played := func() int {
		l, err := s.hall.DB.Live(t.Context(), c.game)
		if err != nil {
			t.Fatal(err)
		}
		return len(l.Moves)
	}
	for deadline := time.Now().Add(time.Minute); ; {
		before := played()
		time.Sleep(300 * time.Millisecond) // at full speed a move takes a fraction of it
		if played() == before {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("the agents go on although nobody looks")
		}
	}
}

// TestThePageBringsTheCookie: who has opened a page is known to all that it asks for, however
// many questions come at once.
func TestThePageBringsTheCookie(t *testing.T) {
	_, h := startServer(t, Options{})
	for _, page := range []string{"/", "/play", "/lobby", "/nowhere"} {
		c := newClient(t, h)
		c.do("GET", page, nil)
		if c.cookie == nil {
			t.Fatalf("%s brings no cookie", page)
		}
		first := c.cookie.Value
		for _, path := range []string{"/api/boot", "/api/setups", "/api/games?live=1", "/play"} {
			if c.do("GET", path, nil); c.cookie.Value != first {
				t.Errorf("%s after %s brings another cookie", path, page)
			}
		}
	}
}

func TestForbiddenMovesSayWhy(t *testing.T) {
	_, h := startServer(t, Options{Catalogue: scripted{roster.Agents(), testAgent{name: "scripted",
		script: []string{"k7-k6", "a7-a6", "k6-k5", "a6-a5", "f7-f6"}}}, Setups: known(mySetup)})
	c := newClient(t, h)
	ask := easyGame()
	ask.Blue = "scripted"
	c.start(ask)
	for _, m := range []string{"e4-e5", "e5-e4", "e4-e5"} {
		c.play(m)
	}
	f := c.state.Position.Forbidden
	if len(f) != 1 || f[0].Rule != "two" || stratego.Square(f[0].From).String() != "e5" || stratego.Square(f[0].To).String() != "e4" || f[0].Since != 1 {
		t.Fatalf("forbidden %+v", f)
	}
}

func TestFillKeepsWhatStands(t *testing.T) {
	_, h := startServer(t, Options{})
	c := newClient(t, h)
	partial := "F........." + strings.Repeat(".", 29) + "M"
	for _, kind := range []string{"human", "random"} {
		status, data := c.do("POST", "/api/setups/propose", map[string]string{"variant": "classic", "kind": kind, "setup": partial})
		got := decode[struct{ Setup string }](t, data).Setup
		s, err := stratego.ParseSetup(got)
		if status != http.StatusOK || err != nil || s.Check(stratego.Classic) != nil || got[0] != 'F' || got[39] != 'M' {
			t.Errorf("%s: status %d, %q", kind, status, got)
		}
	}
	// Whatever is on the board while someone places pieces can be scored.
	for n := range 40 {
		text := mySetup[:n] + strings.Repeat(".", 40-n)
		if status, data := c.do("POST", "/api/setups/score", map[string]string{"variant": "classic", "setup": text}); status != http.StatusOK {
			t.Fatalf("%q: status %d: %s", text, status, data)
		}
	}
}

func TestBadRequestsAreAnsweredInASentence(t *testing.T) {
	_, h := startServer(t, Options{})
	c := newClient(t, h)
	for _, x := range []struct {
		method, path, body string
		status             int
	}{
		{"POST", "/api/games", "junk", 400}, {"POST", "/api/games", `{"surprise":1}`, 400},
		{"POST", "/api/games", `{"rules":"x","red":"me","blue":"lewis"}`, 400},
		{"POST", "/api/games", `{"rules":"match","red":"me","blue":"nobody"}`, 400},
		{"POST", "/api/games", `{"rules":"match","red":"me","blue":"lewis","setup":"FFFF"}`, 400},
		{"POST", "/api/games", `{"rules":"match","red":"me","blue":"lewis","level":9,"setup":"` + mySetup + `"}`, 400},
		{"POST", "/api/games", `{"rules":"match","red":"me","blue":"lewis","seed":"x","setup":"` + mySetup + `"}`, 400},
		{"POST", "/api/games", `{"rules":"match","red":"me","blue":"lewis","open":true,"setup":"` + mySetup + `"}`, 400},
		{"POST", "/api/games", `{"rules":"match","red":"me","blue":"lewis","clock":{"minutes":-1},"setup":"` + mySetup + `"}`, 400},
		{"POST", "/api/games", `{"rules":"match","red":"me","blue":"lewis","position":"marengo position 1"}`, 400},
		{"GET", "/api/games/none", "", 404}, {"GET", "/api/games/1/record", "", 404}, {"GET", "/api/games/none/line", "", 404},
		{"GET", "/api/nothing", "", 404}, {"GET", "/missing.js", "", 404}, {"POST", "/play", "", 405},
		{"POST", "/api/import?name=x", "junk", 400}, {"POST", "/api/position", `{"text":"junk"}`, 400},
		{"POST", "/api/position", `{"variant":"classic","toMove":"red","pieces":[{"color":"red","rank":"M","at":500}]}`, 400},
		{"POST", "/api/setups", `{"name":"","variant":"classic","setup":""}`, 400}, {"DELETE", "/api/setups/x", "", 400}, {"DELETE", "/api/setups/5", "", 404},
		{"POST", "/api/mind", `{"position":"junk","agent":"lewis","seconds":1}`, 400}, {"POST", "/api/mind", `{"seconds":100}`, 400},
		{"POST", "/api/matches", `{"a":"random","b":"careful","rules":"match","games":100000,"seconds":1}`, 400},
		{"POST", "/api/import?name=x", strings.Repeat("x", maxBody+1), 413},
	} {
		q, err := http.NewRequest(x.method, h.URL+x.path, strings.NewReader(x.body))
		if err != nil {
			t.Fatal(err)
		}
		response, err := http.DefaultClient.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if _, err := b.ReadFrom(response.Body); err != nil {
			t.Fatal(err)
		}
		if err := response.Body.Close(); err != nil {
			t.Error(err)
		}
		var sentence struct{ Text string }
		if err := json.Unmarshal(b.Bytes(), &sentence); response.StatusCode != x.status || err != nil || sentence.Text == "" {
			t.Errorf("%s %s %.80s: status %d, %.200s", x.method, x.path, x.body, response.StatusCode, b.String())
		}
	}
	_ = c
}

// TestContrast holds the colours to the readability that WCAG asks of text.
func TestContrast(t *testing.T) {
	data, err := os.ReadFile("client/style/base.css")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile(`:root(?:\[data-theme="dark"\])? \{[^}]*\}`).FindAllString(string(data), -1)
	if len(blocks) < 2 {
		t.Fatalf("%d themes found", len(blocks))
	}
	token := regexp.MustCompile(`--([\w-]+): (#[0-9a-f]{6})`)
	for i, block := range blocks[:2] {
		colors := make(map[string]string)
		for _, m := range token.FindAllStringSubmatch(block, -1) {
			colors[m[1]] = m[2]
		}
		for _, pair := range [][2]string{{"ink", "paper"}, {"ink", "card"}, {"soft", "paper"}, {"soft", "card"}, {"glyph", "red"}, {"glyph", "blue2"}, {"gold-ink", "card"}} {
			if ratio := contrast(t, colors[pair[0]], colors[pair[1]]); ratio < 4.5 {
				t.Errorf("theme %d: %s on %s has a contrast of %.2f, expected 4.5", i, pair[0], pair[1], ratio)
			}
		}
	}
}

// contrast is WCAG's ratio of two colours' luminances.
func contrast(t *testing.T, a, b string) float64 {
	luminance := func(hex string) float64 {
		n, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		var sum float64
		for i, weight := range []float64{0.0722, 0.7152, 0.2126} {
			x := float64(n>>(8*i)&255) / 255
			if x <= 0.03928 {
				x /= 12.92
			} else {
				x = math.Pow((x+0.055)/1.055, 2.4)
			}
			sum += weight * x
		}
		return sum
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}
