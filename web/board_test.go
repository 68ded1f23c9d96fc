package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"marengo/stratego"
	"marengo/web/wire"
)

// tryMove plays one of the moves that the board offers, from the nth piece that can move.
func (p *page) tryMove(nth int) {
	p.t.Helper()
	moves := "document.querySelectorAll('#branches [aria-current]').length"
	before := eval[string](p, "location.search")
	from := eval[string](p, fmt.Sprintf("[...document.querySelectorAll('.cell.grab')].at(%d).dataset.square", nth))
	p.square(from)
	p.until("document.querySelector('.selection .target')")
	// A target lies over the middle of its square.
	x, y := p.middle(".selection .target")
	p.run(mouse("mousePressed", x, y), mouse("mouseReleased", x, y))
	p.until(fmt.Sprintf("location.search !== %q && %s > 0", before, moves))
}

// TestAnalysisBoard tries moves for both sides from a ply of a finished game, branches, lets a
// player answer, and finds everything again at the same address and from the text.
func TestAnalysisBoard(t *testing.T) {
	db := openDB(t)
	id := storedGame(t, db, stratego.DefaultRules, 20)
	_, h := startServer(t, Options{DB: db})
	p := openPage(t, h.URL, 1200, 900)
	p.open("/replay/" + id + "/10")
	p.click("#try-moves")
	p.until("location.pathname.startsWith('/board/') && document.querySelector('#board-state')?.innerText.includes('Red')")
	p.tryMove(0)
	p.until("document.querySelector('#board-state').innerText.includes('Blue')")
	p.tryMove(0)
	p.press("Back")
	p.until("document.querySelector('#board-state').innerText.includes('Blue')")
	p.tryMove(-1)
	if n := eval[int](p, "document.querySelectorAll('#branches li').length"); n != 1 {
		t.Errorf("%d branches", n)
	}
	p.until("document.querySelector('#board-state').innerText.includes('Red')")
	p.choose("#board-agent", "easy")
	p.click("#answer")
	p.until("document.querySelectorAll('#branches li button').length === 2 && document.querySelector('#board-state').innerText.includes('Blue')")
	tried, place, text := p.text("#branches"), eval[string](p, "location.pathname + location.search"), eval[string](p, "document.querySelector('#board-text').value")
	p.open(place)
	p.until("document.querySelector('#branches li')")
	if again := p.text("#branches"); again != tried {
		t.Errorf("the address leads to %q, was %q", again, tried)
	}
	if got := strings.Count(text, "\n"); got < 3 || !strings.Contains(text, "a") {
		t.Errorf("text %q", text)
	}
	// The text is a whole game, whose last position is where the board goes on.
	_, data := newClient(t, h).do("POST", "/api/board", wire.BoardRequest{Text: text})
	state := decode[wire.BoardState](t, data)
	if state.Position.Ply != 13 || len(state.Events) != 13 || state.Position.ToMove != "blue" || len(state.Position.Legal) == 0 {
		t.Errorf("the text leads to %.300s", data)
	}
	p.open("/board/" + id + "/10?line=a1-a9&at=1")
	p.until("document.querySelector('#board-state') && document.querySelector('.note.error') && location.search === ''")
	p.open(place)
	p.click("#prune")
	p.until("document.querySelectorAll('#branches li button').length === 1")
}

// TestBoardsOfOneself begins from a free position, and refuses games that are not over, moves
// against the rules and nonsense.
func TestBoardsOfOneself(t *testing.T) {
	_, h := startServer(t, Options{})
	c := newClient(t, h)
	c.start(easyGame())
	_, data := c.do("POST", "/api/position", wire.FreePosition{ToMove: "red", Variant: "classic", Pieces: []wire.SeenPiece{
		{ID: 0, Color: "red", At: 0, Rank: "F"}, {ID: 1, Color: "red", At: 34, Rank: "9"}, {ID: 2, Color: "blue", At: 99, Rank: "F"}, {ID: 3, Color: "blue", At: 44, Rank: "5"}}})
	free := decode[wire.FreePosition](t, data).Text
	for _, x := range []struct {
		ask    wire.BoardRequest
		status int
	}{
		{wire.BoardRequest{Text: free}, 200}, {wire.BoardRequest{Text: free, Moves: []string{"e4-e5", "k0-j0"}}, 400}, {wire.BoardRequest{Text: free, Moves: []string{"e4-e9"}}, 400},
		{wire.BoardRequest{Text: "nonsense"}, 400}, {wire.BoardRequest{Game: c.game}, http.StatusForbidden}, {wire.BoardRequest{Game: "999"}, 404},
	} {
		if status, data := c.do("POST", "/api/board", x.ask); status != x.status {
			t.Errorf("%+v: status %d: %s", x.ask, status, data)
		}
	}
	_, data = c.do("POST", "/api/board", wire.BoardRequest{Text: free, Moves: []string{"e4-e5"}})
	state := decode[wire.BoardState](t, data)
	if state.Result == nil || state.Result.Winner != "red" || len(state.Events) != 1 || state.Events[0].Battle != "win" {
		t.Errorf("the last piece that could move is taken: %s", data)
	}
	if status, _ := c.do("GET", "/board/"+c.game, nil); status != http.StatusForbidden {
		t.Errorf("the board of a game that is not over: status %d", status)
	}
}
