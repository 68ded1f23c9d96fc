package web

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"slices"
	"testing"

	"marengo/stratego"
	"marengo/web/wire"
)

// axeScript is axe-core, a development dependency of the client.
const axeScript = "client/node_modules/axe-core/axe.min.js"

// TestEveryPageIsAccessible has axe-core look at every page, in light and dark: it finds
// nothing to complain of.
func TestEveryPageIsAccessible(t *testing.T) {
	script, err := os.ReadFile(axeScript)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("axe-core is not installed: make bundle installs it")
	}
	if err != nil {
		t.Fatal(err)
	}
	db := openDB(t)
	finished := storedGame(t, db, stratego.DefaultRules, 12)
	_, h := startServer(t, Options{DB: db})
	c := newClient(t, h)
	if status, data := c.do("POST", "/api/games/"+finished+"/analysis", nil); status != http.StatusOK {
		t.Fatalf("status %d: %s", status, data)
	}
	c.analysisWhen(finished, func(a wire.Analysis) bool { return a.Done == a.All })
	p := openPage(t, h.URL, 1200, 900)
	paths := []string{"/play/" + newGame(p, "easy", "classic"), "/learn/moves", "/replay/" + finished + "/6", "/board/" + finished + "/6", "/nowhere"}
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		paths = append(paths, "/"+name)
	}
	for _, path := range paths {
		p.open(path)
		p.rendered()
		p.theme("light")
		p.axe(string(script), "{}", path)
		p.theme("dark")
		p.axe(string(script), "{runOnly: ['color-contrast']}", "dark "+path)
	}
	// What opens within pages.
	p.theme("light")
	p.open("/replay/" + finished + "/6")
	p.until("document.querySelector('#account')")
	p.choose("#mind-agent", "invincible")
	for _, tab := range []string{"Ranks", "Moves", "Reasons", "Course", "Log"} {
		p.press(tab)
		p.axe(string(script), "{}", "mind, "+tab)
	}
}

// axe reports what axe-core finds wrong with the page as it is.
func (p *page) axe(script, options, where string) {
	p.t.Helper()
	eval[bool](p, "window.axe ? true : (() => { "+script+"; return Boolean(window.axe); })()")
	eval[bool](p, `(() => { window.found = undefined; axe.run(document, `+options+`).then((r) => {
		window.found = r.violations.map((v) => v.id + ': ' + v.help + ' — ' + v.nodes.slice(0, 3).map((n) => n.target.join(' ') + ' ' + (n.any[0]?.message ?? '')).join('; '));
	}, (e) => { window.found = [String(e)]; }); return true; })()`)
	p.until("window.found")
	for _, found := range eval[[]string](p, "window.found") {
		p.t.Errorf("%s: %s", where, fmt.Sprintf("%.600s", found))
	}
}
