package web

import (
	"fmt"
	"testing"
)

// everyPage lists all that the navigation leads to, with a live game.
func everyPage(id string) []string {
	return append([]string{"/play", "/play/" + id, "/welcome", "/learn/moves", "/learn/game", "/ladder"}, menuPages...)
}

// menuPages are those that the menu leads to from a new game.
var menuPages = []string{"/learn", "/puzzles", "/setups", "/replay", "/position", "/watch", "/ratings", "/statistics", "/help", "/settings"}

// rendered waits until a page shows what it is for.
func (p *page) rendered() {
	p.t.Helper()
	p.until("document.querySelector('main')?.innerText.length > 20 && !document.querySelector('main').innerText.includes('One moment')")
}

func TestNoPageIsWiderThanAPhone(t *testing.T) {
	_, h := startServer(t, Options{})
	for _, size := range [][2]int64{{360, 740}, {390, 844}, {667, 375}, {844, 390}} {
		p := openPage(t, h.URL, size[0], size[1])
		for _, path := range everyPage(newGame(p, "easy", "classic")) {
			p.open(path)
			p.rendered()
			if width := eval[int64](p, "document.documentElement.scrollWidth"); width > size[0] {
				t.Errorf("%s is %d pixels wide on a screen of %d", path, width, size[0])
			}
			if least := size[0] - 40; size[0] < size[1] && eval[float64](p, "document.querySelector('svg.board:not(.crop *)')?.getBoundingClientRect().width ?? 999") < float64(least) {
				t.Errorf("%s: the board is less than %d pixels wide", path, least)
			}
		}
	}
}

// whole says whether an element lies on the screen with all of itself.
func (p *page) whole(selector string) bool {
	p.t.Helper()
	return eval[bool](p, fmt.Sprintf("(() => { const b = document.querySelector(%q).getBoundingClientRect(); return b.width > 0 && b.top >= 0 && b.left >= 0 && b.bottom <= innerHeight && b.right <= innerWidth; })()", selector))
}

// TestPhoneInLandscape: the whole board is on the screen wherever there is one, as
// large as the screen allows, and what belongs to it is beside it.
func TestPhoneInLandscape(t *testing.T) {
	s, h := startServer(t, Options{})
	c := newClient(t, h)
	finished := finishedGame(c, easyGame())
	for _, size := range [][2]int64{{844, 390}, {667, 375}, {932, 430}} {
		p := openPage(t, h.URL, size[0], size[1])
		id := newGame(p, "easy", "classic")
		for path, beside := range map[string]string{"/play": ".tray", "/play/" + id: "#status", "/setups": ".tray", "/position": ".tray", "/replay/" + finished: ".steps"} {
			p.open(path)
			p.rendered()
			p.until(fmt.Sprintf("document.querySelector('svg.board') && document.querySelector(%q)", beside))
			if !p.whole("svg.board") {
				t.Errorf("%d×%d %s: the board is not all on the screen", size[0], size[1], path)
			}
			if height := eval[float64](p, "document.querySelector('svg.board').getBoundingClientRect().height"); height < 0.84*float64(size[1]) {
				t.Errorf("%d×%d %s: the board is only %.0f pixels high", size[0], size[1], path, height)
			}
			if !p.whole(beside) {
				t.Errorf("%d×%d %s: %s is not on the screen", size[0], size[1], path, beside)
			}
		}
		p.open("/play")
		p.until("document.querySelector('#start') && !document.querySelector('#start').disabled")
		if !p.whole("#start") {
			t.Errorf("%d×%d: the start button is not on the screen", size[0], size[1])
		}
		// A whole move is made without scrolling.
		p.open("/play/" + id)
		p.until("document.querySelector('.cell.grab')")
		from, to := wayToFlag(t, s, id)
		p.tap(from.String())
		p.until("document.querySelector('.selection .target')")
		p.tap(to.String())
		p.until(plyScript + " >= 2")
		if at := eval[float64](p, "scrollY"); at != 0 {
			t.Errorf("%d×%d: the page scrolled to %g", size[0], size[1], at)
		}
	}
}

// TestPhoneInPortrait: the menu leads everywhere, and a game starts without a search
// for the button.
func TestPhoneInPortrait(t *testing.T) {
	_, h := startServer(t, Options{})
	p := openPage(t, h.URL, 390, 844)
	p.open("/play")
	p.until("document.querySelector('#start') && !document.querySelector('#start').disabled")
	if !p.whole("#start") {
		t.Error("the start button is not on the screen")
	}
	for _, path := range menuPages {
		p.click("header .menu")
		link := fmt.Sprintf(`nav a[href="%s"]`, path)
		p.until(fmt.Sprintf("document.querySelector('%s').getBoundingClientRect().width > 0", link))
		if !p.whole(link) {
			t.Errorf("the menu's %s is not on the screen", path)
		}
		p.click(link)
		p.until(fmt.Sprintf("location.pathname === %q && document.querySelector('header .menu').getAttribute('aria-expanded') === 'false'", path))
	}
	p.open("/play")
	p.choose("#opponent", "easy")
	p.click("#start")
	p.until("/^\\/play\\/.+/.test(location.pathname) && document.querySelector('#status')")
	for _, selector := range []string{"svg.board", "#status", ".actions"} {
		if !p.whole(selector) {
			t.Errorf("%s is not on the screen", selector)
		}
	}
}

// TestTouch: on a phone a finger drags a piece without scrolling the page, scrolls
// the page from anywhere else, and taps.
func TestTouch(t *testing.T) {
	_, h := startServer(t, Options{})
	p := openPage(t, h.URL, 390, 844)
	scrolled := func() float64 { return eval[float64](p, "scrollY") }
	newGame(p, "easy", "classic")
	p.until(`document.querySelector('[data-square="e4"].grab')`)
	eval[bool](p, "(document.body.style.minHeight = '3000px', scrollTo(0, 100), true)")
	p.until("scrollY === 100")
	x, y := p.middle(`[data-square="e4"]`)
	u, v := p.middle(`[data-square="e5"]`)
	p.finger(x, y, u, v)
	p.until(plyScript + " >= 2 && document.querySelector('.cell.grab')")
	if at := scrolled(); at != 100 {
		t.Errorf("dragging a piece scrolled the page to %g", at)
	}
	// A piece that is held far beyond its board and let go stays where it was.
	x, y = p.middle(`[data-square="a4"]`)
	p.finger(x, y, x, y-300)
	if at, plies := scrolled(), eval[int](p, plyScript); at != 100 || plies != 2 {
		t.Errorf("a piece dragged to where it cannot go: the page is at %g, %d plies", at, plies)
	}
	// From a lake, an empty square or an enemy's piece the page scrolls.
	for _, square := range []string{"c5", "a5", "e7"} {
		before := scrolled()
		x, y = p.middle(fmt.Sprintf(`[data-square="%s"]`, square))
		p.finger(x, y, x, y-80)
		p.until(fmt.Sprintf("scrollY >= %g", before+40))
	}
	eval[bool](p, "(scrollTo(0, 100), true)")
	p.until("scrollY === 100")
	p.tap("a4")
	p.until(`document.querySelector('[data-square="a4"]').getAttribute('aria-selected') === 'true'`)
	p.tap("a5")
	p.until(plyScript + " >= 4")
}
