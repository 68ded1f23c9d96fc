package web

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/coder/websocket"

	"marengo/stratego"
	"marengo/web/wire"
)

// TestKilledAtAnyMoment kills the server's process again and again while a person
// plays, at moments that chance chooses: what was answered is never lost, and
// what is there afterwards is what both had seen.
func TestKilledAtAnyMoment(t *testing.T) {
	const kills = 6
	address := freeAddress(t)
	path := filepath.Join(t.TempDir(), "kill.db")
	rng := rand.New(rand.NewPCG(11, 7))
	c := &client{t: t, url: "http://" + address}
	var answered []wire.GameEvent
	for kill := range kills {
		child := startChild(t, address, path)
		over := c.state.Result != nil
		c.state = wire.GameState{}
		if kill == 0 || over { // moves at random end a game now and then
			answered = nil
			c.start(easyGame())
		} else {
			c.connect(0)
		}
		if len(c.state.Events) < len(answered) {
			t.Fatalf("kill %d: %d plies are left of %d that were answered", kill, len(c.state.Events), len(answered))
		}
		for i, e := range answered {
			if c.state.Events[i] != e {
				t.Fatalf("kill %d: ply %d was %+v and is %+v", kill, i+1, e, c.state.Events[i])
			}
		}
		answered = c.state.Events
		time.AfterFunc(time.Duration(rng.IntN(60))*time.Millisecond, func() { _ = child.Process.Kill() }) // the test ends it otherwise
		answered = append(answered, playUntilBroken(t, c, rng)...)
		_ = child.Wait() // it was killed
	}
}

// playUntilBroken plays as fast as it can until the line breaks, and returns the
// plies it heard of.
func playUntilBroken(t *testing.T, c *client, rng *rand.Rand) (heard []wire.GameEvent) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		if legal := c.state.Position.Legal; len(legal) > 0 {
			from := legal[rng.IntN(len(legal))]
			m := stratego.NewMove(stratego.Square(from[0]), stratego.Square(from[1+rng.IntN(len(from)-1)]))
			data := wire.Encode(wire.Command{Type: "move", Game: c.game, Seat: c.seat, Ply: c.state.Ply, Move: stratego.FormatMove(m)})
			if err := c.conn.Write(ctx, websocket.MessageText, data); err != nil {
				return heard
			}
		}
		_, data, err := c.conn.Read(ctx)
		if err != nil {
			if ctx.Err() != nil {
				t.Fatal("the server was never killed")
			}
			return heard
		}
		var s wire.GameState
		if err := json.Unmarshal(data, &s); err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte(`"code":"rate"`)) { // too fast: the move is sent again
			time.Sleep(20 * time.Millisecond)
			continue
		}
		if s.Type != "state" {
			t.Fatalf("refused: %s", data)
		}
		heard = append(heard, s.Events...)
		c.state = s
	}
}
