package web

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"marengo/arena"
	"marengo/setup"
	"marengo/stratego"
	"marengo/web/fair"
	"marengo/web/roster"
)

// maxShot is what a screenshot may weigh, in bytes.
const maxShot = 150_000

// TestScreenshots writes pictures of the main pages; `make screenshots` runs it.
func TestScreenshots(t *testing.T) {
	if *screenshots == "" {
		t.Skip("no folder given with -screenshots")
	}
	if err := os.MkdirAll(*screenshots, 0o755); err != nil {
		t.Fatal(err)
	}
	s, h := startServer(t, Options{Catalogue: roster.Agents(), Setups: setup.Default()})
	tournament(t, s)
	p := openPage(t, h.URL, 1200, 880)
	p.theme("light")
	p.open("/play")
	p.until("document.querySelector('.reasons li')")
	p.shoot("new-game")

	id := p.startSeeded("invincible", 7)
	p.playSome(s, id, 2)
	p.playIntoBattle(s, id)
	p.playSome(s, id, 11)
	p.square(eval[string](p, "[...document.querySelectorAll('.cell.grab')].find((c) => /[fgj]4|e4/.test(c.dataset.square))?.dataset.square ?? document.querySelector('.cell.grab').dataset.square"))
	p.shoot("play")
	p.click("#mind")
	p.until("document.querySelector('.mind-toggle select')")
	eval[bool](p, "(() => { const s = document.querySelector('.mind-toggle select'); s.value = 'invincible'; s.dispatchEvent(new Event('change', {bubbles: true})); return true; })()")
	p.until("document.querySelector('.mind .bars')")
	p.until("document.querySelectorAll('.heat rect').length > 5")
	p.shoot("mind-ranks")
	p.press("Reasons")
	p.until("document.querySelector('.mind table.figures')")
	p.shoot("mind-plans")
	p.press("Ranks")

	p.theme("dark")
	p.shoot("play-dark")
	p.theme("light")

	p.open("/setups")
	p.until("document.querySelector('.reasons li')")
	p.shoot("setups")

	p.open("/watch")
	p.choose("#watch-red", "invincible")
	p.choose("#watch-blue", "lewis")
	p.click("#watch-start")
	p.until(plyScript + " >= 6 && document.querySelector('.mind .bars')")
	p.shoot("watch")

	p.open("/ratings")
	p.until("document.querySelector('.match')")
	p.shoot("ratings")

	p.open("/position")
	for _, x := range [][2]string{{"redM", "e4"}, {"red3", "f3"}, {"redB", "b1"}, {"redF", "a1"}, {"blueF", "k0"}, {"blueB", "k9"}, {"blueB", "j0"}, {"blue9", "e7"}, {"blueS", "f7"}} {
		p.click(fmt.Sprintf(`[data-brush="%s"]`, x[0]))
		p.square(x[1])
	}
	p.until("document.querySelector('#position-state').innerText.includes('legal')")
	p.shoot("position")

	narrow := openPage(t, h.URL, 390, 844)
	narrow.theme("light")
	id = narrow.startSeeded("lewis", 3)
	narrow.playSome(s, id, 6)
	narrow.shoot("phone")
	narrow.press("Resign")
	narrow.press("Really resign")
	narrow.until("/lose/.test(document.querySelector('#status').innerText)")

	q := openPage(t, h.URL, 1200, 880)
	id = q.startSeeded("lewis", 5)
	q.playSome(s, id, 12)
	q.press("Resign")
	q.press("Really resign")
	q.press("Replay and analyse")
	q.until("document.querySelector('#ply')")
	q.choose("#mind-agent", "star")
	q.open("/replay/" + id + "/14")
	q.choose("#mind-agent", "star")
	q.until("document.querySelector('.mind .bars')")
	q.press("Moves")
	q.until("document.querySelector('.mind table.figures')")
	time.Sleep(1500 * time.Millisecond)
	q.shoot("replay")
}

// tournament gives the ratings page something to show.
func tournament(t *testing.T, s *Server) {
	t.Helper()
	names := []string{"random", "careful", "lewis", "invincible"}
	run, err := arena.NewRun(arena.Spec{Agents: names, Games: 12, Seed: 1, Rules: "match", Setups: "human-like", Time: 20 * time.Millisecond},
		s.catalogue.Find)
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Begin(t.Context(), s.hall.DB, "tournament"); err != nil {
		t.Fatal(err)
	}
	if _, err := run.Play(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// theme sets what the page takes for the system's theme.
func (p *page) theme(scheme string) {
	p.t.Helper()
	p.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		return err
	}))
}

