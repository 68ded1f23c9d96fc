package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"marengo/web/roster"
)

// TestAFirstVisitOffersThreeWays and asks only once; each way leads somewhere.
func TestAFirstVisitOffersThreeWays(t *testing.T) {
	_, h := startServer(t, Options{})
	p := openPage(t, h.URL, 1200, 900)
	p.open("/")
	p.until("document.querySelectorAll('.way').length === 3")
	p.look("welcome")
	p.click("#way-play")
	p.until("/^\\/play\\/.+/.test(location.pathname) && document.querySelector('#status')?.innerText === 'Your move.'")
	p.open("/")
	p.until("document.querySelector('#start')")
	p.open("/welcome")
	p.click("#way-look")
	p.until("/^\\/watch\\/.+/.test(location.pathname) && document.querySelector('.board')")
	p.open("/welcome")
	p.click("#way-learn")
	p.until("document.querySelectorAll('.lessons li').length === 5")
	p.look("lessons")
	phone := openPage(t, h.URL, 390, 844)
	phone.open("/")
	phone.until("document.querySelectorAll('.way').length === 3")
	phone.look("welcome-phone")
}

// steer walks the keyboard's cursor over the board to a square.
func (p *page) steer(to string) {
	p.t.Helper()
	const files, rows = "abcdefghjk", "1234567890"
	for {
		at := eval[string](p, "document.activeElement.dataset.square")
		dx := strings.IndexByte(files, to[0]) - strings.IndexByte(files, at[0])
		dy := strings.IndexByte(rows, to[1]) - strings.IndexByte(rows, at[1])
		key := kb.ArrowRight
		switch {
		case dx < 0:
			key = kb.ArrowLeft
		case dx == 0 && dy > 0:
			key = kb.ArrowUp
		case dx == 0 && dy < 0:
			key = kb.ArrowDown
		case dx == 0:
			return
		}
		p.run(chromedp.KeyEvent(key))
	}
}

// TestTheFirstLessonByKeyboardAlone: the boards are walked with arrow keys, the tasks
// and outcomes are read out, and after each the keyboard stands on the way on.
func TestTheFirstLessonByKeyboardAlone(t *testing.T) {
	_, h := startServer(t, Options{})
	p := openPage(t, h.URL, 1200, 900)
	p.open("/learn/moves")
	for _, moves := range [][]string{{"e4-e5", "e5-e6"}, {"e4-e5", "e5-e6"}, {"e5-e6"}, {"e5-f5"}, {"e4-e5", "e5-e6"}} {
		p.until("document.querySelector('.cell.grab') && document.querySelector('.lesson-card.open') && document.querySelector('#spoken').innerText.length > 0")
		eval[bool](p, "(document.querySelector('.cell[tabindex=\"0\"]').focus(), true)")
		for i, m := range moves {
			p.steer(m[:2])
			p.run(chromedp.KeyEvent(kb.Enter))
			p.until(fmt.Sprintf(`document.querySelector('[data-square="%s"]').getAttribute('aria-selected') === 'true'`, m[:2]))
			p.steer(m[3:])
			p.run(chromedp.KeyEvent(kb.Enter))
			if i < len(moves)-1 {
				p.until(fmt.Sprintf(`document.querySelector('[data-square="%s"].grab')`, m[3:]))
			}
		}
		p.until("document.querySelector('.lesson-card:is(.reached, .failed)') && document.activeElement.matches('.lesson-card button')")
		if text, said := p.text(".lesson-card.failed #failed"), p.text("#spoken"); !strings.Contains(said, text) || said == "" {
			t.Errorf("the board says %q, the reader %q", text, said)
		}
		p.run(chromedp.KeyEvent(kb.Enter))
		p.until("!document.querySelector('.lesson-card:is(.reached, .failed)')")
	}
	p.until("location.pathname === '/learn/special'")
	p.open("/learn")
	p.until("document.querySelectorAll('.lesson.done').length === 1")
}

