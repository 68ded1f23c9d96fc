package web

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"marengo/stratego"
	"marengo/web/roster"
)

// mySetup has a marshal and a scout at the lane that leads to easySetup's flag.
const mySetup = "BFB42532377B5B63BS54B2238653M22796246284"

// newGame starts a game against an agent from the page and waits for the board.
func newGame(p *page, opponent, variant string) string {
	p.t.Helper()
	p.open("/play")
	p.until("document.querySelector('#start') && !document.querySelector('#start').disabled")
	eval[bool](p, "(localStorage.setItem('marengo.setup.classic', '"+mySetup+"'), localStorage.setItem('marengo.newgame', '{\"level\":5}'), true)")
	p.open("/play")
	p.until("document.querySelector('#start') && !document.querySelector('#start').disabled")
	if variant == "barrage" {
		p.press("Barrage")
	}
	p.choose("#opponent", opponent)
	p.seed(1)
	p.until("document.querySelector('#start') && !document.querySelector('#start').disabled")
	p.click("#start")
	p.until("/^\\/play\\/.+/.test(location.pathname) && document.querySelector('#status')")
	return strings.TrimPrefix(p.path(), "/play/")
}

// myMove clicks a move and waits until the opponent has answered.
func myMove(p *page, s *Server, id string, from, to string) {
	p.t.Helper()
	before := eval[int](p, plyScript)
	p.square(from)
	p.until(fmt.Sprintf(`document.querySelector('[data-square="%s"]').getAttribute('aria-selected') === 'true'`, from))
	p.square(to)
	p.until(fmt.Sprintf("%s >= %d || /win|lose|drawn/.test(document.querySelector('#status').innerText)", plyScript, before+2))
	if eval[bool](p, "Boolean(document.querySelector('.battle'))") {
		p.run(chromedp.KeyEvent(kb.Escape))
	}
}

// plyScript counts the plies in the move list.
const plyScript = "document.querySelectorAll('.moves li > :not(.number):not(:empty)').length"

// wayToFlag returns the next step of a winning walk to blue's flag.
func wayToFlag(t *testing.T, s *Server, id string) (from, to stratego.Square) {
	t.Helper()
	state := truth(t, s, id)
	type step struct {
		from, to, at stratego.Square
		far          int
	}
	best := step{far: stratego.Squares}
	for piece := range stratego.SetupSquares {
		own := state.Piece(stratego.Red, piece)
		if !own.Alive() || !own.Rank.Movable() {
			continue
		}
		seen := map[stratego.Square]bool{own.Square: true}
		queue := []step{{at: own.Square}}
		for len(queue) > 0 {
			x := queue[0]
			queue = queue[1:]
			for _, n := range x.at.Neighbours() {
				y := step{x.from, x.to, n, x.far + 1}
				if x.at == own.Square {
					y.from, y.to = own.Square, n
					if !state.Why(stratego.NewMove(own.Square, n)).OK() {
						continue
					}
				}
				enemy, occupied := state.At(n)
				if seen[n] || occupied && (enemy.Color == stratego.Red || stratego.Fight(own.Rank, enemy.Rank) != stratego.Win) {
					continue
				}
				seen[n] = true
				if occupied && enemy.Rank == stratego.Flag && y.far < best.far {
					best = y
				}
				queue = append(queue, y)
			}
		}
	}
	if best.far < stratego.Squares {
		return best.from, best.to
	}
	moves := state.Moves(nil)
	return stratego.From(moves[0]), stratego.To(moves[0])
}

// playToEnd clicks until the game is over.
func playToEnd(p *page, s *Server, id string) {
	p.t.Helper()
	for range 120 {
		if p.text("#status") != "Your move." {
			break
		}
		from, to := wayToFlag(p.t, s, id)
		myMove(p, s, id, from.String(), to.String())
		p.until("/Your move|win|lose|drawn/.test(document.querySelector('#status').innerText)")
	}
	p.until("/You win/.test(document.querySelector('#status').innerText)")
}

