package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"marengo/stratego"
)

// tee is a listener that keeps every byte its server sends.
type tee struct {
	net.Listener
	mu   sync.Mutex
	sent []string
}

func (l *tee) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return teeConn{c, l}, nil
}

type teeConn struct {
	net.Conn
	tee *tee
}

func (c teeConn) Write(b []byte) (int, error) {
	c.tee.mu.Lock()
	c.tee.sent = append(c.tee.sent, string(b))
	c.tee.mu.Unlock()
	return c.Conn.Write(b)
}

// maxControl is more than the frame that closes a line has, in bytes.
const maxControl = 8

var chanceHeaders = regexp.MustCompile(`(Date|Sec-Websocket-Accept): [^\r]*\r\n`)

// take returns what was sent since it was last asked, without the time of day
// and the handshakes' answers.
func (l *tee) take() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var sent []string
	for _, text := range l.sent {
		if len(text) <= maxControl {
			continue // a line that was left closes in its own time
		}
		sent = append(sent, chanceHeaders.ReplaceAllString(text, ""))
	}
	l.sent = nil
	slices.Sort(sent) // connections may overtake each other
	return strings.Join(sent, "\n")
}

// sitting is what the page had from curtain to curtain: all bytes received, what it
// showed and what it stored.
type sitting struct{ who, heard, shown, stored string }

