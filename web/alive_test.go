package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"marengo/web/roster"
	"marengo/web/wire"
)

// rightDrag draws with the right button of a mouse.
func (p *page) rightDrag(from, to string) {
	p.t.Helper()
	x, y := p.middle(fmt.Sprintf(`[data-square="%s"]`, from))
	u, v := p.middle(fmt.Sprintf(`[data-square="%s"]`, to))
	p.run(button("mousePressed", input.MouseButtonRight, 2, x, y), button("mouseMoved", input.MouseButtonRight, 2, u, v), button("mouseReleased", input.MouseButtonRight, 0, u, v))
}

// TestAMoveSentAheadIsPlayedInItsTurn: premoves wait, can be taken back, and are
// dropped where the rules do not allow them any more.
func TestAMoveSentAheadIsPlayedInItsTurn(t *testing.T) {
	asked := make(chan struct{}, 10)
	let := make(chan struct{})
	_, h := startServer(t, Options{Catalogue: scripted{testCatalogue{roster.Agents()}, testAgent{name: "easy", asked: asked, waits: let, script: []string{"k7-k6", "k6-k7", "k7-k6"}}}})
	p := openPage(t, h.URL, 1200, 900)
	newGame(p, "easy", "classic")
	p.square("e4")
	p.until("document.querySelector('.selection .target')")
	p.square("e5")
	<-asked
	p.until("document.querySelector('#status').innerText.includes('thinking')")
	p.square("e5")
	p.until("document.querySelector('.selection.ahead .target')")
	p.square("e6")
	p.until("document.querySelector('.last.waits')")
	p.run(chromedp.KeyEvent(kb.Escape))
	p.until("!document.querySelector('.last.waits')")
	p.square("e5")
	p.until("document.querySelector('.selection.ahead .target')")
	p.square("e6")
	p.until("document.querySelector('.last.waits')")
	let <- struct{}{}
	<-asked // it was played, and the opponent thinks again
	p.until(plyScript + " === 3 && !document.querySelector('.last.waits')")
	// A scout sent through what still stands there stays where it is.
	p.square("a4")
	p.until("document.querySelector('.selection.ahead .target')")
	p.square("a0")
	p.until("document.querySelector('.last.waits')")
	let <- struct{}{}
	p.until(plyScript + " === 4 && !document.querySelector('.last.waits') && document.querySelector('#status').innerText === 'Your move.'")
	p.until("document.querySelector('#spoken').innerText.includes('could not be played')")
}

// TestTheRightButtonDraws arrows and circles that the next click wipes off.
func TestTheRightButtonDraws(t *testing.T) {
	_, h := startServer(t, Options{})
	p := openPage(t, h.URL, 1200, 900)
	newGame(p, "easy", "classic")
	p.until("document.querySelector('.cell.grab')")
	p.rightDrag("a4", "a6")
	p.until("document.querySelectorAll('.drawing polygon').length === 1")
	p.rightDrag("e7", "e7")
	p.until("document.querySelectorAll('.drawing circle').length === 1")
	p.rightDrag("a4", "a6")
	p.until("document.querySelectorAll('.drawing polygon').length === 0 && document.querySelectorAll('.drawing circle').length === 1")
	p.square("h8")
	p.until("document.querySelectorAll('.drawing circle').length === 0")
}

// TestTheGameIsHeardAndTheTitleTells counts what the page plays and switches it off
// with one key; the tab's title says whose move it is.
func TestTheGameIsHeardAndTheTitleTells(t *testing.T) {
	s, h := startServer(t, Options{})
	p := openPage(t, h.URL, 1200, 900)
	id := newGame(p, "easy", "classic")
	eval[bool](p, "(window.heard = 0, AudioScheduledSourceNode.prototype.start = ((start) => function (...a) { window.heard++; return start.apply(this, a); })(AudioScheduledSourceNode.prototype.start), true)")
	p.until("document.title === 'Your move · Marengo'")
	from, to := wayToFlag(t, s, id)
	myMove(p, s, id, from.String(), to.String())
	p.until("window.heard > 0")
	p.keyUntil("m", "document.querySelector('.note')?.innerText === 'Sound is off.'")
	heard := eval[int](p, "window.heard")
	from, to = wayToFlag(t, s, id)
	myMove(p, s, id, from.String(), to.String())
	if after := eval[int](p, "window.heard"); after != heard {
		t.Errorf("%d tones after sound was switched off", after-heard)
	}
	p.press("Resign")
	p.press("Really resign")
	p.until("document.title === 'You lose · Marengo'")
	p.open("/help")
	p.until("document.title === 'Help · Marengo'")
}

// TestTheArmyIsARow: all pieces of both sides, the captured coloured.
func TestTheArmyIsARow(t *testing.T) {
	_, h := startServer(t, Options{Catalogue: scripted{testCatalogue{roster.Agents()}, testAgent{name: "easy", script: []string{"k7-k6", "k6-k7"}}}})
	p := openPage(t, h.URL, 1200, 900)
	newGame(p, "easy", "classic")
	p.until("document.querySelectorAll('.army .token').length === 80 && !document.querySelector('.token.fallen')")
	for i, move := range []string{"a4-a6", "a6-a7"} {
		p.square(move[:2])
		p.until("document.querySelector('.selection .target')")
		p.square(move[3:])
		p.until(fmt.Sprintf("%s >= %d && document.querySelector('#status').innerText === 'Your move.'", plyScript, 2*i+2))
	}
	p.until("document.querySelectorAll('.token.fallen').length >= 1")
	if label := eval[string](p, `document.querySelector('[data-player="red"] .army').getAttribute('aria-label')`); !strings.Contains(label, "1 scout") {
		t.Errorf("red's row says %q", label)
	}
}

