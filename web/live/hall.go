// Package live has the games that people play, and those they watch two agents play.
//
// There are only a few types. A Hall is all of them; a room is one game, which plays
// through the arena's referee and keeps every move in the store before anyone hears of
// it; a line is one browser's WebSocket to a room. How a game began is its gameSpec,
// and what changes beside its moves its gameStatus: both are kept in the store in
// words of this package.
package live

import (
	"context"
	"net/http"
	"sync"
	"time"

	"marengo/setup"
	"marengo/store"
	"marengo/web/advice"
	"marengo/web/api"
	"marengo/web/fair"
	"marengo/web/roster"
)

// Limits bound what clients can ask of a Hall.
type Limits struct {
	Live     int // unfinished games a profile may have
	Lines    int // connections in all
	Each     int // of them from one address
	Commands int // commands a second from one connection

	Gone time.Duration // how long somebody must be gone for the other to claim the victory
}

// Options are what a Hall needs.
type Options struct {
	DB        *store.DB
	Catalogue roster.Catalogue
	Ratings   *roster.Ratings
	Setups    setup.Provider // of the machines' seats
	Thinkers  *fair.Queue    // agents that play wait here
	Threads   int            // that an agent may think on
	Adviser   *advice.Adviser
	Browsers  api.Browsers
	Limits    Limits
	Begins    *fair.Rates                  // how often games may be begun from one address
	Guesses   *fair.Rates                  // how often links may be tried from one address
	Finished  func(id string)              // told of every game of a counted match that ends; may be nil
	FreeSpace func() (uint64, error)       // bytes that the disk has
	Links     func(*http.Request) string   // the address of this server for those who are invited
	Note      func(what string, err error) // takes what goes wrong where nobody waits for it
}

// Hall has the live games.
type Hall struct {
	Options
	ctx     context.Context
	stop    context.CancelFunc
	wait    sync.WaitGroup
	clock   *serverClock
	journal *journal
	lines   *fair.Tally // by address

	mu    sync.Mutex
	rooms map[string]*room
}

// idleAfter is how long a room without anyone in it stays in memory.
const idleAfter = 5 * time.Minute

// boundAfter is the same for a room with an agent that could not come back.
const boundAfter = time.Hour

// New opens a Hall. Close it before its database.
func New(o Options) *Hall {
	h := &Hall{Options: o, rooms: make(map[string]*room), lines: &fair.Tally{Each: o.Limits.Each, All: o.Limits.Lines}}
	h.ctx, h.stop = context.WithCancel(context.Background())
	ran, err := o.DB.Ran(h.ctx)
	h.note("read how long it was served", err)
	h.clock = newServerClock(ran)
	h.journal = newJournal(o.DB, h.clock)
	h.wait.Add(3)
	go h.sweep()
	go h.beat()
	go h.reopen()
	return h
}

// Close ends all games' thinking and connections. The games stay in the store.
func (h *Hall) Close() {
	h.stop()
	h.mu.Lock()
	rooms := h.rooms
	h.rooms = make(map[string]*room)
	h.mu.Unlock()
	for _, r := range rooms {
		r.close()
	}
	h.wait.Wait()
	h.journal.close()
}

// Routes adds the requests about live games.
func (h *Hall) Routes(add api.Route) {
	add("POST /api/games", h.postGame)
	add("GET /api/games/{id}", h.getGame)
	add("DELETE /api/games/{id}", h.deleteGame)
	add("POST /api/games/{id}/setup", h.postSetup)
	add("POST /api/games/{id}/rematch", h.postRematch)
	add("GET /api/games/{id}/line", h.serveLine)
	h.peopleRoutes(add)
}

// room returns a live game, from memory or the store. Reading one holds up nobody
// else; if two read the same, the first is kept.
func (h *Hall) room(ctx context.Context, id string) (*room, error) {
	if r := h.openRoom(id); r != nil {
		return r, nil
	}
	l, err := h.DB.Live(ctx, id)
	if err != nil {
		return nil, err
	}
	r, err := h.newRoom(l)
	if err != nil {
		return nil, err
	}
	if err := h.canGoOn(l, r.spec); err != nil {
		return nil, err
	}
	if err := h.addRoom(r); err != nil {
		return nil, err
	}
	return h.openRoom(id), nil
}

// openRoom returns a room that is in memory, or nil.
func (h *Hall) openRoom(id string) *room {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.rooms[id]
}

// addRoom keeps a room in memory unless it is there already.
func (h *Hall) addRoom(r *room) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ctx.Err() != nil {
		return api.Fail(http.StatusServiceUnavailable, "the server is closing")
	}
	if h.rooms[r.id] == nil {
		h.rooms[r.id] = r
	}
	return nil
}

// canGoOn says why an unfinished game cannot: a player that plays whole games only
// has left it, with the server it played in.
func (h *Hall) canGoOn(l store.Live, spec gameSpec) error {
	if l.Game != 0 || h.openRoom(l.ID) != nil {
		return nil
	}
	for _, p := range spec.Players {
		if p.person() {
			continue
		}
		contender, err := h.Catalogue.Find(p.Agent)
		if err != nil {
			return api.Fail(http.StatusGone, "this game cannot go on: %v", err)
		}
		if contender.SetsUpItself() {
			return api.Fail(http.StatusGone, "this game cannot go on: %s plays whole games only and has left it", p.Agent)
		}
	}
	return nil
}

// sweep drops rooms that nobody is in.
func (h *Hall) sweep() {
	defer h.wait.Done()
	ticker := time.NewTicker(idleAfter / 5)
	defer ticker.Stop()
	for {
		select {
		case <-h.ctx.Done():
			return
		case now := <-ticker.C:
			h.mu.Lock()
			var idle []*room
			for id, r := range h.rooms {
				if r.idle(now) {
					idle = append(idle, r)
					delete(h.rooms, id)
				}
			}
			h.mu.Unlock()
			for _, r := range idle {
				h.note("stop a clock", r.pause())
				r.close()
			}
		}
	}
}

// note tells what went wrong where nobody waits for it, unless all is ending.
func (h *Hall) note(what string, err error) {
	if err != nil && h.ctx.Err() == nil {
		h.Note(what, err)
	}
}
