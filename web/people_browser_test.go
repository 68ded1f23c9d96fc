package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"marengo/record"
	"marengo/store"
	"marengo/stratego"
	"marengo/web/wire"
)

// relay passes one browser's connections on to a server, keeps what the server sends,
// and can lose them all.
type relay struct {
	net.Listener
	server string

	mu    sync.Mutex
	sent  []*bytes.Buffer // one for each connection
	conns []net.Conn
}

func newRelay(t *testing.T, server string) *relay {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &relay{Listener: l, server: server}
	go r.run()
	t.Cleanup(func() {
		_ = l.Close() // it is done with
		r.lose()
	})
	return r
}

func (r *relay) url() string { return "http://" + r.Addr().String() }

func (r *relay) run() {
	for {
		browser, err := r.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", r.server)
		if err != nil {
			_ = browser.Close() // the server is down: the browser tries again
			continue
		}
		kept := new(bytes.Buffer)
		r.mu.Lock()
		r.conns, r.sent = append(r.conns, browser, server), append(r.sent, kept)
		r.mu.Unlock()
		go func() {
			_, _ = io.Copy(server, browser) // until one of them ends
			_ = server.Close()
		}()
		go func() {
			_, _ = io.Copy(io.MultiWriter(browser, lockedWriter{r, kept}), server)
			_ = browser.Close()
		}()
	}
}

type lockedWriter struct {
	r *relay
	b *bytes.Buffer
}

func (w lockedWriter) Write(p []byte) (int, error) {
	w.r.mu.Lock()
	defer w.r.mu.Unlock()
	return w.b.Write(p)
}

// lose ends all connections.
func (r *relay) lose() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.conns {
		_ = c.Close() // it may have ended already
	}
	r.conns = nil
}

// all is what was sent so far.
func (r *relay) all() (texts []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, b := range r.sent {
		texts = append(texts, b.String())
	}
	return texts
}

// states reads the states among what a browser was sent.
func states(texts []string) (list []wire.GameState) {
	for _, text := range texts {
		for {
			_, rest, ok := strings.Cut(text, `{"type":"state"`)
			if !ok {
				break
			}
			text = rest
			var s wire.GameState
			if json.NewDecoder(strings.NewReader(`{"type":"state"`+rest)).Decode(&s) == nil {
				list = append(list, s)
			}
		}
	}
	return list
}

