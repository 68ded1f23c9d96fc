package web

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"marengo/analysis"
	"marengo/record"
	"marengo/store"
	"marengo/stratego"
	"marengo/stratego/strategotest"
	"marengo/web/api"
	"marengo/web/roster"
	"marengo/web/wire"
)

// storedGame keeps a random game of some plies that was resigned, and returns its number.
func storedGame(t testing.TB, db *store.DB, rules stratego.Rules, plies int) string {
	t.Helper()
	s := strategotest.Midgame(t, rules, plies, rand.New(rand.NewPCG(9, 1)))
	g, err := record.FromState(s)
	if err != nil {
		t.Fatal(err)
	}
	g.Players = [2]string{"random", "random"}
	g.Result = stratego.Result{Winner: s.Turn().Other(), Reason: stratego.Resigned}
	kept, err := store.FromRecord(g)
	if err != nil {
		t.Fatal(err)
	}
	id, err := db.SaveGame(t.Context(), kept)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(id)
}

// analysisWhen waits until the analysis of a game is as wanted.
func (c *client) analysisWhen(id string, want func(wire.Analysis) bool) wire.Analysis {
	c.t.Helper()
	for deadline := time.Now().Add(10 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		status, data := c.do("GET", "/api/games/"+id+"/analysis", nil)
		if status != http.StatusOK {
			c.t.Fatalf("status %d: %s", status, data)
		}
		a := decode[wire.Analysis](c.t, data)
		if want(a) {
			return a
		}
		if time.Now().After(deadline) {
			c.t.Fatalf("the analysis never comes so far: %d of %d, running %v, %s", a.Done, a.All, a.Running, a.Error)
		}
	}
}

// TestScreenshotsOfTheStudy writes pictures of an analysed game and of the analysis board.
func TestScreenshotsOfTheStudy(t *testing.T) {
	if *screenshots == "" {
		t.Skip("no folder given with -screenshots")
	}
	db := openDB(t)
	id := storedGame(t, db, stratego.DefaultRules, 40)
	_, h := startServer(t, Options{DB: db, Catalogue: roster.Agents()})
	c := newClient(t, h)
	if status, data := c.do("POST", "/api/games/"+id+"/analysis", nil); status != http.StatusOK {
		t.Fatalf("status %d: %s", status, data)
	}
	c.analysisWhen(id, func(a wire.Analysis) bool { return a.Done == a.All })
	p := openPage(t, h.URL, 1200, 880)
	p.theme("light")
	p.open("/replay/" + id + "/30")
	p.until("document.querySelector('#account')")
	eval[bool](p, "(scrollTo(0, document.querySelector('#study').getBoundingClientRect().top - 10), true)")
	p.shoot("study")
	p.theme("dark")
	p.open("/board/" + id + "/30")
	p.until("document.querySelector('#board-state')")
	p.tryMove(0)
	p.until("document.querySelector('#board-state').innerText.includes('Blue')")
	p.press("Back")
	p.until("document.querySelector('#board-state').innerText.includes('Red')")
	p.tryMove(-1)
	p.shoot("board")
}

// TestAnalysesGoOn stops a server in the middle of an analysis: the next one has what was
// found, goes on when asked to, and keeps the whole.
func TestAnalysesGoOn(t *testing.T) {
	db := openDB(t)
	id := storedGame(t, db, stratego.DefaultRules, 14)
	path := "/api/games/" + id + "/analysis"
	first, h := startServer(t, Options{DB: db})
	c := newClient(t, h)
	if a := c.analysisWhen(id, func(wire.Analysis) bool { return true }); a.Done != 0 || a.All != 15 || a.Running || a.Report != nil {
		t.Fatalf("before it is asked for: %+v", a)
	}
	if status, data := c.do("POST", path, nil); status != http.StatusOK {
		t.Fatalf("status %d: %s", status, data)
	}
	c.analysisWhen(id, func(a wire.Analysis) bool { return a.Done >= 2 })
	first.Close()
	_, h = startServer(t, Options{DB: db})
	c = newClient(t, h)
	before := c.analysisWhen(id, func(wire.Analysis) bool { return true })
	if before.Done < 2 || before.Running {
		t.Fatalf("after a new start: %d of %d, running %v", before.Done, before.All, before.Running)
	}
	if status, data := c.do("POST", path, nil); status != http.StatusOK {
		t.Fatalf("status %d: %s", status, data)
	}
	a := c.analysisWhen(id, func(a wire.Analysis) bool { return a.Done == a.All && !a.Running })
	for i, p := range before.Report.Plies {
		if a.Report.Plies[i] != p {
			t.Errorf("ply %d was done again: %+v, was %+v", i, a.Report.Plies[i], p)
		}
	}
	for _, x := range []analysis.Account{a.Report.Red, a.Report.Blue} {
		if off := math.Abs(x.Start + x.Skill() + x.Luck() - x.Result); off > 1e-9 {
			t.Errorf("luck and skill are off the result by %g: %+v", off, x)
		}
	}
	if len(a.Report.Secrets) != 80 || len(a.Report.Plies) != 15 {
		t.Errorf("%d secrets, %d plies", len(a.Report.Secrets), len(a.Report.Plies))
	}
}

