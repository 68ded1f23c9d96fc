package live

import (
	"sync"
	"time"

	"marengo/store"
)

// serverClock is the time by which clocks of games run: how long servers have run on the
// database and could keep what is played. It stands while no server runs or the disk is
// full, so that nobody is charged for that, and does not heed the time of day.
type serverClock struct {
	mu     sync.Mutex
	before time.Duration // up to since
	since  time.Time
	stands bool
}

func newServerClock(ran time.Duration) *serverClock {
	return &serverClock{before: ran, since: time.Now()}
}

func (c *serverClock) now() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stands {
		return c.before
	}
	return c.before + time.Since(c.since)
}

// stop lets the clock stand, go lets it run again.
func (c *serverClock) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.stands {
		c.before += time.Since(c.since)
		c.stands = true
	}
}

func (c *serverClock) run() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stands {
		c.since, c.stands = time.Now(), false
	}
}

func (c *serverClock) standing() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.stands
}

// beatEvery is how often the clock's time is kept while a game's clock runs: what a
// sudden end of the server can cost a player at most.
const beatEvery = 250 * time.Millisecond

// beat keeps the clock's time, and finds out when there is room on the disk again.
func (h *Hall) beat() {
	defer h.wait.Done()
	ticker := time.NewTicker(beatEvery)
	defer ticker.Stop()
	for {
		select {
		case <-h.ctx.Done():
			return
		case <-ticker.C:
			stood := h.clock.standing()
			if !stood && !h.clocked() {
				continue
			}
			// That a full disk is still full is no news, and a log would only fill it.
			if err := h.journal.save(store.Live{}); !stood {
				h.note("keep the time", err)
			}
		}
	}
}

// clocked says whether the clock of a game runs.
func (h *Hall) clocked() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, r := range h.rooms {
		if r.ticking.Load() {
			return true
		}
	}
	return false
}
