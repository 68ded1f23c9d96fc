package web

import (
	"bytes"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"marengo/web/wire"
)

// look shows the page as it is, in both themes, to who asks for screenshots.
func (p *page) look(name string) {
	p.t.Helper()
	if *screenshots == "" {
		return
	}
	for _, theme := range []string{"light", "dark"} {
		eval[bool](p, "(document.documentElement.dataset.theme = '"+theme+"', true)")
		p.shoot(name + "-" + theme)
	}
}

// TestMarksStayPrivate: what one side notes on enemy pieces is kept with the game and
// never reaches the other side, whatever it notes.
func TestMarksStayPrivate(t *testing.T) {
	_, h := startServer(t, Options{})
	red := newClient(t, h)
	status, data := red.do("POST", "/api/games", wire.NewGame{Rules: "match", Red: "me", Blue: "me", Setup: mySetup})
	if status != 200 {
		t.Fatalf("status %d: %s", status, data)
	}
	meta := decode[wire.GameMeta](t, data)
	if status, data = red.do("POST", "/api/games/"+meta.ID+"/setup", map[string]string{"seat": "blue", "setup": mySetup}); status != 200 {
		t.Fatalf("status %d: %s", status, data)
	}
	blue := newClient(t, h)
	blue.cookie = red.cookie // they share a screen
	red.game, red.seat, blue.game, blue.seat = meta.ID, "red", meta.ID, "blue"
	red.connect(0)
	blue.connect(0)
	mark := wire.Mark{Piece: 79, Rank: "B", Tone: "a"}
	red.send(wire.Command{Type: "mark", Mark: &mark})
	red.until(func() bool { return len(red.state.Marks) == 1 && red.state.Marks[0] == mark })
	red.send(wire.Command{Type: "move", Move: "e4-e5"})
	blue.until(func() bool { return blue.state.Ply == 1 })
	blue.send(wire.Command{Type: "resign", Ply: 1})
	blue.until(func() bool { return blue.state.Result != nil })
	if bytes.Contains(blue.heard.Bytes(), []byte(`"marks"`)) || bytes.Contains(blue.heard.Bytes(), []byte(`"tone"`)) {
		t.Error("blue heard of red's marks")
	}
	for _, bad := range []*wire.Mark{nil, {Piece: 3, Rank: "B"}, {Piece: 400, Rank: "B"}, {Piece: -1}, {Piece: 79, Rank: "X"}, {Piece: 79, Tone: "z"}, {Piece: 79, Rank: "BB"}} { // none of these names an enemy piece and what it may be
		c := newClient(t, h)
		c.start(easyGame())
		c.send(wire.Command{Type: "mark", Mark: bad})
		if e := c.refusal(); e.Code != "mark" {
			t.Errorf("mark %v: %v", bad, e)
		}
	}
}

// TestMarksAreKeptAndComparedWithTheTruth marks by mouse and by keyboard, reloads, and
// reads at the end how right it was.
func TestMarksAreKeptAndComparedWithTheTruth(t *testing.T) {
	_, h := startServer(t, Options{})
	p := openPage(t, h.URL, 1200, 900)
	newGame(p, "easy", "classic")
	p.until("document.querySelector('.cell.grab')")
	p.square("k0") // the corner: a bomb in easySetup
	p.click(`[data-mark="B"]`)
	p.until("document.querySelector('.notes text')?.textContent === 'B?'")
	p.click(`[data-tone="b"]`)
	p.until("document.querySelector('.note-on.tone-b .tint')")
	p.look("marks")
	p.press("Done")
	p.until(`document.activeElement.dataset.square === 'k0' && document.activeElement.getAttribute('aria-label').includes('maybe bomb')`)
	// The next one by keyboard: its captain is taken for a bomb.
	p.run(chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.Enter))
	p.until("document.activeElement.closest('.mark-palette')")
	p.run(chromedp.KeyEvent(kb.Enter))
	p.until("document.querySelectorAll('.notes text').length === 2")
	p.run(chromedp.KeyEvent(kb.Escape))
	p.until("document.activeElement.dataset.square === 'j0'")
	p.open(p.path())
	p.until("document.querySelectorAll('.notes text').length === 2 && document.querySelector('.cell.grab')")
	p.press("Resign")
	p.press("Really resign")
	p.until("document.querySelector('#marks-truth')?.innerText.includes('Your marks: 1 of 2 right.') && document.querySelectorAll('#marks-truth .wrong').length === 1")
	p.look("marks-truth")
	phone := openPage(t, h.URL, 390, 844)
	newGame(phone, "easy", "classic")
	phone.until("document.querySelector('.cell.grab')")
	phone.tap("c7")
	phone.click(`[data-mark="B"]`)
	phone.until("document.querySelector('.notes text')?.textContent === 'B?'")
	phone.look("marks-phone")
}
