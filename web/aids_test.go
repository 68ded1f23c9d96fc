package web

import (
	"testing"

	"marengo/web/roster"
	"marengo/web/wire"
)

// TestAidsWhilePlaying: what beats what beneath the board, a word before a sure loss,
// and ranks that stay or fade.
func TestAidsWhilePlaying(t *testing.T) {
	_, h := startServer(t, Options{Catalogue: scripted{testCatalogue{roster.Agents()}, testAgent{name: "easy", script: []string{"k7-k6", "k6-k7", "j7-j6", "j6-j7", "k7-k6", "k6-k7"}}}})
	p := openPage(t, h.URL, 1200, 900)
	newGame(p, "easy", "classic")
	p.until("document.querySelector('.cell.grab')")
	p.click("#glance")
	p.until("document.querySelector('.glance')?.innerText.includes('Higher beats lower')")
	p.square("c4") // the general
	p.until("document.querySelector('.glance').innerText.replace(/\\s+/g, ' ').includes('beats 8 7 6 5 4 3 2') && document.querySelectorAll('.glance svg').length === 4")
	p.look("glance")
	p.click("#warn")
	play := func(from, to string, ply int) {
		p.until("document.querySelector('#status').innerText === 'Your move.' && !document.querySelector('.battle') && document.querySelector('.cell.grab')")
		p.square(from)
		p.until("document.querySelector('[data-square=\"" + from + "\"]').getAttribute('aria-selected') === 'true'")
		p.square(to)
		if ply > 0 {
			p.until(plyScript + " >= 2 && document.querySelectorAll('.moves li').length >= " + string(rune('0'+ply)))
		}
	}
	// A scout is lost on b7, a colonel, which is then known: the second one is warned.
	play("a4", "a6", 1)
	play("a6", "b6", 2)
	play("b6", "b7", 3)
	p.until("document.querySelector('#status').innerText === 'Your move.' && !document.querySelector('.battle')")
	play("b4", "b5", 4)
	p.until("document.querySelector('#status').innerText === 'Your move.'")
	if text := p.text(".slim"); text == "" {
		t.Error("no aids")
	}
	p.until("!document.querySelector('[data-square=\"b7\"]').getAttribute('aria-label').includes('colonel')") // it has faded
	p.click("#remember")
	p.until("document.querySelector('[data-square=\"b7\"]').getAttribute('aria-label').includes('colonel')")
	play("b5", "b6", 5)
	p.until("document.querySelector('#status').innerText === 'Your move.'")
	play("b6", "b7", 0)
	p.until("document.querySelector('#asked')?.innerText.includes('loses your major for sure') && document.querySelectorAll('.moves li').length === 5")
	p.look("warned")
	play("b6", "b7", 6)
}

// TestOnlySureLossesAreTold: a hidden piece that may be anything is none; one known to
// be higher is.
func TestOnlySureLossesAreTold(t *testing.T) {
	_, h := startServer(t, Options{Catalogue: scripted{testCatalogue{roster.Agents()}, testAgent{name: "easy", script: []string{"k7-k6", "k6-k7", "j7-j6", "j6-j7", "k7-k6", "k6-k7"}}}})
	c := newClient(t, h)
	c.start(wire.NewGame{Rules: "match", Red: "me", Blue: "easy", Setup: mySetup, Level: 5, Seed: "1"})
	for _, m := range []string{"a4-a6", "a6-b6"} {
		c.play(m)
		if len(c.state.Position.Losing) > 0 {
			t.Fatalf("after %s: %v", m, c.state.Position.Losing)
		}
	}
	for _, m := range []string{"b6-b7", "b4-b5", "b5-b6"} {
		c.play(m)
	}
	if l := c.state.Position.Losing; len(l) != 1 || l[0][0] != 51 || l[0][1] != 61 {
		t.Errorf("sure losses: %v", l)
	}
}
