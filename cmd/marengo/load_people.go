package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"marengo/store"
	"marengo/stratego"
	"marengo/web/wire"
)

// pairLoad are many games of two people at once: each is invited, set up and played with
// a move every pause, both seats together.
type pairLoad struct {
	people
	db *store.DB

	mu    sync.Mutex
	times []time.Duration
	ended int
	heard map[string]int // plies that both sides of a game have heard of
}

// play seats everybody, then plays for the time asked and reports how long it took from
// sending a move until both sides had heard of it. What they heard must be in the journal.
func (l *pairLoad) play(ctx context.Context) (loadReport, error) {
	l.heard = make(map[string]int)
	tables := make([]*loadTable, l.Games)
	for i := range tables {
		t, err := l.seat(ctx, rand.New(rand.NewPCG(l.Seed, uint64(i))))
		if err != nil {
			return loadReport{}, fmt.Errorf("game %d: %w", i+1, err)
		}
		defer t.leave()
		tables[i] = t
	}
	began := time.Now()
	limited, cancel := context.WithTimeout(ctx, l.For)
	defer cancel()
	var wg sync.WaitGroup
	errs := make([]error, len(tables))
	for i, t := range tables {
		wg.Go(func() {
			if err := l.table(limited, ctx, t); limited.Err() == nil {
				errs[i] = err
			}
		})
	}
	wg.Wait()
	r := loadReport{Games: l.Games, Moves: len(l.times), Seconds: time.Since(began).Seconds(), Ended: l.ended}
	r.rank(l.times)
	return r, errors.Join(append(errs, l.checkJournal(ctx))...)
}

// checkJournal looks for every ply that was heard of.
func (l *pairLoad) checkJournal(ctx context.Context) error {
	for id, plies := range l.heard {
		g, err := l.db.Live(ctx, id)
		if err != nil {
			return err
		}
		if len(g.Moves) < plies {
			return fmt.Errorf("game %s: %d plies were acknowledged and %d are in the journal", id, plies, len(g.Moves))
		}
	}
	return nil
}

// loadTable is one game of two people who sit there.
type loadTable struct {
	rng   *rand.Rand
	game  string
	sides [2]*loadSide // by colour
}

// loadSide is one of the two: a browser without a page.
type loadSide struct {
	url    string
	cookie string
	conn   *websocket.Conn
	state  wire.GameState
}

func (t *loadTable) leave() {
	for _, s := range t.sides {
		if s != nil && s.conn != nil {
			_ = s.conn.CloseNow() // the load is over
		}
	}
}

// seat invites, joins and sets up.
func (l *pairLoad) seat(ctx context.Context, rng *rand.Rand) (*loadTable, error) {
	t := &loadTable{rng: rng, sides: [2]*loadSide{{url: l.URL}, {url: l.URL}}}
	var made wire.Invitation
	if err := t.sides[0].post(ctx, "/api/people/games", wire.NewTable{Rules: "match", Color: "red", Clock: &wire.ClockSettings{Minutes: 60}}, &made); err != nil {
		return nil, err
	}
	t.game = made.Game
	_, secret, _ := strings.Cut(made.Link, "#")
	if err := t.sides[1].post(ctx, "/api/people/join", wire.Join{Secret: secret}, nil); err != nil {
		return nil, err
	}
	for c, s := range t.sides {
		own := stratego.ShuffledSetup(stratego.Classic, rng)
		color := stratego.Color(c).String()
		if err := s.post(ctx, "/api/games/"+t.game+"/setup", map[string]string{"seat": color, "setup": own.String()}, nil); err != nil {
			return nil, err
		}
	}
	for c, s := range t.sides {
		address := fmt.Sprintf("%s/api/games/%s/line?seat=%s", strings.Replace(l.URL, "http", "ws", 1), t.game, stratego.Color(c))
		conn, _, err := websocket.Dial(ctx, address, &websocket.DialOptions{HTTPHeader: http.Header{"Cookie": {s.cookie}}})
		if err != nil {
			return nil, err
		}
		conn.SetReadLimit(1 << 20)
		s.conn = conn
	}
	return t, nil
}

// table plays until the time is over. A game that ends is followed by another, with the
// time that takes not counted.
func (l *pairLoad) table(limited, ctx context.Context, t *loadTable) error {
	// The games do not all move in the same moment.
	if err := pause(limited, t.rng, l.Pause/2); err != nil {
		return err
	}
	for {
		plies, err := l.moves(limited, t)
		l.mu.Lock()
		l.heard[t.game] = plies
		l.mu.Unlock()
		if err != nil {
			return err
		}
		l.mu.Lock()
		l.ended++
		l.mu.Unlock()
		t.leave()
		next, err := l.seat(ctx, t.rng)
		if err != nil {
			return err
		}
		*t = *next
	}
}

// moves plays a game to its end, a move every pause, and returns the plies that both
// have heard of.
func (l *pairLoad) moves(ctx context.Context, t *loadTable) (plies int, err error) {
	ticker := time.NewTicker(max(l.Pause, time.Millisecond))
	defer ticker.Stop()
	for {
		for _, s := range t.sides {
			if err := s.until(ctx, plies); err != nil {
				return max(0, plies-1), err
			}
		}
		mover := t.sides[plies%2]
		if mover.state.Result != nil {
			return plies, nil
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return plies, ctx.Err()
		}
		legal := mover.state.Position.Legal
		from := legal[t.rng.IntN(len(legal))]
		m := stratego.NewMove(stratego.Square(from[0]), stratego.Square(from[1+t.rng.IntN(len(from)-1)]))
		sent := time.Now()
		command := wire.Command{Type: "move", Game: t.game, Seat: stratego.Color(plies % 2).String(), Ply: plies, Move: stratego.FormatMove(m)}
		if err := mover.conn.Write(ctx, websocket.MessageText, wire.Encode(command)); err != nil {
			return plies, err
		}
		plies++
		for _, s := range t.sides {
			if err := s.until(ctx, plies); err != nil {
				return plies - 1, err
			}
		}
		took := time.Since(sent)
		l.mu.Lock()
		l.times = append(l.times, took)
		l.mu.Unlock()
	}
}

// until reads on until so many plies were heard of.
func (s *loadSide) until(ctx context.Context, plies int) error {
	for s.state.Type == "" || s.state.Ply < plies {
		_, data, err := s.conn.Read(ctx)
		if err != nil {
			return err
		}
		var state wire.GameState
		if err := json.Unmarshal(data, &state); err != nil {
			return err
		}
		if state.Type != "state" {
			return fmt.Errorf("refused: %s", data)
		}
		s.state = state
	}
	return nil
}

// post asks the server, as one browser does.
func (s *loadSide) post(ctx context.Context, path string, ask, into any) (err error) {
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+path, bytes.NewReader(wire.Encode(ask)))
	if err != nil {
		return err
	}
	if s.cookie != "" {
		q.Header.Set("Cookie", s.cookie)
	}
	response, err := http.DefaultClient.Do(q)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, response.Body.Close()) }()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s was refused with status %d: %s", path, response.StatusCode, data)
	}
	for _, c := range response.Cookies() {
		s.cookie = c.Name + "=" + c.Value
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(data, into)
}