func TestFullGameByClicksThenReplayWithMind(t *testing.T) {
	s, h := startServer(t, Options{})
	p := openPage(t, h.URL, 1200, 900)
	id := newGame(p, "easy", "classic")
	playToEnd(p, s, id)

	// The finished game is replayed, stepped by keyboard, and open.
	p.press("Replay and analyse")
	p.until("document.querySelector('#ply')")
	p.until("document.querySelector('#study-progress') || document.querySelector('#account')") // it has begun by itself
	p.keyUntil(kb.End, "/^(\\d+) \\/ \\1$/.test(document.querySelector('#ply').innerText)")
	p.run(chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowLeft))
	p.until("location.pathname.split('/').length === 4")
	p.run(chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.ArrowRight))
	p.until("document.querySelector('#ply').innerText.startsWith('1 /')")
	// The opponent's own thoughts and log are there after the end, once.
	p.press("Log")
	p.until("document.querySelector('.mind .log')?.innerText.includes('secret of easy')")
	if n := strings.Count(p.text("body"), "secret of easy"); n != 1 {
		t.Errorf("the log is shown %d times", n)
	}
	p.press("Ranks")

	// An agent thinks about it.
	p.choose("#mind-agent", "lewis")
	p.until("document.body.innerText.toUpperCase().includes('THE MIND OF LEWIS')")
	p.until("document.querySelector('.bars')")

	// It is in the list, and the record of the game is counted nowhere (casual).
	p.open("/replay")
	p.until("document.querySelector('table.games tbody tr')")
}

func TestSetupEditor(t *testing.T) {
	_, h := startServer(t, Options{})
	p := openPage(t, h.URL, 1200, 900)
	p.open("/setups")
	p.press("Clear")
	p.until("document.querySelector('#setup-state').innerText.includes('1 marshal')")
	// The highest piece is in hand; after it the next one is.
	p.square("a1")
	p.until(`document.querySelector('[data-square="a1"]').getAttribute('aria-label').includes('marshal')`)
	p.square("b1")
	p.until(`document.querySelector('[data-square="b1"]').getAttribute('aria-label').includes('general')`)
	// Two pieces swap.
	p.square("a1")
	p.square("b1")
	p.until(`document.querySelector('[data-square="a1"]').getAttribute('aria-label').includes('general')`)
	p.click(`[data-piece="F"]`)
	p.square("k1")
	p.until(`document.querySelector('[data-square="k1"]').getAttribute('aria-label').includes('flag')`)
	p.press("Mirror")
	p.until(`document.querySelector('[data-square="a1"]').getAttribute('aria-label').includes('flag')`)
	p.press("Fill the rest")
	p.until("document.querySelector('#setup-state').innerText.includes('Complete')")
	p.until(`document.querySelector('[data-square="a1"]').getAttribute('aria-label').includes('flag')`)
	p.until("document.querySelector('.reasons li')")

	p.run(chromedp.SendKeys(chromedp.CSS(`.save-row input`), "My wall"))
	p.press("Save")
	p.until("document.querySelector('.own-setups')?.innerText.includes('My wall')")
	p.press("Rename")
	p.until("document.querySelector('.own-setups form input')")
	eval[bool](p, "(document.querySelector('.own-setups form input').select(), true)")
	p.run(chromedp.SendKeys(chromedp.CSS(`.own-setups form input`), "My keep"),
		chromedp.SendKeys(chromedp.CSS(`.own-setups form input`), kb.Enter))
	p.until("document.querySelector('.own-setups')?.innerText.includes('My keep')")
	p.press("Clear")
	p.until("!document.querySelector('#setup-state').innerText.includes('Complete')")
	p.open("/setups")
	p.press("My keep")
	p.until("document.querySelector('#setup-state').innerText.includes('Complete')")
	p.press("Delete")
	p.until("!document.body.innerText.includes('My keep') || document.querySelector('.own-setups').innerText === ''")
}

// TestHelpSaysWhatItCosts: a game that counts has no hint, no takeback and no mind
// window until its player has read that it will count no more; practice has them
// from the start.
func TestHelpSaysWhatItCosts(t *testing.T) {
	_, h := startServer(t, Options{})
	p := openPage(t, h.URL, 1200, 900)
	buttons := func() string {
		return eval[string](p, "[...document.querySelectorAll('.actions button')].map((b) => b.innerText).join(', ')")
	}
	start := func(kind string) {
		t.Helper()
		p.open("/play")
		p.until("document.querySelector('#start') && !document.querySelector('#start').disabled")
		p.choose("#opponent", "easy")
		p.press(kind)
		p.click("#start")
		p.until("/^\\/play\\/.+/.test(location.pathname) && document.querySelector('.actions button')")
	}
	p.open("/play")
	p.until("document.body.innerText.includes('no hints, no takebacks')")
	start("Counts")
	if got := buttons(); got != "Offer draw, Resign, Help …" || eval[bool](p, "Boolean(document.querySelector('#mind'))") {
		t.Fatalf("a game that counts offers: %s", got)
	}
	p.press("Help …")
	p.until("document.querySelector('.actions').innerText.includes('counts no more')")
	p.press("Play on")
	if strings.Contains(p.text("body"), "does not count") {
		t.Fatal("reading about help cost the game")
	}
	p.press("Help …")
	p.press("Make it practice")
	p.until("document.querySelector('.status').innerText.includes('does not count') && document.querySelector('#mind')")
	if got := buttons(); got != "Hint, Take back, Offer draw, Resign" {
		t.Fatalf("practice offers: %s", got)
	}
	p.press("Hint")
	p.until("document.querySelector('.status').innerText.includes('would play')")

	start("Practice")
	if got := buttons(); got != "Hint, Take back, Offer draw, Resign" {
		t.Fatalf("practice offers: %s", got)
	}
	if eval[bool](p, "Boolean(document.querySelector('.actions .primary'))") {
		t.Error("help is the loudest of all")
	}
}