// TestOneAnalysisAVisitor keeps the only place to think occupied: a visitor's second analysis
// is refused, the first can be joined, and only who asked for it stops it.
func TestOneAnalysisAVisitor(t *testing.T) {
	h, asked := busy(t)
	c, other := newClient(t, h), newClient(t, h)
	one := finishedGame(c, easyGame())
	c.state = wire.GameState{}
	two := finishedGame(c, easyGame())
	other.do("GET", "/api/boot", nil)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		q, err := http.NewRequestWithContext(ctx, "POST", h.URL+"/api/mind", strings.NewReader(fmt.Sprintf(`{"game":%q,"ply":0,"color":"red","agent":"scripted","seconds":10}`, one)))
		if err != nil {
			t.Error(err)
			return
		}
		q.AddCookie(&http.Cookie{Name: api.Cookie, Value: "longwinded"})
		if response, err := http.DefaultClient.Do(q); err == nil {
			_ = response.Body.Close() // it was left before it answered
		}
	}()
	<-asked
	for _, x := range []struct {
		who    *client
		method string
		game   string
		status int
	}{
		{c, "POST", one, 200}, {c, "POST", two, 429}, {other, "POST", one, 200}, {other, "DELETE", one, 403}, {c, "DELETE", two, 409}, {c, "DELETE", one, 200},
	} {
		if status, data := x.who.do(x.method, "/api/games/"+x.game+"/analysis", nil); status != x.status {
			t.Errorf("%s %s: status %d: %s", x.method, x.game, status, data)
		}
	}
	c.analysisWhen(one, func(a wire.Analysis) bool { return !a.Running })
	if status, data := c.do("POST", "/api/games/"+two+"/analysis", nil); status != http.StatusOK {
		t.Errorf("after the first was stopped: status %d: %s", status, data)
	}
}

// TestLuckAndSkillInThePage analyses a game under its board, scrubs through its course, reads
// what decided it and what was given away, and finds it all there the next time.
func TestLuckAndSkillInThePage(t *testing.T) {
	db := openDB(t)
	id := storedGame(t, db, stratego.DefaultRules, 16)
	_, h := startServer(t, Options{DB: db})
	p := openPage(t, h.URL, 1200, 900)
	p.open("/replay/" + id + "/4")
	p.click("#analyse")
	// The analysis goes on while the page is elsewhere.
	p.open("/help")
	newClient(t, h).analysisWhen(id, func(a wire.Analysis) bool { return a.Done == a.All && !a.Running })
	p.open("/replay/" + id + "/4")
	p.until("document.querySelector('#account')")
	if eval[bool](p, "Boolean(document.querySelector('#analyse, #study-progress'))") {
		t.Error("what is kept is asked for again")
	}
	sum := eval[[]float64](p, `(document.querySelector('#account').innerText.replaceAll('−', '-').match(/[+-]?\d+/g) ?? []).slice(0, 4).map(Number)`)
	if len(sum) != 4 || math.Abs(sum[0]+sum[1]+sum[2]-sum[3]) > 1.5 {
		t.Errorf("%q: %v", p.text("#account"), sum)
	}
	if n := eval[int](p, "document.querySelectorAll('.account-bar').length"); n != 2 {
		t.Errorf("%d bars", n)
	}
	// What is below the board stays below it.
	eval[bool](p, "(scrollTo(0, 500), true)")
	if over := eval[float64](p, "document.querySelector('.steps').getBoundingClientRect().bottom - document.querySelector('#study').getBoundingClientRect().top"); over > 0 {
		t.Errorf("the board lies %g pixels over its study", over)
	}
	// A press leads to a ply, and a drag on from there.
	eval[bool](p, "(document.querySelector('.course .u-over').scrollIntoView({block: 'center'}), true)")
	box := eval[[]float64](p, "(() => { const b = document.querySelector('.course .u-over').getBoundingClientRect(); return [b.x, b.y, b.width, b.height]; })()")
	at := func(share float64) (x, y float64) { return box[0] + share*box[2], box[1] + box[3]/2 }
	x, y := at(0.5)
	p.run(mouse("mousePressed", x, y))
	p.until("document.querySelector('#ply').innerText.startsWith('8 /')")
	x, y = at(0.25)
	p.run(mouse("mouseMoved", x, y), mouse("mouseReleased", x, y))
	p.until("document.querySelector('#ply').innerText.startsWith('4 /')")
	// The last ply of all decided it: half of the score or so was given up.
	if text := p.text(".moments"); !strings.Contains(text, "gave the game up") {
		t.Errorf("moments %q", text)
	}
	p.press("Ply 16")
	p.until("document.querySelector('#ply').innerText.startsWith('16 /')")
	if n := eval[int](p, "document.querySelectorAll('#secrets tbody tr').length"); n != 40 {
		t.Errorf("%d pieces have secrets", n)
	}
	if text := p.text("#secrets"); !strings.Contains(text, "known") || !strings.Contains(text, "%") {
		t.Errorf("secrets %.300q", text)
	}
}
