package live

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/coder/websocket"

	"marengo/stratego"
	"marengo/web/api"
	"marengo/web/fair"
	"marengo/web/wire"
)

// The limits of a line. Whoever exceeds them is cut off and may come again.
const (
	maxCommand = 4 << 10 // bytes a command
	maxWaiting = 256     // messages that wait for a slow reader
	writeLimit = 10 * time.Second
	pingEvery  = 25 * time.Second
)

// line is one browser's connection to a room.
type line struct {
	seat stratego.Color // or watching
	seen int            // plies that were sent; guarded by the room's lock
	out  chan []byte
	gone chan struct{}
	once sync.Once
}

func newLine(seat stratego.Color, seen int) *line {
	return &line{seat: seat, seen: max(0, seen), out: make(chan []byte, maxWaiting), gone: make(chan struct{})}
}

// send queues a message; a reader that is too slow is cut off.
func (l *line) send(message []byte) {
	select {
	case l.out <- message:
	default:
		l.drop()
	}
}

func (l *line) drop() { l.once.Do(func() { close(l.gone) }) }

// sendState sends where the game stands, with the plies that were not sent yet.
func (l *line) sendState(r *room) {
	l.send(wire.Encode(r.state(l.seat, l.seen)))
	l.seen = r.ply()
}

// resend sends the state to a line that asked for something stale.
func (l *line) resend(r *room) {
	l.seen = min(l.seen, r.ply())
	l.sendState(r)
}

// errSeat answers whoever holds no token of the seat.
var errSeat = api.Fail(http.StatusForbidden, "this seat is not yours")

// serveLine connects a browser to its game.
func (h *Hall) serveLine(w http.ResponseWriter, q *http.Request) error {
	r, err := h.room(q.Context(), q.PathValue("id"))
	if err != nil {
		return err
	}
	seat, ok := r.spec.seatOf(q.URL.Query().Get("seat"))
	if !ok {
		return errSeat
	}
	seen, err := strconv.Atoi(q.URL.Query().Get("seen"))
	if err != nil {
		seen = 0
	}
	conn, err := websocket.Accept(w, q, nil)
	if err != nil {
		return nil // Accept has answered
	}
	defer func() { _ = conn.CloseNow() }() // the connection is done with either way
	conn.SetReadLimit(maxCommand)
	if h.lines.Add(1) > int64(h.Limits.Lines) {
		h.lines.Add(-1)
		_ = conn.Close(websocket.StatusTryAgainLater, "too many connections") // it may be gone already
		return nil
	}
	defer h.lines.Add(-1)

	l := newLine(seat, seen)
	ctx, cancel := context.WithCancel(h.ctx)
	defer cancel()
	r.join(l)
	defer r.leave(l)
	go func() {
		defer cancel()
		l.write(ctx, conn)
	}()
	l.read(ctx, conn, r)
	return nil
}

// write passes queued messages on until the line ends. A message and a ping have
// their time from the moment there is something to send: silence costs nothing.
func (l *line) write(ctx context.Context, conn *websocket.Conn) {
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	limited := func(f func(context.Context) error) error {
		ctx, cancel := context.WithTimeout(ctx, writeLimit)
		defer cancel()
		return f(ctx)
	}
	for {
		var err error
		select {
		case message := <-l.out:
			err = limited(func(ctx context.Context) error { return conn.Write(ctx, websocket.MessageText, message) })
		case <-ping.C:
			err = limited(conn.Ping)
		case <-l.gone:
			return
		case <-ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

// read carries out commands until the line ends.
func (l *line) read(ctx context.Context, conn *websocket.Conn, r *room) {
	rate := float64(r.hall.Limits.Commands)
	allowance := fair.NewAllowance(rate, 2*rate)
	for {
		_, data, err := conn.Read(ctx)
		if err != nil {
			return
		}
		if !allowance.Take(time.Now()) {
			l.refuse(commandError{"rate", "too many commands at once"})
			continue
		}
		c, err := parseCommand(data, r)
		if err == nil {
			err = r.command(l, c)
		}
		if err != nil {
			l.refuse(err)
		}
	}
}

// parseCommand checks the shape of a message.
func parseCommand(data []byte, r *room) (c wire.Command, err error) {
	if err := json.Unmarshal(data, &c); err != nil {
		return c, commandError{"shape", "the command is no JSON object of the expected shape"}
	}
	if c.Game != r.id {
		return c, commandError{"game", "the command is for another game"}
	}
	if _, ok := r.spec.seatOf(c.Seat); !ok {
		return c, commandError{"seat", "this seat is not yours"}
	}
	return c, nil
}

// refuse tells a client what was wrong.
func (l *line) refuse(err error) {
	code := "server"
	var c commandError
	if errors.As(err, &c) {
		code = c.code
	}
	l.send(wire.Encode(wire.ErrorMessage{Type: "error", Code: code, Text: err.Error()}))
}