// TestTwoBrowsersPlay has two people play a game of Barrage in two browsers, one of them
// a phone, while a third looks on: with a reload, a lost connection and the server killed
// in the middle. Nobody is ever sent a rank that they should not know.
func TestTwoBrowsersPlay(t *testing.T) {
	reserved, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := reserved.Addr().String()
	if err := reserved.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "people.db")
	child := startChild(t, address, path)
	relays := [3]*relay{newRelay(t, address), newRelay(t, address), newRelay(t, address)}
	ann, bob, eve := openPage(t, relays[0].url(), 1200, 900), openPage(t, relays[1].url(), 390, 844), openPage(t, relays[2].url(), 1000, 800)
	for p, setup := range map[*page]string{ann: redBarrage, bob: blueBarrage} {
		p.open("/help")
		p.until("document.querySelector('.page h1')")
		eval[bool](p, "(localStorage.setItem('marengo.setup.barrage', '"+setup+"'), localStorage.setItem('marengo.friend', '{\"variant\":\"barrage\",\"color\":\"red\"}'), true)")
	}

	// Ann makes a link, which leaves Bob's address as soon as he opens it.
	ann.open("/friend")
	ann.click("#make-link")
	ann.until("document.querySelector('#link') && document.querySelector('svg.qr')")
	game := strings.TrimPrefix(ann.path(), "/play/")
	_, secret, _ := strings.Cut(eval[string](ann, "document.querySelector('#link').value"), "#")
	bob.open("/join#" + secret)
	bob.click("#take-seat")
	bob.until("location.pathname === '/play/" + game + "' && document.querySelector('#ready')")
	if address := eval[string](bob, "location.href"); strings.Contains(address, secret) {
		t.Errorf("the used link stands in the address %s", address)
	}
	eve.open("/watch/" + game)

	// Both set up at the same time, unseen.
	for _, p := range []*page{ann, bob} {
		p.until("document.querySelector('#ready') && !document.querySelector('#ready').disabled")
	}
	bob.click("#ready")
	ann.until("document.querySelector('#other-side').innerText.includes('ready')")
	ann.click("#ready")
	for _, p := range []*page{ann, bob, eve} {
		p.until("document.querySelector('#status') && document.querySelector('.board')")
	}
	ann.until("document.querySelector('#presence').innerText.includes('is connected')")

	pages := []*page{ann, bob}
	plies := 0
	move := func(text string) {
		t.Helper()
		p := pages[plies%2]
		plies++
		p.until("document.querySelector('#status').innerText === 'Your move.' && document.querySelector('.cell.grab') && !document.querySelector('.battle') && !document.querySelector('.offline')")
		p.square(text[:2])
		p.until(fmt.Sprintf(`document.querySelector('[data-square="%s"]').getAttribute('aria-selected') === 'true'`, text[:2]))
		p.square(text[3:])
		for _, p := range []*page{ann, bob, eve} {
			p.until(fmt.Sprintf("%s >= %d", plyScript, plies))
			if eval[bool](p, "Boolean(document.querySelector('.battle'))") {
				p.run(chromedp.KeyEvent(kb.Escape))
			}
		}
	}
	move("a4-a9")
	move("k7-k6")
	bob.run(chromedp.Reload())
	bob.until("document.querySelector('#status') && document.querySelector('.board')")
	move("a9-b9") // a battle
	relays[0].lose()
	move("k6-k5")
	ann.choose("#say", "3")
	bob.until("document.querySelector('#phrase')?.innerText.includes('Well played')")

	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait() // it was killed
	startChild(t, address, path)
	move("c4-c3")
	move("k5-k6")
	before := [3][]string{relays[0].all(), relays[1].all(), relays[2].all()}

	bob.press("Resign")
	bob.press("Really resign")
	ann.until("document.querySelector('#status').innerText === 'You win!'")
	eve.until("document.querySelector('#status').innerText === 'Red wins.'")
	ann.press("Rematch, seats changed")
	bob.press("Rematch, seats changed")
	for _, p := range pages {
		p.until("location.pathname !== '/play/" + game + "' && document.querySelector('#ready')")
	}
	checkSent(t, path, game, before)
}

// checkSent holds every state that each browser was sent before the end against the game
// as it was.
func checkSent(t *testing.T, path, id string, sent [3][]string) {
	t.Helper()
	db, err := store.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	l, err := db.Live(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	g, err := db.Game(context.Background(), l.Game)
	if err != nil {
		t.Fatal(err)
	}
	truth := record.New(g.Rules, g.Setups[0], g.Setups[1])
	truth.Moves = g.Moves
	for i, you := range []stratego.Color{stratego.Red, stratego.Blue, stratego.NoColor} {
		list := states(sent[i])
		if len(list) < 6 {
			t.Errorf("%v was sent only %d states", you, len(list))
		}
		for _, s := range list {
			state, err := truth.At(s.Ply)
			if err != nil {
				t.Fatal(err)
			}
			if you == stratego.NoColor {
				checkLooker(t, s, state)
			} else {
				checkState(t, s, you, state)
			}
		}
		for c, setup := range g.Setups {
			army := strings.Trim(setup.String(), ".")
			if strings.Contains(strings.Join(sent[i], ""), army) && stratego.Color(c) != you {
				t.Errorf("%v was sent %v's army", you, stratego.Color(c))
			}
		}
	}
}

// checkLooker compares what somebody without a seat was sent with what both had seen.
func checkLooker(t *testing.T, s wire.GameState, truth *stratego.State) {
	t.Helper()
	for _, p := range s.Position.Pieces {
		x, ok := truth.At(stratego.Square(p.At))
		if !ok || p.Rank != "" && !x.Known || p.May != "" {
			t.Fatalf("ply %d: %+v was sent to one who looks on", s.Ply, p)
		}
	}
}
