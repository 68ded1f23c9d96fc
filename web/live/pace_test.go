package live

import (
	"context"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
)

// TestSilenceKeepsTheLine lets a line be silent for a hundred pings and then
// brings a message: one connection lasts, however long a person thinks.
func TestSilenceKeepsTheLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLine(watching, 0)
		served := make(chan struct{})
		conn := dialPipe(t, func(w http.ResponseWriter, q *http.Request) {
			defer close(served)
			conn, err := websocket.Accept(w, q, nil)
			if err != nil {
				t.Error(err)
				return
			}
			l.write(conn.CloseRead(t.Context()), conn)
			_ = conn.CloseNow() // the client may have closed it
		})
		heard := make(chan string, 1)
		go func() {
			defer close(heard)
			for {
				_, data, err := conn.Read(t.Context())
				if err != nil {
					return
				}
				heard <- string(data)
			}
		}()
		hears := func(message string) {
			t.Helper()
			l.send([]byte(message))
			if got, ok := <-heard; !ok || got != message {
				t.Fatalf("heard %q, %v: the line was cut", got, ok)
			}
		}
		time.Sleep(writeLimit + 3*time.Second) // longer than a write may take
		hears("after a thought")
		time.Sleep(100*pingEvery + time.Second)
		hears("after a hundred pings")
		l.drop()
		<-served
		for range heard { // until the connection is gone
		}
	})
}

// dialPipe connects to a handler over a pipe in memory, whose waiting a synctest
// bubble understands.
func dialPipe(t *testing.T, handler http.HandlerFunc) *websocket.Conn {
	t.Helper()
	client, server := net.Pipe()
	listener := &oneConn{conn: make(chan net.Conn, 1), done: make(chan struct{})}
	listener.conn <- server
	h := &http.Server{Handler: handler}
	go func() { _ = h.Serve(listener) }() // it ends when it is closed
	transport := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return client, nil }}
	conn, _, err := websocket.Dial(t.Context(), "ws://pipe/", &websocket.DialOptions{HTTPClient: &http.Client{Transport: transport}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = conn.CloseNow() // the test may have ended it
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return conn
}

// oneConn is a listener to whom one connection comes.
type oneConn struct {
	conn chan net.Conn
	done chan struct{}
}

func (l *oneConn) Accept() (net.Conn, error) {
	select {
	case c := <-l.conn:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

func (l *oneConn) Close() error {
	close(l.done)
	return nil
}

func (l *oneConn) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "unix"} }