func TestMindWindowInALiveGame(t *testing.T) {
	_, h := startServer(t, Options{})
	p := openPage(t, h.URL, 1200, 900)
	newGame(p, "easy", "classic")
	p.click("#mind")
	p.until("document.querySelector('.mind select, .mind-toggle select')")
	eval[bool](p, "(() => { const s = document.querySelector('.mind-toggle select'); s.value = 'lewis'; s.dispatchEvent(new Event('change', {bubbles: true})); return true; })()")
	p.until("document.querySelector('.mind .bars')")
	p.until("document.querySelectorAll('.heat rect').length > 10")
	p.press("Moves")
	p.until("document.querySelector('.mind table.figures')")
	p.until("document.querySelector('.arrows .arrow')")
	if strings.Contains(p.text("body"), "secret of easy") {
		t.Error("the opponent's thoughts are shown in a live game")
	}
}

func TestFreePosition(t *testing.T) {
	s, h := startServer(t, Options{})
	p := openPage(t, h.URL, 1200, 900)
	p.open("/position")
	for _, x := range [][2]string{{"redM", "e4"}, {"redF", "a1"}, {"blueF", "e7"}, {"blue3", "k0"}} {
		p.click(fmt.Sprintf(`[data-brush="%s"]`, x[0]))
		p.square(x[1])
		p.until(fmt.Sprintf(`!/empty/.test(document.querySelector('[data-square="%s"]').getAttribute('aria-label'))`, x[1]))
	}
	p.square("e4")
	p.until("document.querySelector('#flags input')")
	p.click("#flags input")
	p.until("document.querySelector('#position-state').innerText.includes('legal') && document.querySelector('#position-text').value.includes('*')")
	text := eval[string](p, "document.querySelector('#position-text').value")
	// Shared as a text, it comes back the same.
	p.open("/position?text=" + url.QueryEscape(text))
	p.until("document.querySelectorAll('.pieces .place').length === 4")
	p.choose("#position-opponent", "easy")
	p.press("Analyse")
	p.until("document.querySelector('.mind .bars') || document.querySelector('.mind .words')")
	p.press("Play")
	p.until("/^\\/play\\/.+/.test(location.pathname) && document.querySelector('#status')")
	if got := p.text("#status"); got != "Your move." {
		t.Fatalf("status %q", got)
	}
	id := strings.TrimPrefix(p.path(), "/play/")
	playToEnd(p, s, id)
}

func TestKeyboardOnlyOpening(t *testing.T) {
	_, h := startServer(t, Options{})
	p := openPage(t, h.URL, 1200, 900)
	p.open("/play")
	p.until("document.querySelector('#start') && !document.querySelector('#start').disabled")
	eval[bool](p, "(localStorage.setItem('marengo.newgame', JSON.stringify({opponent: 'easy'})), localStorage.setItem('marengo.setup.classic', '"+mySetup+"'), true)")
	p.open("/play")
	p.until("document.querySelector('#start') && !document.querySelector('#start').disabled && document.querySelector('#opponent').value === 'easy'")
	// Tab leads to the start button; Enter presses it.
	tabTo(p, "document.activeElement.id === 'start'")
	p.run(chromedp.KeyEvent(kb.Enter))
	p.until("/^\\/play\\/.+/.test(location.pathname) && document.querySelector('.board')")
	// The board's one tab stop, then arrows and Enter: e4 to e5.
	tabTo(p, "document.activeElement.dataset?.square === 'e4'")
	p.run(chromedp.KeyEvent(kb.Enter))
	p.until("document.querySelector('.selection .target')")
	p.run(chromedp.KeyEvent(kb.ArrowUp))
	p.until("document.activeElement.dataset.square === 'e5'")
	p.run(chromedp.KeyEvent(kb.Enter))
	p.until(plyScript + " >= 2")
	p.until("document.querySelector('#spoken').innerText.length > 5")
	p.keyUntil("?", "document.querySelector('.keys #shortcuts')")
}

