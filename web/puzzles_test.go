package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"marengo/puzzle"
	"marengo/stratego"
	"marengo/web/wire"
)

// TestPuzzlesHideWhatIsHidden reads every puzzle as a solver does: no rank that the
// mover has not seen, no solution before it is found, and no illegal try.
func TestPuzzlesHideWhatIsHidden(t *testing.T) {
	_, h := startServer(t, Options{})
	c := newClient(t, h)
	list, err := puzzle.Shipped()
	if err != nil || len(list) < 10 {
		t.Fatalf("%d puzzles: %v", len(list), err)
	}
	kinds := map[string]bool{}
	for _, p := range list {
		kinds[p.Kind] = true
		_, data := c.do("GET", "/api/puzzles/"+p.ID, nil)
		x := decode[wire.Puzzle](t, data)
		v, err := p.View()
		if err != nil {
			t.Fatal(err)
		}
		for _, piece := range x.Position.Pieces {
			if truth, _ := v.At(stratego.Square(piece.At)); truth.Color != v.Color() && truth.Rank >= stratego.NoRank && piece.Rank != "" {
				t.Errorf("puzzle %s shows what stands on %v", p.ID, truth.Square)
			}
		}
		if strings.Contains(string(data), p.Why) {
			t.Errorf("puzzle %s tells why", p.ID)
		}
		for _, m := range v.Moves(nil) {
			if text := stratego.FormatMove(m); text != p.Best {
				_, data := c.do("POST", "/api/puzzles/"+p.ID, map[string]string{"move": text})
				if a := decode[wire.PuzzleAnswer](t, data); a != (wire.PuzzleAnswer{}) {
					t.Errorf("puzzle %s answers %s with %s", p.ID, text, data)
				}
				break
			}
		}
		_, data = c.do("POST", "/api/puzzles/"+p.ID, map[string]string{"move": p.Best})
		if a := decode[wire.PuzzleAnswer](t, data); !a.Right || a.Best != p.Best || a.Why == "" {
			t.Errorf("puzzle %s answers its solution with %s", p.ID, data)
		}
	}
	if len(kinds) < 2 {
		t.Errorf("only puzzles of the kinds %v", kinds)
	}
	for path, want := range map[string]int{"/api/puzzles/none": http.StatusNotFound, "/api/puzzles/" + list[0].ID: http.StatusBadRequest} {
		if status, data := c.do("POST", path, map[string]string{"move": "a1-k0"}); status != want {
			t.Errorf("%s: status %d, %s", path, status, data)
		}
	}
}

// TestAPuzzleIsSolved: the day's puzzle refuses a wrong move and praises the right one;
// another is looked up.
func TestAPuzzleIsSolved(t *testing.T) {
	_, h := startServer(t, Options{})
	p := openPage(t, h.URL, 1200, 900)
	p.open("/puzzles")
	p.until("document.querySelector('.cell.grab') && document.querySelector('.puzzle-list .here')")
	p.look("puzzle")
	n := eval[int](p, "Number(document.querySelector('.puzzle-list .here').innerText)")
	list, err := puzzle.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	x := list[n-1]
	try := func(m string) {
		p.square(m[:2])
		p.until(fmt.Sprintf(`document.querySelector('[data-square="%s"]').getAttribute('aria-selected') === 'true'`, m[:2]))
		p.square(m[3:5])
	}
	try(x.Second)
	p.until("document.querySelector('#wrong')")
	try(x.Best)
	p.until("document.querySelector('#why') && document.querySelector('.arrow') && document.querySelector('.puzzle-list .here.solved')")
	if text := p.text("#why"); text != x.Why {
		t.Errorf("it says %q", text)
	}
	p.look("puzzle-solved")
	p.press("Next puzzle")
	p.until("document.querySelector('.puzzle-list .here:not(.solved)') && document.querySelector('.cell.grab')")
	p.press("Show it")
	p.until("document.querySelector('.puzzle-list .here.shown') && document.querySelector('#why')")
	phone := openPage(t, h.URL, 390, 844)
	phone.open("/puzzles")
	phone.until("document.querySelector('.cell.grab')")
	phone.look("puzzle-phone")
}