// startSeeded starts a game that goes the same way each time.
func (p *page) startSeeded(opponent string, seed int) string {
	p.t.Helper()
	p.open("/play")
	p.until("document.querySelector('#start') && !document.querySelector('#start').disabled")
	eval[bool](p, "(localStorage.setItem('marengo.setup.classic', '"+mySetup+"'), localStorage.setItem('marengo.settings', '{\"remember\":true}'), true)")
	p.open("/play")
	p.until("document.querySelector('#start') && !document.querySelector('#start').disabled")
	p.choose("#opponent", opponent)
	p.seed(seed)
	p.click("#start")
	p.until("/^\\/play\\/.+/.test(location.pathname) && document.querySelector('#status')")
	return p.path()[len("/play/"):]
}

// sensibleMove is what the agent lewis would play.
func sensibleMove(t *testing.T, s *Server, id string) string {
	t.Helper()
	view := new(stratego.View)
	truth(t, s, id).View(stratego.Red, view)
	mind, err := s.hall.Adviser.Consult(context.Background(), fair.Asker{Visitor: "test", Urgency: fair.AtOnce}, "lewis", view, time.Second, nil)
	if err != nil {
		t.Fatal(err)
	}
	return mind.Thoughts.Candidates[0].Move
}

// playIntoBattle plays until one is on the stage, and takes its picture.
func (p *page) playIntoBattle(s *Server, id string) {
	p.t.Helper()
	for range 20 {
		move := sensibleMove(p.t, s, id)
		before := eval[int](p, plyScript)
		p.square(move[:2])
		p.square(move[3:5])
		p.until(fmt.Sprintf("document.querySelector('g.battle') || %s >= %d", plyScript, before+2))
		if eval[bool](p, "Boolean(document.querySelector('g.battle'))") {
			p.shoot("battle")
			p.until("!document.querySelector('g.battle') && document.querySelector('#status').innerText === 'Your move.'")
			return
		}
	}
}

// playSome plays a few sensible moves.
func (p *page) playSome(s *Server, id string, moves int) {
	p.t.Helper()
	for range moves {
		if p.text("#status") != "Your move." {
			return
		}
		move := sensibleMove(p.t, s, id)
		myMove(p, s, id, move[:2], move[3:5])
		p.until("/Your move|win|lose|drawn/.test(document.querySelector('#status').innerText) && !document.querySelector('.battle')")
	}
}

// shoot writes what the page shows.
func (p *page) shoot(name string) {
	p.t.Helper()
	time.Sleep(400 * time.Millisecond) // pieces slide
	data, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.t.Fatal(err)
	}
	if data, err = shrink(data); err != nil {
		p.t.Fatal(err)
	}
	if len(data) > maxShot {
		p.t.Errorf("screenshot %s weighs %d bytes, at most %d are allowed", name, len(data), maxShot)
	}
	if err := os.WriteFile(filepath.Join(*screenshots, name+".png"), data, 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// shrink redraws a picture in its 256 commonest colours.
func shrink(data []byte) ([]byte, error) {
	full, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	b := full.Bounds()
	type tone struct {
		c color.RGBA
		n int
	}
	count := make(map[color.RGBA]int)
	at := func(x, y int) color.RGBA {
		r, g, bl, _ := full.At(x, y).RGBA()
		return color.RGBA{uint8(r>>8) &^ 7, uint8(g>>8) &^ 7, uint8(bl>>8) &^ 7, 255}
	}
	exact := make(map[color.RGBA]map[color.RGBA]int)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := at(x, y)
			count[c]++
			r, g, bl, _ := full.At(x, y).RGBA()
			if exact[c] == nil {
				exact[c] = make(map[color.RGBA]int)
			}
			exact[c][color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(bl >> 8), 255}]++
		}
	}
	tones := make([]tone, 0, len(count))
	for c, n := range count {
		tones = append(tones, tone{c, n})
	}
	slices.SortFunc(tones, func(a, b tone) int {
		return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.c.R, b.c.R), cmp.Compare(a.c.G, b.c.G), cmp.Compare(a.c.B, b.c.B))
	})
	var palette color.Palette
	nearest := make(map[color.RGBA]uint8)
	for i, x := range tones[:min(256, len(tones))] {
		nearest[x.c] = uint8(i)
		best, most := x.c, -1
		for c, n := range exact[x.c] {
			if n > most || n == most && c.R < best.R {
				best, most = c, n
			}
		}
		palette = append(palette, best)
	}
	out := image.NewPaletted(b, palette)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := at(x, y)
			i, ok := nearest[c]
			if !ok {
				i = uint8(palette.Index(c))
				nearest[c] = i
			}
			out.SetColorIndex(x, y, i)
		}
	}
	var w bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&w, out)
	return w.Bytes(), err
}