// tabTo presses Tab until the focus is where it should be.
func tabTo(p *page, there string) {
	p.t.Helper()
	for range 80 {
		if eval[bool](p, "Boolean("+there+")") {
			return
		}
		p.run(chromedp.KeyEvent(kb.Tab))
	}
	p.t.Fatalf("Tab never leads to: %s", there)
}

// TestChoosingBarrageAsksNothingInVain: no request fails behind the page's back, and
// it says who does not play Barrage.
func TestChoosingBarrageAsksNothingInVain(t *testing.T) {
	_, h := startServer(t, Options{Catalogue: roster.Agents()})
	p := openPage(t, h.URL, 1200, 900)
	p.open("/play")
	p.until("document.querySelector('#start') && !document.querySelector('#start').disabled")
	p.press("Barrage")
	p.until("document.querySelector('#setup-state').innerText.includes('Complete') && document.querySelectorAll('.pieces .place').length === 8")
	p.until("/Mcts.*marengo.*play Classic only/.test(document.body.innerText)")
	time.Sleep(300 * time.Millisecond) // what the page asks after a pause
	if failed := eval[[]string](p, "performance.getEntriesByType('resource').filter((e) => e.responseStatus >= 400).map((e) => e.name)"); len(failed) > 0 {
		t.Errorf("failed requests: %v", failed)
	}
}

func TestBarrage(t *testing.T) {
	s, h := startServer(t, Options{})
	p := openPage(t, h.URL, 1200, 900)
	id := newGame(p, "easy", "barrage")
	if n := eval[int](p, "document.querySelectorAll('.pieces .place').length"); n != 16 {
		t.Fatalf("%d pieces, expected 16", n)
	}
	from, to := wayToFlag(t, s, id)
	myMove(p, s, id, from.String(), to.String())
	p.press("Resign")
	p.press("Really resign")
	p.until("/lose/.test(document.querySelector('#status').innerText)")
}

// TestTwoPeopleComeBackBehindACurtain: an unfinished game of two people opens behind
// the curtain from wherever one comes to it; nobody looks on.
func TestTwoPeopleComeBackBehindACurtain(t *testing.T) {
	_, h := startServer(t, Options{})
	p := openPage(t, h.URL, 1200, 900)
	p.open("/play")
	p.until("document.querySelector('#start') && !document.querySelector('#start').disabled")
	p.choose("#opponent", "person")
	p.until("document.querySelector('#start').innerText.includes('hand over')")
	p.click("#start")
	p.press("I am Blue")
	p.until("document.querySelector('#start') && !document.querySelector('#start').disabled")
	p.click("#start")
	p.press("I am Red")
	p.until("document.querySelector('.cell.grab')")
	p.square(eval[string](p, "document.querySelector('.cell.grab').dataset.square"))
	p.until("document.querySelector('.selection .target')")
	clickTarget(p)
	p.until("document.querySelector('.curtain')?.innerText.includes('I am Blue')")
	id := strings.TrimPrefix(p.path(), "/play/")
	p.open("/play")
	p.click(fmt.Sprintf(`a[href="/play/%s"]`, id))
	p.until("document.querySelector('.curtain')?.innerText.includes('I am Blue') && !document.querySelector('[data-square]')")
	p.open("/watch/" + id)
	p.until("document.querySelector('.curtain')?.innerText.includes('I am Blue') && !document.querySelector('[data-square]')")
	if got := p.path(); got != "/play/"+id {
		t.Errorf("the page is at %s", got)
	}
	p.press("I am Blue")
	p.until("document.querySelector('.cell.grab') && document.querySelector('#status').innerText === 'Your move.'")
}

// clickTarget clicks the first square that the chosen piece may go to.
func clickTarget(p *page) {
	p.t.Helper()
	at := eval[[]float64](p, `(() => { const b = document.querySelector('.selection .target').getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`)
	p.run(chromedp.MouseClickXY(at[0], at[1]))
}

