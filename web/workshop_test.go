package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"marengo/setup"
	"marengo/stratego"
	"marengo/web/wire"
)

// TestASetupIsJudged: the page proposes one with a guarded flag, plays fast games with
// it, shows where others would look for the flag, and takes changes back.
func TestASetupIsJudged(t *testing.T) {
	s, h := startServer(t, Options{})
	s.workshop.Games = 8
	p := openPage(t, h.URL, 1200, 900)
	p.open("/setups")
	p.until("document.querySelector('#judge-start') && !document.querySelector('#judge-start').disabled")
	read := func() string {
		return eval[string](p, `[...document.querySelectorAll('.place')].map((g) => g.style.transform + g.textContent + (g.querySelector('.solid')?.getAttribute('d') ?? '')).sort().join(';')`)
	}
	first := read()
	p.click("#judge-start")
	p.until("document.querySelector('#strong')?.innerText.includes('in 8 games') && document.querySelector('#readable').innerText.includes('usual') && document.querySelectorAll('.heat rect').length > 5")
	p.look("workshop")
	p.press("Mirror")
	p.until("!document.querySelector('#strong') && !document.querySelector('.heat rect')")
	if read() == first {
		t.Error("the mirror image is the same")
	}
	p.press("Undo")
	p.until("document.querySelector('#strong')") // what was found out of it is still known
	if read() != first {
		t.Error("undo does not bring it back")
	}
	phone := openPage(t, h.URL, 390, 844)
	phone.open("/setups")
	phone.until("document.querySelector('#judge-start') && !document.querySelector('#judge-start').disabled")
	phone.look("workshop-phone")
}

// TestFirstProposalsGuardTheFlag in both variants.
func TestFirstProposalsGuardTheFlag(t *testing.T) {
	_, h := startServer(t, Options{})
	c := newClient(t, h)
	for range 20 {
		for _, variant := range []string{"classic", "barrage"} {
			status, data := c.do("POST", "/api/setups/propose", map[string]string{"variant": variant, "kind": "guarded", "setup": strings.Repeat(".", stratego.SetupSquares)})
			if status != http.StatusOK {
				t.Fatalf("status %d: %s", status, data)
			}
			x, err := stratego.ParseSetup(decode[struct{ Setup string }](t, data).Setup)
			if err != nil {
				t.Fatal(err)
			}
			if fault := setup.FlagFault(x); fault != "" {
				t.Errorf("%s: %v: %s", variant, x, fault)
			}
		}
	}
}

// TestMySetupsHaveResults: what was scored with a setup stands beside it, whichever way
// round it was played.
func TestMySetupsHaveResults(t *testing.T) {
	_, h := startServer(t, Options{})
	c := newClient(t, h)
	x, err := stratego.ParseSetup(mySetup)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{mySetup, x.Mirror().String()} {
		ask := easyGame()
		ask.Setup = text
		c.state = wire.GameState{}
		c.start(ask)
		c.send(wire.Command{Type: "resign"})
		c.until(func() bool { return c.state.Result != nil })
	}
	_, data := c.do("GET", "/api/setups/results", nil)
	if got := decode[[]wire.SetupResult](t, data); len(got) != 1 || got[0].Losses != 2 || got[0].Variant != "classic" {
		t.Errorf("results: %s", data)
	}
	if status, data := c.do("POST", "/api/setups/judge", map[string]string{"setup": fmt.Sprintf("%.39s.", mySetup)}); status != http.StatusBadRequest {
		t.Errorf("an incomplete setup is judged: %d, %s", status, data)
	}
}
