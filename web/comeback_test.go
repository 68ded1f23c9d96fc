package web

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// Games that are left in the middle: by a reload, by the server's end, by going elsewhere.

func TestReloadInMidGame(t *testing.T) {
	s, h := startServer(t, Options{})
	p := openPage(t, h.URL, 1200, 900)
	id := newGame(p, "easy", "classic")
	from, to := wayToFlag(t, s, id)
	myMove(p, s, id, from.String(), to.String())
	p.run(chromedp.Reload())
	p.until(plyScript + " >= 2 && document.querySelector('#status')?.innerText === 'Your move.'")
	from, to = wayToFlag(t, s, id)
	myMove(p, s, id, from.String(), to.String())
}

func TestServerKilledAndRestartedInMidGame(t *testing.T) {
	address := freeAddress(t)
	db := filepath.Join(t.TempDir(), "killed.db")
	child := startChild(t, address, db)
	p := openPage(t, "http://"+address, 1200, 900)
	newGame(p, "easy", "classic")
	move := func() {
		t.Helper()
		before := eval[int](p, plyScript)
		cell := eval[string](p, "[...document.querySelectorAll('.cell.grab')][0].dataset.square")
		p.square(cell)
		p.until("document.querySelector('.selection .target')")
		clickTarget(p)
		p.until(fmt.Sprintf("%s >= %d", plyScript, before+2))
	}
	p.until("document.querySelector('.cell.grab')")
	move()
	plies := eval[int](p, plyScript)
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	p.until("document.querySelector('.connection')")
	// What is moved and marked meanwhile is played and kept once the server is back.
	cell := eval[string](p, "[...document.querySelectorAll('.cell.grab')][0].dataset.square")
	p.square(cell)
	p.until("document.querySelector('.selection .target')")
	clickTarget(p)
	p.until("!document.querySelector('.cell.grab')")
	p.square("e0")
	p.click("[data-tone=a]")
	startChild(t, address, db)
	p.until("!document.querySelector('.connection')")
	p.until(fmt.Sprintf("%s === %d && document.querySelector('.cell.grab')", plyScript, plies+2))
	p.until("document.querySelector('.notes .tone-a')")
	move()
}

// TestUnfinishedGamesAreAllThereAndCanBeDropped shows more than a handful, each with
// its opponent, its time and a small board, and drops one that another tab plays.
func TestUnfinishedGamesAreAllThereAndCanBeDropped(t *testing.T) {
	_, h := startServer(t, Options{})
	p := openPage(t, h.URL, 1200, 900)
	p.open("/play")
	p.until("document.querySelector('#start') && !document.querySelector('#start').disabled")
	const games = 8
	begin := fmt.Sprintf(`(async () => { for (let i = 0; i < %d; i++) await fetch('/api/games', {method: 'POST', body: JSON.stringify({rules: 'match', red: i %% 2 ? 'easy' : 'me', blue: i %% 2 ? 'me' : 'polite', level: 5, setup: %q})}); window.begun = true; })()`, games, mySetup)
	eval[bool](p, "("+begin+", true)")
	p.until("window.begun")
	p.open("/play")
	p.until(fmt.Sprintf("document.querySelectorAll('.unfinished li').length === %d", games))
	if text := p.text(".unfinished"); strings.Count(text, "Against easy") != games/2 || strings.Count(text, "Against polite") != games/2 || strings.Count(text, "just now") != games {
		t.Errorf("the list says %s", text)
	}
	if n := eval[int](p, "document.querySelectorAll('.unfinished li:first-child .small-board :is(.red, .blue)').length"); n != 80 {
		t.Errorf("%d pieces on a small board", n)
	}
	id := eval[string](p, "document.querySelector('.unfinished li').dataset.game")
	row := fmt.Sprintf(`.unfinished li[data-game="%s"]`, id)
	p.click(row + " a")
	p.until("document.querySelector('.board')")
	if p.path() != "/play/"+id {
		t.Fatalf("the page is at %s", p.path())
	}
	// Another tab of the same browser drops it.
	eval[bool](p, fmt.Sprintf("(fetch('/api/games/%s', {method: 'DELETE'}), true)", id))
	p.until("document.querySelector('#missing')?.innerText.includes('not here')")
	p.press("To a new game")
	p.until(fmt.Sprintf("document.querySelectorAll('.unfinished li').length === %d", games-1))
	p.press("Drop")
	p.press("Keep")
	p.press("Drop")
	p.press("Really drop")
	p.until(fmt.Sprintf("document.querySelectorAll('.unfinished li').length === %d", games-2))
	p.open("/play")
	p.until(fmt.Sprintf("document.querySelectorAll('.unfinished li').length === %d", games-2))
}