// sharedGame plays some moves of two people at one screen, the page reloaded once.
// inspect is called while blue sits for the last time.
func sharedGame(t *testing.T, red, blue string, inspect func(*page)) (sittings []sitting) {
	t.Helper()
	s := New(Options{DB: openDB(t), NewID: counted()})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &tee{Listener: listener}
	h := &http.Server{Handler: s}
	go func() { _ = h.Serve(l) }() // it ends when it is closed
	t.Cleanup(func() {
		s.Close()
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	p := openPage(t, "http://"+listener.Addr().String(), 1200, 900)
	p.open("/ratings")
	p.until("document.querySelector('.page h1')")
	backwards := []byte(red) // the script must not be what the memory holds
	slices.Reverse(backwards)
	eval[bool](p, fmt.Sprintf(`(localStorage.setItem('marengo.setup.classic', [...%q].reverse().join('')), localStorage.setItem('marengo.newgame', '{"opponent":"person"}'), true)`, backwards))
	eval[bool](p, fmt.Sprintf(`(fetch('/api/setups', {method: 'POST', body: JSON.stringify({name: 'Blues', variant: 'classic', setup: %q})}).then((r) => (window.saved = r.ok)), true)`, blue))
	p.until("window.saved")
	p.open("/play")
	p.until("document.querySelector('#start')?.innerText.includes('hand over') && !document.querySelector('#start').disabled")
	p.click("#start")

	// Blue sets up, unseen by red and without seeing red's army.
	p.press("I am Blue")
	p.press("Blues")
	p.until("document.querySelector('#setup-state').innerText.includes('Complete')")
	if labels := eval[string](p, cellLabels); strings.Count(labels, "not your ground") != 60-8 {
		t.Errorf("blue's setup board shows %s", labels)
	}
	p.click("#start")

	for i, move := range []string{"a4-a6", "k7-k6", "a6-a7", "k6-k7", "b4-b5", "k7-k6"} {
		who := []string{"Red", "Blue"}[i%2]
		p.until("document.querySelector('.curtain')")
		if i == 3 {
			p.run(chromedp.Reload()) // the page comes back behind the curtain
			p.until("document.querySelector('.curtain')")
		}
		if text := p.text("body"); strings.Contains(text, "You ") || eval[bool](p, "Boolean(document.querySelector('.pieces, [data-square]')) || document.querySelector('#spoken').innerText !== ''") {
			t.Fatalf("before %s behind the curtain: %s", move, text)
		}
		l.take()
		p.press("I am " + who)
		p.until("document.querySelector('.board')")
		if eval[bool](p, "Boolean(document.querySelector('.battle'))") {
			p.run(chromedp.KeyEvent(kb.Escape))
		}
		p.until("!document.querySelector('.battle') && document.querySelector('#status').innerText === 'Your move.' && document.querySelector('.cell.grab') && document.title.startsWith('Your move')")
		p.press("Read out the board")
		p.until("document.querySelector('#spoken').innerText.includes('marshal')")
		if i == 5 {
			inspect(p)
		}
		sittings = append(sittings, sitting{who: who, heard: l.take(), shown: eval[string](p, "document.documentElement.outerHTML"),
			stored: eval[string](p, "JSON.stringify([{...localStorage}, {...sessionStorage}])")})
		p.square(move[:2])
		p.until("document.querySelector('.selection .target')")
		p.square(move[3:])
	}
	return sittings
}

// cellLabels is what the squares say to a screen reader.
const cellLabels = "[...document.querySelectorAll('[data-square]')].map((c) => c.getAttribute('aria-label')).join('; ')"

// TestCurtainHidesTheOtherArmy exchanges two of one side's pieces that are never
// revealed: while the other sits at the screen not one byte that it receives, shows
// or stores differs, and its memory holds no rank of theirs.
func TestCurtainHidesTheOtherArmy(t *testing.T) {
	swap := func(text string) string {
		b := []byte(text)
		b[0], b[7] = b[7], b[0]
		b[14], b[17] = b[17], b[14]
		return string(b)
	}
	own, err := stratego.ParseSetup(mySetup)
	if err != nil {
		t.Fatal(err)
	}
	// mySetup is known to all, from the literature.
	red, blue := swap(mySetup), own.Mirror().String()
	none := func(*page) {}
	plain := sharedGame(t, red, blue, func(p *page) { checkHeap(p, "red", red) })
	for i, x := range sharedGame(t, swap(red), blue, none) {
		if x.who == "Blue" && x != plain[i] {
			t.Errorf("sitting %d: blue can tell red's armies apart %s", i+1, differences(x, plain[i]))
		}
	}
	for i, x := range sharedGame(t, red, swap(blue), none) {
		if x.who == "Red" && x != plain[i] {
			t.Errorf("sitting %d: red can tell blue's armies apart %s", i+1, differences(x, plain[i]))
		}
	}
}

func differences(a, b sitting) string {
	return fmt.Sprintf("\nheard: %s\nshown: %s\nstored: %s", firstDifference([]byte(a.heard), []byte(b.heard)),
		firstDifference([]byte(a.shown), []byte(b.shown)), firstDifference([]byte(a.stored), []byte(b.stored)))
}

// checkHeap looks through all that the page's memory holds for the setup of a side
// and for its ranks: a scout of it has fallen, and nothing else is known.
func checkHeap(p *page, color, setup string) {
	p.t.Helper()
	g := takeHeap(p)
	if slices.ContainsFunc(g.Strings, func(s string) bool { return strings.Contains(s, setup) }) {
		p.t.Errorf("the page remembers the setup %s", setup)
	}
	all, ranked := 0, 0
	for _, o := range g.objects() {
		if rank, ok := o["rank"]; ok && o["color"] != "" {
			all++
			if o["color"] == color && rank != "" && !strings.Contains("FSB", rank) {
				ranked++
			}
		}
	}
	// The help page's drawings have a few pieces of their own, and the row of an army
	// draws its signs, fallen or not. An army has 31 numbers.
	if ranked >= 20 {
		p.t.Errorf("the page remembers %d %s pieces with their ranks", ranked, color)
	}
	if all < 80 {
		p.t.Errorf("only %d pieces found in memory: the test looks in the wrong place", all)
	}
}

// heap is a snapshot of a page's memory.
type heap struct {
	Snapshot struct {
		Meta struct {
			NodeFields []string `json:"node_fields"`
			EdgeFields []string `json:"edge_fields"`
			EdgeTypes  []any    `json:"edge_types"`
		} `json:"meta"`
	} `json:"snapshot"`
	Nodes   []int    `json:"nodes"`
	Edges   []int    `json:"edges"`
	Strings []string `json:"strings"`
}

func takeHeap(p *page) (g heap) {
	p.t.Helper()
	ctx, cancel := context.WithCancel(p.ctx)
	defer cancel()
	var b bytes.Buffer
	chunks := chromedp.Events(ctx, heapprofiler.AddHeapSnapshotChunk)
	done := make(chan error, 1)
	go func() {
		for e, err := range chunks {
			if err != nil {
				done <- fmt.Errorf("after %d bytes: %w", b.Len(), err)
				return
			}
			if b.WriteString(e.Chunk); strings.HasSuffix(e.Chunk, "}") && json.Valid(b.Bytes()) {
				done <- nil
				return
			}
		}
		done <- fmt.Errorf("the snapshot ends after %d bytes", b.Len())
	}()
	p.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, heapprofiler.TakeHeapSnapshot, heapprofiler.TakeHeapSnapshotParams{})
		return err
	}))
	if err := <-done; err != nil {
		p.t.Fatal(err)
	}
	if err := json.Unmarshal(b.Bytes(), &g); err != nil {
		p.t.Fatal(err)
	}
	return g
}

// objects returns the text properties of every object.
func (g heap) objects() (list []map[string]string) {
	node, edge := g.Snapshot.Meta.NodeFields, g.Snapshot.Meta.EdgeFields
	name, count := slices.Index(node, "name"), slices.Index(node, "edge_count")
	kind, key, to := slices.Index(edge, "type"), slices.Index(edge, "name_or_index"), slices.Index(edge, "to_node")
	property := slices.Index(g.Snapshot.Meta.EdgeTypes[0].([]any), any("property"))
	e := 0
	for n := 0; n < len(g.Nodes); n += len(node) {
		o := make(map[string]string)
		for range g.Nodes[n+count] {
			if g.Edges[e+kind] == property {
				o[g.Strings[g.Edges[e+key]]] = g.Strings[g.Nodes[g.Edges[e+to]+name]]
			}
			e += len(edge)
		}
		list = append(list, o)
	}
	return list
}
