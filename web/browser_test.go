package web

import (
	"context"
	"fmt"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// browserNames are the commands that start a Chromium.
var browserNames = []string{"chromium", "chromium-browser", "google-chrome", "chrome"}

var chrome struct {
	once  sync.Once
	ctx   context.Context
	stop  []context.CancelFunc
	err   error
	count int
}

// startBrowser starts one headless Chromium for all tests.
func startBrowser() {
	path := ""
	for _, name := range browserNames {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		chrome.err = fmt.Errorf("no browser: install Debian's package chromium")
		return
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("headless", true), chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true), chromedp.Flag("hide-scrollbars", true),
		chromedp.Flag("font-render-hinting", "none"))
	allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stop := chromedp.NewContext(allocator)
	chrome.ctx, chrome.stop = ctx, []context.CancelFunc{stop, stopAllocator}
	chrome.err = chromedp.Do(ctx)
}

func stopBrowser() {
	for _, stop := range chrome.stop {
		stop()
	}
}

// page is a tab of a browser with a profile of its own.
type page struct {
	t   *testing.T
	ctx context.Context
	url string
}

// openPage opens a tab of the given size at a server.
func openPage(t *testing.T, url string, width, height int64) *page {
	t.Helper()
	chrome.once.Do(startBrowser)
	if chrome.err != nil {
		t.Fatal(chrome.err)
	}
	ctx, stop := chromedp.NewContext(chrome.ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(stop)
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	t.Cleanup(cancel)
	p := &page{t, ctx, url}
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	p.watchErrors(ctx)
	viewport := []chromedp.EmulateViewportOption{}
	if min(width, height) < 500 {
		viewport = append(viewport, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	p.run(chromedp.EmulateViewport(width, height, viewport...))
	return p
}

// watchErrors fails the test when a script of the page throws.
func (p *page) watchErrors(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	exceptions := chromedp.Events(ctx, runtime.ExceptionThrown)
	var ended sync.WaitGroup
	ended.Add(1)
	go func() {
		defer ended.Done()
		for e, err := range exceptions {
			if err != nil {
				return // the page is gone
			}
			if d := e.ExceptionDetails.Exception; d != nil && d.Description != "" {
				p.t.Errorf("the page threw: %s", d.Description)
			} else {
				p.t.Errorf("the page threw: %s", e.ExceptionDetails.Text)
			}
		}
	}()
	p.t.Cleanup(func() {
		cancel()
		ended.Wait()
	})
}

func (p *page) run(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, actions...); err != nil {
		p.t.Fatalf("%v\npage: %.1500s", err, p.text("body"))
	}
}

func (p *page) open(path string) {
	p.t.Helper()
	p.run(chromedp.Navigate(p.url + path))
}

// text returns what an element says, without waiting for it.
func (p *page) text(selector string) string {
	ctx, cancel := context.WithTimeout(p.ctx, 5*time.Second)
	defer cancel()
	script := fmt.Sprintf("(document.querySelector(%q) || {innerText: ''}).innerText || ''", selector)
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](script))
	if err != nil {
		return ""
	}
	return text
}

// eval runs a script and returns its value.
func eval[T any](p *page, script string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](script))
	if err != nil {
		p.t.Fatalf("%s: %v\npage: %.1500s", script, err, p.text("body"))
	}
	return v
}

// until waits for a script to be true.
func (p *page) until(script string) {
	p.t.Helper()
	for deadline := time.Now().Add(90 * time.Second); ; time.Sleep(25 * time.Millisecond) {
		if eval[bool](p, "Boolean("+script+")") {
			return
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("never true: %s\npage: %.1500s", script, p.text("body"))
		}
	}
}

func (p *page) click(selector string) {
	p.t.Helper()
	p.until(fmt.Sprintf("document.querySelector(%q)", selector))
	p.run(chromedp.Click(chromedp.CSS(selector)))
}

// press clicks the button of a text.
func (p *page) press(text string) {
	p.t.Helper()
	script := fmt.Sprintf("[...document.querySelectorAll('button, a.button')].find((b) => b.innerText.trim() === %q && !b.disabled)", text)
	p.until(script)
	eval[bool](p, "("+script+".click(), true)")
}

// keyUntil presses a key until it has its effect: a page under load may not listen
// yet.
func (p *page) keyUntil(key, script string) {
	p.t.Helper()
	for range 20 {
		p.run(chromedp.KeyEvent(key))
		for range 20 {
			if eval[bool](p, "Boolean("+script+")") {
				return
			}
			time.Sleep(25 * time.Millisecond)
		}
	}
	p.t.Fatalf("%q never leads to: %s", key, script)
}

// square clicks a square of the board as a mouse does.
func (p *page) square(name string) {
	p.t.Helper()
	p.click(fmt.Sprintf(`[data-square="%s"]`, name))
}

// choose sets a select as a person does.
func (p *page) choose(selector, value string) {
	p.t.Helper()
	p.until(fmt.Sprintf("[...(document.querySelector(%q)?.options ?? [])].some((o) => o.value === %q)", selector, value))
	eval[bool](p, fmt.Sprintf("(() => { const s = document.querySelector(%q); s.value = %q; s.dispatchEvent(new Event('change', {bubbles: true})); return true; })()", selector, value))
}

// seed makes the opponent of a new game play the same way each time.
func (p *page) seed(n int) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf("(() => { const i = document.querySelector('input[inputmode=numeric]'); i.value = '%d'; i.dispatchEvent(new Event('input', {bubbles: true})); return true; })()", n))
}

func (p *page) path() string { return eval[string](p, "location.pathname") }

// mouse is one event of a mouse with its left button.
func mouse(kind input.DispatchMouseEventType, x, y float64) chromedp.Action[chromedp.Void] {
	held := int64(1)
	if kind == "mouseReleased" {
		held = 0
	}
	return button(kind, input.MouseButtonLeft, held, x, y)
}

// button is one event of a mouse; held has a bit for each button that is down.
func button(kind input.DispatchMouseEventType, b input.MouseButton, held int64, x, y float64) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: b, Buttons: held, ClickCount: 1})
		return err
	})
}

// touch is one event of a finger.
func touch(kind input.DispatchTouchEventType, at ...float64) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		points := []*input.TouchPoint{}
		if len(at) == 2 {
			points = append(points, &input.TouchPoint{X: at[0], Y: at[1]})
		}
		_, err := cdp.Call(ctx, t, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
		return err
	})
}

// finger draws a finger over the screen, from one point to another.
func (p *page) finger(x, y, u, v float64) {
	p.t.Helper()
	const steps = 8
	p.run(touch("touchStart", x, y))
	for i := 1.0; i <= steps; i++ {
		p.run(touch("touchMove", x+(u-x)*i/steps, y+(v-y)*i/steps))
	}
	time.Sleep(250 * time.Millisecond) // a finger that rests neither throws the page nor sweeps over it
	p.run(touch("touchMove", u, v), touch("touchEnd"))
}

// tap touches a square of the board.
func (p *page) tap(square string) {
	p.t.Helper()
	x, y := p.middle(fmt.Sprintf(`[data-square="%s"]`, square))
	p.run(touch("touchStart", x, y), touch("touchEnd"))
}

// middle is where an element has its middle on the screen.
func (p *page) middle(selector string) (x, y float64) {
	p.t.Helper()
	p.until(fmt.Sprintf("document.querySelector(%q)", selector))
	at := eval[[]float64](p, fmt.Sprintf(`(() => { const b = document.querySelector(%q).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`, selector))
	return at[0], at[1]
}