// TestAReplayShowsItsBattles opens at the key moment and stages battles as they are
// stepped to.
func TestAReplayShowsItsBattles(t *testing.T) {
	_, h := startServer(t, Options{Catalogue: scripted{testCatalogue{roster.Agents()}, testAgent{name: "easy", script: []string{"k7-k6", "k6-k7"}}}})
	c := newClient(t, h)
	c.start(easyGame())
	for _, m := range []string{"a4-a6", "a6-a7"} { // a scout falls on the second
		c.play(m)
	}
	c.send(wire.Command{Type: "resign"})
	c.until(func() bool { return c.state.Result != nil })
	p := openPage(t, h.URL, 1200, 900)
	p.open("/replay/" + c.game)
	p.until("document.querySelector('#ply')?.innerText === '3 / 4' && document.querySelector('g.battle .fallen')")
	if text := p.text("#key-moment"); !strings.Contains(text, "ply 3") || !strings.Contains(text, "scout") {
		t.Errorf("the key moment is %q", text)
	}
	p.until("!document.querySelector('g.battle')")
	p.run(chromedp.KeyEvent(kb.ArrowLeft))
	p.until("document.querySelector('#ply').innerText === '2 / 4'")
	if eval[bool](p, "Boolean(document.querySelector('g.battle'))") {
		t.Error("stepping back stages a battle")
	}
	p.run(chromedp.KeyEvent(kb.ArrowRight))
	p.until("document.querySelector('#ply').innerText === '3 / 4' && document.querySelector('g.battle')")
}

// TestTheEndLeadsOn: it says who, how and how many are left, draws the course, and one
// button begins the next game with the seats changed and the score kept.
func TestTheEndLeadsOn(t *testing.T) {
	s, h := startServer(t, Options{})
	p := openPage(t, h.URL, 1200, 900)
	id := newGame(p, "easy", "classic")
	playToEnd(p, s, id)
	p.until("document.querySelector('.ending.won .u-over') && document.querySelector('#score').innerText === 'You 1 – 0 easy'")
	if text := p.text(".ending"); !strings.Contains(text, "The flag was captured. You kept") {
		t.Errorf("the end says %s", text)
	}
	p.press("Rematch as blue")
	p.until("location.pathname !== '/play/" + id + "' && document.querySelector('[data-player=\"blue\"] .tally')?.innerText === '1 – 0'")
	p.until("document.querySelector('.cell.grab') && document.querySelector('#status').innerText === 'Your move.'")
	if label := eval[string](p, `document.querySelector('.board').getAttribute('aria-label')`); !strings.Contains(label, "Blue") {
		t.Errorf("the board is %q", label)
	}
	p.press("Resign")
	p.press("Really resign")
	p.until("document.querySelector('.ending.lost') && document.querySelector('#score').innerText === 'You 1 – 1 easy'")
	p.press("Try level 4")
	p.until("document.querySelector('[data-player=\"blue\"]')?.innerText.includes('level 4')")
}

// TestAPressThatEndsABattleCounts: it takes the piece that it is on.
func TestAPressThatEndsABattleCounts(t *testing.T) {
	_, h := startServer(t, Options{Catalogue: scripted{testCatalogue{roster.Agents()}, testAgent{name: "easy", script: []string{"k7-k6", "k6-k7", "j7-j6"}}}})
	p := openPage(t, h.URL, 1200, 900)
	newGame(p, "easy", "classic")
	for i, move := range []string{"a4-a6", "a6-b6", "b6-b7"} {
		p.until(fmt.Sprintf("%s === %d && document.querySelector('#status')?.innerText === 'Your move.' && document.querySelector('.cell.grab')", plyScript, 2*i))
		p.square(move[:2])
		p.until("document.querySelector('.selection .target')")
		p.square(move[3:])
	}
	p.until("document.querySelector('.battle')")
	p.square("e4")
	p.until(`document.querySelector('[data-square="e4"]').getAttribute('aria-selected') === 'true' && !document.querySelector('.battle')`)
}

// TestMovesAreAskedAbout where a person wishes it: a second word plays them, another
// piece or Escape does not.
func TestMovesAreAskedAbout(t *testing.T) {
	_, h := startServer(t, Options{})
	p := openPage(t, h.URL, 390, 844)
	p.open("/settings")
	p.choose("#confirm", "always")
	newGame(p, "easy", "classic")
	p.until(`document.querySelector('[data-square="e4"].grab')`)
	ask := func() {
		t.Helper()
		p.tap("e4")
		p.until("document.querySelector('.selection .target')")
		p.tap("e5")
		p.until("document.querySelector('#asked')?.innerText.includes('Play e4–e5?')")
	}
	ask()
	if !p.whole("#asked") {
		t.Error("the question is not on the screen")
	}
	p.press("Another move")
	p.until("!document.querySelector('#asked') && " + plyScript + " === 0")
	ask()
	p.tap("e5")
	p.until(plyScript + " >= 1 && !document.querySelector('#asked')")
}

// TestASweepMovesNothing: who wants to scroll from a piece of the front row moves none.
func TestASweepMovesNothing(t *testing.T) {
	_, h := startServer(t, Options{})
	p := openPage(t, h.URL, 390, 844)
	newGame(p, "easy", "classic")
	p.until(`document.querySelector('[data-square="e4"].grab')`)
	x, y := p.middle(`[data-square="e4"]`)
	u, v := p.middle(`[data-square="e5"]`)
	p.run(touch("touchStart", x, y), touch("touchMove", u, v), touch("touchEnd"))
	p.until(`document.querySelector('[data-square="e4"]').getAttribute('aria-selected') === 'true' && ` + plyScript + " === 0")
}
