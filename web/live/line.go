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
	s := r.state(l.seat, l.seen)
	l.send(wire.Encode(s))
	l.seen = s.Ply
}

// resend sends the state to a line that asked for something stale.
func (l *line) resend(r *room) {
	l.seen = min(l.seen, r.ply())
	l.sendState(r)
}

// serveLine connects a browser to its game.
func (h *Hall) serveLine(w http.ResponseWriter, q *http.Request) error {
	l, err := h.DB.Live(q.Context(), q.PathValue("id"))
	if err != nil {
		return err
	}
	spec, err := parseJSON[gameSpec](l.Spec)
	if err != nil {
		return err
	}
	who, err := h.who(w, q)
	if err != nil {
		return err
	}
	seat, err := seatOf(&l, &spec, who, q.URL.Query().Get("seat"))
	if err != nil {
		return err
	}
	r, err := h.room(q.Context(), l.ID)
	if err != nil {
		return err
	}
	seen, err := strconv.Atoi(q.URL.Query().Get("seen"))
	if err != nil {
		seen = 0
	}
	conn, err := websocket.Accept(w, q, &websocket.AcceptOptions{InsecureSkipVerify: true}) // the guard has checked the origin
	if err != nil {
		return nil // Accept has answered
	}
	defer func() { _ = conn.CloseNow() }() // the connection is done with either way
	conn.SetReadLimit(maxCommand)
	end, ok := h.lines.Begin(api.Address(q))
	if !ok {
		_ = conn.Close(websocket.StatusTryAgainLater, "too many connections") // it may be gone already
		return nil
	}
	defer end()

	x := newLine(seat, seen)
	ctx, cancel := context.WithCancel(h.ctx)
	defer cancel()
	r.join(x)
	defer r.leave(x)
	go func() {
		defer cancel()
		x.write(ctx, conn)
	}()
	x.read(ctx, conn, r)
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
		c, err := l.parse(data, r)
		if err == nil {
			err = r.command(l, c)
		}
		if err != nil {
			l.refuse(err)
		}
	}
}

// parse checks the shape of a message, and that it is for this line.
func (l *line) parse(data []byte, r *room) (c wire.Command, err error) {
	if err := json.Unmarshal(data, &c); err != nil {
		return c, commandError{"shape", "the command is no JSON object of the expected shape"}
	}
	if c.Game != r.id {
		return c, commandError{"game", "the command is for another game"}
	}
	if c.Seat != seatName(l.seat) {
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