func TestDraggingMovesPiecesAndEmptiesTheTray(t *testing.T) {
	_, h := startServer(t, Options{})
	p := openPage(t, h.URL, 1200, 900)
	drag := func(from, to string) {
		x, y := p.middle(from)
		u, v := p.middle(to)
		p.run(mouse("mousePressed", x, y), mouse("mouseMoved", (x+u)/2, (y+v)/2), mouse("mouseMoved", u, v), mouse("mouseReleased", u, v))
	}
	p.open("/setups")
	p.press("Clear")
	p.until(`!document.querySelector('[data-piece="B"]').disabled`)
	drag(`[data-piece="B"]`, `[data-square="c2"]`)
	p.until(`document.querySelector('[data-square="c2"]').getAttribute('aria-label').includes('bomb')`)
	drag(`[data-square="c2"]`, `[data-square="d3"]`)
	p.until(`document.querySelector('[data-square="d3"]').getAttribute('aria-label').includes('bomb')`)

	newGame(p, "easy", "classic")
	p.until(`document.querySelector('[data-square="e4"].grab')`)
	drag(`[data-square="e4"]`, `[data-square="e5"]`)
	p.until(plyScript + " >= 2")
}

// TestBadLinksSayWhatIsWrong: each has the right status, its sentence, and the way
// back.
func TestBadLinksSayWhatIsWrong(t *testing.T) {
	_, h := startServer(t, Options{})
	mine := newClient(t, h)
	mine.start(easyGame())
	p := openPage(t, h.URL, 1200, 900)
	for path, want := range map[string]struct {
		status int
		text   string
	}{
		"/nowhere":             {404, "no such page"},
		"/settings/deep":       {404, "no such page"},
		"/play/x/y":            {404, "no such page"},
		"/play/nogame":         {404, "not here"},
		"/watch/nogame":        {404, "not here"},
		"/replay/999":          {404, "not here"},
		"/replay/" + mine.game: {403, "not over yet"},
		"/play/" + mine.game:   {403, "another browser"},
	} {
		response, err := chromedp.Run(p.ctx, chromedp.NavigateResponse(h.URL+path))
		if err != nil {
			t.Fatal(err)
		}
		if response.Status != int64(want.status) {
			t.Errorf("%s: status %d, expected %d", path, response.Status, want.status)
		}
		p.until(fmt.Sprintf("document.querySelector('#missing')?.innerText.includes(%q) && document.querySelector('#missing a[href=\"/play\"]')", want.text))
	}
	p.press("To a new game")
	p.until("document.querySelector('#start')")
}

func TestImportedFileAndLinkToAPly(t *testing.T) {
	_, h := startServer(t, Options{})
	c := newClient(t, h)
	id := finishedGame(c, easyGame())
	_, file := c.do("GET", "/api/games/"+id+"/file?format=gsn", nil)
	p := openPage(t, h.URL, 1200, 900)
	p.open("/replay")
	p.until("document.querySelector('.page h1')")
	script := fmt.Sprintf(`(() => { const d = new DataTransfer(); d.items.add(new File([%q], 'old.gsn')); document.querySelector('.page').dispatchEvent(new DragEvent('drop', {dataTransfer: d, bubbles: true, cancelable: true})); return true; })()`, file)
	eval[bool](p, script)
	p.until("document.querySelector('#ply')?.innerText === '0 / 4'")
	p.open(p.path() + "/3")
	p.until("document.querySelector('#ply')?.innerText === '3 / 4'")
}

func TestWatchPage(t *testing.T) {
	_, h := startServer(t, Options{})
	p := openPage(t, h.URL, 1200, 900)
	p.open("/watch")
	p.choose("#watch-red", "lewis")
	p.choose("#watch-blue", "easy")
	p.click("#watch-start")
	p.until("document.querySelectorAll('.mind').length === 2 && document.querySelector('.mind .bars')")
	eval[bool](p, "(() => { const s = document.querySelector('#speed'); s.value = '5'; s.dispatchEvent(new Event('change', {bubbles: true})); return true; })()")
	p.until(plyScript + " >= 10")
}

// TestEveryControlHasAName looks for controls that a screen reader could not tell.
func TestEveryControlHasAName(t *testing.T) {
	_, h := startServer(t, Options{})
	p := openPage(t, h.URL, 1200, 900)
	id := newGame(p, "easy", "classic")
	for _, path := range everyPage(id) {
		p.open(path)
		p.rendered()
		nameless := eval[[]string](p, `[...document.querySelectorAll('button, a, input, select, textarea, [role=gridcell]')].filter((e) => !(e.innerText?.trim() || e.getAttribute('aria-label') || e.labels?.length || e.title || e.closest('.crop'))).map((e) => e.outerHTML.slice(0, 120))`)
		if len(nameless) > 0 {
			t.Errorf("%s: %d controls without a name, such as %s", path, len(nameless), nameless[0])
		}
	}
}
