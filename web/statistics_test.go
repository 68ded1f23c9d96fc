package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"marengo/web/wire"
)

// finishCounted plays games that count to a resignation, some of them with marks.
func finishCounted(c *client, games int, marks ...wire.Mark) {
	c.t.Helper()
	for range games {
		ask := easyGame()
		ask.Counts, ask.Seed = true, ""
		c.state = wire.GameState{}
		c.start(ask)
		for i, m := range marks {
			c.send(wire.Command{Type: "mark", Mark: &m})
			c.until(func() bool { return len(c.state.Marks) == i+1 })
		}
		c.send(wire.Command{Type: "resign"})
		c.until(func() bool { return c.state.Result != nil })
	}
}

// TestStatisticsTellMore: how games ended, and guesses against the truth.
func TestStatisticsTellMore(t *testing.T) {
	_, h := startServer(t, Options{})
	c := newClient(t, h)
	// Blue's pieces are 40 to 79, its own left corner first: easySetup begins with a bomb,
	// a captain and a bomb.
	finishCounted(c, 2, wire.Mark{Piece: 40, Rank: "B"}, wire.Mark{Piece: 41, Rank: "B", Tone: "a"}, wire.Mark{Piece: 42, Tone: "b"})
	_, data := c.do("GET", "/api/statistics", nil)
	s := decode[wire.Statistics](t, data)
	if len(s.Rows) != 1 || s.Rows[0].Losses != 2 || len(s.Endings) != 1 || s.Endings[0].Name != "resigned" || s.Endings[0].Games != 2 {
		t.Errorf("statistics: %s", data)
	}
	if want := (wire.GuessRow{Rank: "B", Guesses: 4, Right: 2}); len(s.Guesses) != 1 || s.Guesses[0] != want {
		t.Errorf("guesses: %+v, expected %+v", s.Guesses, want)
	}
	// An unfinished game's marks are compared with nothing: that would tell.
	ask := easyGame()
	c.state = wire.GameState{}
	c.start(ask)
	mark := wire.Mark{Piece: 40, Rank: "B"}
	c.send(wire.Command{Type: "mark", Mark: &mark})
	c.until(func() bool { return len(c.state.Marks) == 1 })
	_, after := c.do("GET", "/api/statistics", nil)
	if string(after) != string(data) {
		t.Errorf("an unfinished game changes the statistics: %s", after)
	}
	if status, _ := newClient(t, h).do("GET", "/api/statistics", nil); status != http.StatusOK {
		t.Errorf("a stranger gets %d", status)
	}
}

// TestTheStatisticsPage shows it all, and lets a setup be used again.
func TestTheStatisticsPage(t *testing.T) {
	_, h := startServer(t, Options{})
	c := newClient(t, h)
	finishCounted(c, 2, wire.Mark{Piece: 40, Rank: "B"})
	finishCounted(c, 1, wire.Mark{Piece: 41, Rank: "F"})
	p := openPage(t, h.URL, 1200, 900)
	p.open("/none.txt") // no page yet, so that the browser can be given who it is
	eval[bool](p, fmt.Sprintf("(document.cookie = '%s=%s; path=/', true)", c.cookie.Name, c.cookie.Value))
	p.open("/statistics")
	p.until("document.querySelectorAll('#by-opponent .records li').length === 1 && document.querySelectorAll('#by-setup li').length === 1 && document.querySelectorAll('#guesses li').length === 2 && document.querySelector('.graph')")
	for selector, want := range map[string]string{"#endings": "By resignation", "#guesses": "2 were right", "#by-setup": "3 lost", "#by-opponent": "3 lost"} {
		if text := p.text(selector); !strings.Contains(text, want) {
			t.Errorf("%s says %q", selector, text)
		}
	}
	p.look("statistics")
	p.press("Use it")
	p.until("location.pathname === '/play' && document.querySelector('#start') && !document.querySelector('#start').disabled")
	if draft := eval[string](p, "localStorage.getItem('marengo.setup.classic')"); draft != mySetup {
		t.Errorf("the draft is %q", draft)
	}
	phone := openPage(t, h.URL, 390, 844)
	phone.open("/statistics")
	phone.until("document.querySelector('#by-opponent')")
	phone.look("statistics-phone")
}