// TestTheLessonsArePlayed goes through the others by clicks, to the small game.
func TestTheLessonsArePlayed(t *testing.T) {
	_, h := startServer(t, Options{})
	p := openPage(t, h.URL, 1200, 900)
	for _, lesson := range []struct {
		id     string
		boards [][]string
	}{
		{"special", [][]string{{"a2-a9"}, {"e4-e5", "e5-e6"}, {"e5-e6"}}},
		{"flag", [][]string{{"e8-e9", "e9-e0"}}},
		{"hidden", [][]string{{"e4-e8"}, {"e5-e6", "e6-e7", "e7-e8"}, {"e5-f5", "e4-e5", "e5-e6"}}},
	} {
		p.open("/learn/" + lesson.id)
		for i, moves := range lesson.boards {
			for _, m := range moves {
				p.until(fmt.Sprintf(`document.querySelector('[data-square="%s"].grab') && !document.querySelector('.battle') && document.querySelector('.lesson-card.open')`, m[:2]))
				p.square(m[:2])
				p.until("document.querySelector('.selection .target')")
				p.square(m[3:])
			}
			p.until("document.querySelector('.lesson-card.reached #reached')?.innerText.length > 10")
			if i == 0 {
				p.look("lesson-" + lesson.id)
			}
			eval[bool](p, "(document.querySelector('.lesson-card .primary').click(), true)")
			p.until("!document.querySelector('.lesson-card.reached')")
		}
		if lesson.id == "flag" {
			setUpGuarded(p)
		}
	}
	p.until("location.pathname === '/learn/game'")
	p.click("#small-game")
	p.until("/^\\/play\\/.+/.test(location.pathname) && document.querySelector('#status')?.innerText === 'Your move.'")
	p.press("Resign")
	p.press("Really resign")
	p.until("/lose/.test(document.querySelector('#status').innerText)")
	p.open("/learn")
	p.until("document.querySelectorAll('.lesson.done').length === 4 && document.querySelectorAll('.lesson').length === 5")
}

// setUpGuarded sets up the lesson's army, first with an open flag.
func setUpGuarded(p *page) {
	p.t.Helper()
	for _, x := range []string{"Fa1", "Bb1", "Me4", "9f4", "3e3", "2a4", "2b4", "Sf3"} {
		p.click(fmt.Sprintf(`[data-piece="%s"]`, x[:1]))
		p.square(x[1:])
	}
	p.click("#check-setup")
	p.until("document.querySelector('.note')?.innerText.includes('open')")
	p.square("e3")
	p.until(`document.querySelector('[data-square="e3"]').getAttribute('aria-selected') === 'true'`)
	p.square("a2")
	p.click("#check-setup")
	p.until("document.querySelector('.lesson-card.reached')")
	p.look("lesson-setup")
	p.press("Next lesson")
}

// TestTheLadderIsClimbed: a game at my level is one against a rung, and winning it
// lifts where I stand.
func TestTheLadderIsClimbed(t *testing.T) {
	_, h := startServer(t, Options{Catalogue: roster.Agents()})
	p := openPage(t, h.URL, 1200, 900)
	p.open("/ladder")
	p.until("document.querySelectorAll('.ladder li').length >= 3 && document.querySelectorAll('.ladder li.next').length === 1")
	if text := p.text("#standing"); !strings.Contains(text, "begin low") {
		t.Errorf("a stranger reads %q", text)
	}
	p.look("ladder")
	name := p.text(".ladder li.next strong")
	p.press("Play at my level")
	p.choose("#opponent", "ladder")
	p.until("document.querySelector('#start') && !document.querySelector('#start').disabled")
	p.look("new-game-ladder")
	p.click("#start")
	p.until("/^\\/play\\/.+/.test(location.pathname) && document.querySelector('#status')")
	agent, _, _ := strings.Cut(name, ",")
	p.until(fmt.Sprintf("document.querySelector('[data-player=\"blue\"] strong')?.innerText.toLowerCase() === %q", agent))
	p.press("Resign")
	p.press("Really resign")
	p.until("/lose/.test(document.querySelector('#status').innerText)")
	p.open("/ladder")
	p.until("document.querySelector('#standing')?.innerText.includes('After one game') && document.querySelector('.ladder').innerText.includes('you: 0 of 1')")
}
