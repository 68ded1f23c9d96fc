package web

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"marengo/stratego"
	"marengo/stratego/strategotest"
	"marengo/web/wire"
)

// TestPeopleKilledAtAnyMoment kills the server again and again while people play: every
// move that was acknowledged is there, and nobody's clock is charged for the time that no
// server ran.
func TestPeopleKilledAtAnyMoment(t *testing.T) { killPeople(t, 4, 3, 0) }

// TestPeopleKilledAHundredTimes does so with fifty games, and holds the clocks to a second.
func TestPeopleKilledAHundredTimes(t *testing.T) {
	if !strategotest.Slow() {
		t.Skip("kills a server a hundred times; MARENGO_SLOW=1 runs it")
	}
	killPeople(t, 50, 100, time.Second)
}

// killedGame is a game of two people that outlives its servers.
type killedGame struct {
	rng    *rand.Rand
	sides  [2]*client
	mu     sync.Mutex
	events []wire.GameEvent  // all that either side has heard of
	last   wire.GameState    // as last heard of
	before time.Time         // no later than the server sent it
	heard  time.Time         // no earlier
	sent   map[int]time.Time // when a move was first sent, by its ply
}

// killPeople plays games through kills; a clock may be off by exact, if that is not 0.
func killPeople(t *testing.T, games, kills int, exact time.Duration) {
	address := freeAddress(t)
	path := filepath.Join(t.TempDir(), "people.db")
	rng := rand.New(rand.NewPCG(5, 9))
	list := make([]*killedGame, games)
	var killed, dead time.Time // no later and no earlier than the last server's end
	for kill := range kills {
		started := time.Now()
		child := startChild(t, address, path)
		for i := range list {
			if list[i] == nil || list[i].last.Result != nil {
				list[i] = beginKilled(t, "http://"+address, rand.New(rand.NewPCG(uint64(kill), uint64(i))))
				continue
			}
			list[i].comeBack(t, kill, started, killed, dead, exact)
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		var wg sync.WaitGroup
		errs := make(chan error, games)
		for _, g := range list {
			wg.Go(func() {
				if err := g.play(ctx); err != nil {
					errs <- err
				}
			})
		}
		time.Sleep(time.Duration(rng.IntN(400)) * time.Millisecond)
		killed = time.Now()
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = child.Wait() // it was killed
		dead = time.Now()
		wg.Wait()
		cancel()
		close(errs)
		for err := range errs {
			t.Fatal(err)
		}
		for _, g := range list {
			for _, c := range g.sides {
				_ = c.conn.CloseNow() // its server is gone
			}
		}
	}
}

// beginKilled sits two people down to a game.
func beginKilled(t *testing.T, url string, rng *rand.Rand) *killedGame {
	t.Helper()
	g := &killedGame{rng: rng, sides: [2]*client{{t: t, url: url}, {t: t, url: url}}, before: time.Now(), sent: make(map[int]time.Time)}
	x := invite(t, g.sides[0], wire.NewTable{Rules: "match", Color: "red", Clock: &wire.ClockSettings{Minutes: 60}})
	joinTable(t, &x, g.sides[1])
	for _, c := range g.sides {
		army := stratego.ShuffledSetup(stratego.Classic, rng)
		if status, data := c.do("POST", "/api/games/"+x.game+"/setup", map[string]string{"seat": c.seat, "setup": army.String()}); status != 200 {
			t.Fatalf("status %d: %s", status, data)
		}
	}
	for _, c := range g.sides {
		c.connect(0)
	}
	g.take(g.sides[0].state)
	return g
}

// take notes what was heard.
func (g *killedGame) take(s wire.GameState) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if s.First+len(s.Events) > len(g.events) {
		g.events = append(g.events[:s.First:s.First], s.Events...)
	}
	if s.Ply > g.last.Ply {
		g.before = g.sent[s.Ply-1]
	}
	if s.Ply > g.last.Ply || g.last.Type == "" {
		g.last, g.heard = s, time.Now()
	}
}

// comeBack connects both after a kill and compares with what they had heard.
func (g *killedGame) comeBack(t *testing.T, kill int, started, killed, dead time.Time, exact time.Duration) {
	t.Helper()
	before, sentAfter, heard := g.last, g.before, g.heard
	for _, c := range g.sides {
		c.state = wire.GameState{}
		c.connect(0)
		now := time.Now()
		s := c.state
		if len(s.Events) < len(g.events) {
			t.Fatalf("kill %d: %d plies are left of %d that were acknowledged", kill, len(s.Events), len(g.events))
		}
		for i, e := range g.events {
			if s.Events[i] != e {
				t.Fatalf("kill %d: ply %d was %+v and is %+v", kill, i+1, e, s.Events[i])
			}
		}
		if s.Ply != before.Ply || s.Result != nil || before.Clock == nil {
			continue // a move was stored that nobody had heard of
		}
		for _, color := range []stratego.Color{stratego.Red, stratego.Blue} {
			was, is := clockOf(before, color), clockOf(s, color)
			alive := time.Duration(0)
			if before.Clock.Running == color.String() {
				alive = dead.Sub(sentAfter) + now.Sub(started)
			}
			if is < was-alive-50*time.Millisecond {
				t.Fatalf("kill %d: %v had %v, has %v, and a server ran for %v at most", kill, color, was, is, alive)
			}
			if exact > 0 && before.Clock.Running == color.String() && is > was-killed.Sub(heard)+exact {
				t.Fatalf("kill %d: %v had %v and has %v after %v", kill, color, was, is, killed.Sub(heard))
			}
		}
	}
	g.last, g.before, g.heard = g.sides[0].state, started, time.Now()
	clear(g.sent)
	g.take(g.last)
}

func clockOf(s wire.GameState, c stratego.Color) time.Duration {
	left := s.Clock.Red
	if c == stratego.Blue {
		left = s.Clock.Blue
	}
	return time.Duration(left) * time.Millisecond
}

// play lets both move until the line breaks.
func (g *killedGame) play(ctx context.Context) error {
	var wg sync.WaitGroup
	errs := make([]error, 2)
	for i, c := range g.sides {
		rng := rand.New(rand.NewPCG(g.rng.Uint64(), uint64(i)))
		wg.Go(func() { errs[i] = g.sit(ctx, c, rng) })
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// sit moves whenever it is this side's turn.
func (g *killedGame) sit(ctx context.Context, c *client, rng *rand.Rand) error {
	s := c.state
	for {
		if legal := s.Position.Legal; len(legal) > 0 {
			from := legal[rng.IntN(len(legal))]
			m := stratego.NewMove(stratego.Square(from[0]), stratego.Square(from[1+rng.IntN(len(from)-1)]))
			g.mu.Lock()
			if _, again := g.sent[s.Ply]; !again {
				g.sent[s.Ply] = time.Now()
			}
			g.mu.Unlock()
			data := wire.Encode(wire.Command{Type: "move", Game: c.game, Seat: c.seat, Ply: s.Ply, Move: stratego.FormatMove(m)})
			if c.conn.Write(ctx, websocket.MessageText, data) != nil {
				return nil // the server was killed
			}
		}
		_, data, err := c.conn.Read(ctx)
		if err != nil {
			if ctx.Err() != nil {
				return fmt.Errorf("the server was never killed")
			}
			return nil
		}
		var next wire.GameState
		if err := json.Unmarshal(data, &next); err != nil {
			return err
		}
		if next.Type == "error" { // too fast: the move is sent again
			time.Sleep(20 * time.Millisecond)
			continue
		}
		s = next
		g.take(s)
	}
}
