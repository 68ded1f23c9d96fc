package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"marengo/agents"
	"marengo/setup"
	"marengo/stratego"
	"marengo/web/wire"
)

// people are many who play at once: each moves, waits for the answer, pauses, and
// moves again.
type people struct {
	URL      string        // of the server, without a slash at its end
	Games    int           // at once
	Opponent string        // an agent string
	Pause    time.Duration // between an answer and the next move, on average
	For      time.Duration // how long it lasts
	Seed     uint64
}

// loadReport is what the players felt.
type loadReport struct {
	Games   int     `json:"games"`
	Moves   int     `json:"moves"`
	Seconds float64 `json:"seconds"`
	P50     float64 `json:"p50_ms"`
	P90     float64 `json:"p90_ms"`
	P99     float64 `json:"p99_ms"`
	Worst   float64 `json:"worst_ms"`
	Ended   int     `json:"ended"` // games that came to their end and were followed by another
}

// play plays and reports the time from sending a move to hearing the opponent's.
func (l people) play(ctx context.Context) (loadReport, error) {
	ctx, cancel := context.WithTimeout(ctx, l.For)
	defer cancel()
	var (
		mu     sync.Mutex
		times  []time.Duration
		errs   []error
		ended  int
		wg     sync.WaitGroup
		began  = time.Now()
		answer = func(d time.Duration) {
			mu.Lock()
			times = append(times, d)
			mu.Unlock()
		}
	)
	for i := range l.Games {
		wg.Add(1)
		go func() {
			defer wg.Done()
			rng := rand.New(rand.NewPCG(l.Seed, uint64(i)))
			n, err := l.person(ctx, rng, answer)
			mu.Lock()
			defer mu.Unlock()
			ended += n
			if ctx.Err() == nil {
				errs = append(errs, fmt.Errorf("player %d: %w", i+1, err))
			}
		}()
	}
	wg.Wait()
	r := loadReport{Games: l.Games, Moves: len(times), Seconds: time.Since(began).Seconds(), Ended: ended}
	r.rank(times)
	return r, errors.Join(errs...)
}

// rank fills in how long was waited.
func (r *loadReport) rank(times []time.Duration) {
	slices.Sort(times)
	at := func(share float64) float64 {
		if len(times) == 0 {
			return 0
		}
		return float64(times[min(len(times)-1, int(share*float64(len(times))))].Microseconds()) / 1000
	}
	r.P50, r.P90, r.P99, r.Worst = at(0.5), at(0.9), at(0.99), at(1)
}

// person plays game after game until the context ends or something fails.
func (l people) person(ctx context.Context, rng *rand.Rand, answer func(time.Duration)) (ended int, err error) {
	// They do not all sit down in the same moment.
	if err := pause(ctx, rng, l.Pause); err != nil {
		return 0, err
	}
	for {
		if err := l.game(ctx, rng, answer); err != nil {
			return ended, err
		}
		ended++
	}
}

func pause(ctx context.Context, rng *rand.Rand, mean time.Duration) error {
	timer := time.NewTimer(time.Duration(2 * rng.Float64() * float64(mean)))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// game plays one game of random moves to its end.
func (l people) game(ctx context.Context, rng *rand.Rand, answer func(time.Duration)) error {
	own, err := setup.Random{}.Setup(stratego.DefaultRules, rng)
	if err != nil {
		return err
	}
	ask := wire.NewGame{Rules: "match", Red: "me", Blue: l.Opponent, Level: agents.Levels, Setup: own.String(), Seed: fmt.Sprint(rng.Uint64() >> 1)}
	meta, cookie, err := l.begin(ctx, ask)
	if err != nil {
		return err
	}
	seat := meta.Seats[0].Color
	url := fmt.Sprintf("%s/api/games/%s/line?seat=%s&seen=0", strings.Replace(l.URL, "http", "ws", 1), meta.ID, seat)
	conn, _, err := websocket.Dial(ctx, url, &websocket.DialOptions{HTTPHeader: http.Header{"Cookie": {cookie}}})
	if err != nil {
		return err
	}
	defer func() { _ = conn.CloseNow() }() // the game is over or the load is
	conn.SetReadLimit(1 << 20)
	var sent time.Time
	for {
		_, data, err := conn.Read(ctx)
		if err != nil {
			return err
		}
		var s wire.GameState
		if err := json.Unmarshal(data, &s); err != nil {
			return err
		}
		switch {
		case s.Type != "state":
			return fmt.Errorf("refused: %s", data)
		case s.Result == nil && s.Position.ToMove != stratego.Red.String():
			continue
		}
		if !sent.IsZero() {
			answer(time.Since(sent))
		}
		if s.Result != nil {
			return nil
		}
		if err := pause(ctx, rng, l.Pause); err != nil {
			return err
		}
		from := s.Position.Legal[rng.IntN(len(s.Position.Legal))]
		m := stratego.NewMove(stratego.Square(from[0]), stratego.Square(from[1+rng.IntN(len(from)-1)]))
		sent = time.Now()
		command := wire.Command{Type: "move", Game: meta.ID, Seat: seat, Ply: s.Ply, Move: stratego.FormatMove(m)}
		if err := conn.Write(ctx, websocket.MessageText, wire.Encode(command)); err != nil {
			return err
		}
	}
}

// begin asks the server for a game, which is its cookie's.
func (l people) begin(ctx context.Context, ask wire.NewGame) (m wire.GameMeta, cookie string, err error) {
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, l.URL+"/api/games", bytes.NewReader(wire.Encode(ask)))
	if err != nil {
		return m, cookie, err
	}
	response, err := http.DefaultClient.Do(q)
	if err != nil {
		return m, cookie, err
	}
	defer func() { err = errors.Join(err, response.Body.Close()) }()
	if response.StatusCode != http.StatusOK {
		return m, cookie, fmt.Errorf("a new game was refused with status %d", response.StatusCode)
	}
	for _, c := range response.Cookies() {
		cookie = c.Name + "=" + c.Value
	}
	if err := json.NewDecoder(response.Body).Decode(&m); err != nil {
		return m, cookie, err
	}
	if len(m.Seats) == 0 {
		return m, cookie, errors.New("a new game has no seat")
	}
	return m, cookie, nil
}

// peakMemory returns the most memory this process ever had in use, in bytes: what
// the system counts, or the Go runtime where the system does not tell.
func peakMemory() uint64 {
	const key, kilo = "VmHWM:", 1024
	if data, err := os.ReadFile("/proc/self/status"); err == nil {
		for line := range strings.Lines(string(data)) {
			fields := strings.Fields(line)
			if len(fields) >= 2 && fields[0] == key {
				if n, err := strconv.ParseUint(fields[1], 10, 64); err == nil {
					return n * kilo
				}
			}
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Sys
}
