package web

import (
	"slices"
	"strings"
	"testing"

	"marengo/stratego"
)

// TestReasonsInThePage asks players about a position: each says why. Invincible's plans are in
// words and by their totals, what it plays first, and nothing is cut off. What is expected is a
// number of a hundred, how readily a move is played never is.
func TestReasonsInThePage(t *testing.T) {
	db := openDB(t)
	id := storedGame(t, db, stratego.DefaultRules, 40)
	_, h := startServer(t, Options{DB: db})
	p := openPage(t, h.URL, 1200, 900)
	p.open("/replay/" + id + "/40")
	for _, name := range []string{"random", "lewis", "star", "invincible", "marengo"} {
		p.choose("#mind-agent", name)
		p.until("document.querySelector('.mind')?.ariaLabel.toLowerCase().includes('" + name + "')")
		p.press("Reasons")
		p.until("document.querySelector('#reason')?.innerText.length > 10")
		if text := p.text("#reason"); strings.Contains(text, "no reasons") {
			t.Errorf("%s: %q", name, text)
		}
		if width := eval[float64](p, "Math.max(0, ...[...document.querySelectorAll('.mind .scroll')].map((s) => s.scrollWidth - s.clientWidth))"); width > 0 {
			t.Errorf("%s: %g pixels of its reasons are cut off", name, width)
		}
		switch name {
		case "invincible":
			p.until("document.querySelector('.plans tbody tr.best')")
			rows := eval[[][]string](p, "[...document.querySelectorAll('.plans tbody tr')].map((r) => [...r.cells].map((c) => c.innerText))")
			totals := eval[[]float64](p, "[...document.querySelectorAll('.plans tbody tr')].map((r) => -Number(r.cells[1].innerText.replace('−', '-')))")
			if len(rows) < 5 || !slices.IsSorted(totals) || strings.Contains(strings.Join(rows[0], " "), "ICap") {
				t.Errorf("%d rows, the first %v, totals %v", len(rows), rows[0], totals)
			}
			if arrow := eval[string](p, "document.querySelector('.plans tbody tr.best td').innerText"); !strings.Contains(p.text("#reason"), strings.Replace(arrow, "–", "-", 1)) {
				t.Errorf("%s comes first, and the player says %q", arrow, p.text("#reason"))
			}
		case "marengo":
			p.press("Moves")
			p.until("document.querySelector('.mind .readily')")
			if text := eval[string](p, "[...document.querySelectorAll('.mind td.expects')].map((c) => c.innerText).join(' ')"); strings.Contains(text, "%") || text == "" {
				t.Errorf("it expects %q", text)
			}
			if text := eval[string](p, "[...document.querySelectorAll('.mind .readily')].map((c) => c.innerText).join(' ')"); strings.Contains(text, "%") {
				t.Errorf("shares are %q", text)
			}
		}
	}
}
