package live

import (
	"context"
	"fmt"
	"sync/atomic"

	"marengo/store"
)

// journal writes how games stand, many in one transaction: games that move at the
// same moment share one trip to the disk.
type journal struct {
	db    *store.DB
	clock *serverClock
	kept  atomic.Int64 // how often a game was
	asks  chan journalAsk
	done  chan struct{}
}

type journalAsk struct {
	live  store.Live // one without a name only has the time kept
	reply chan error
}

// maxBatch bounds one transaction.
const maxBatch = 256

func newJournal(db *store.DB, clock *serverClock) *journal {
	j := &journal{db: db, clock: clock, asks: make(chan journalAsk), done: make(chan struct{})}
	go j.run()
	return j
}

// save returns once the game's state is on the disk.
func (j *journal) save(l store.Live) error {
	ask := journalAsk{l, make(chan error, 1)}
	select {
	case j.asks <- ask:
		return <-ask.reply
	case <-j.done:
		return fmt.Errorf("the server is closing")
	}
}

func (j *journal) close() { close(j.done) }

func (j *journal) run() {
	for {
		var batch []journalAsk
		select {
		case a := <-j.asks:
			batch = append(batch, a)
		case <-j.done:
			return
		}
	gather:
		for len(batch) < maxBatch {
			select {
			case a := <-j.asks:
				batch = append(batch, a)
			default:
				break gather
			}
		}
		j.write(batch)
	}
}

// write stores a batch; if it fails as a whole, each game stands for itself.
func (j *journal) write(batch []journalAsk) {
	lives := make([]store.Live, 0, len(batch))
	for _, a := range batch {
		if a.live.ID != "" {
			lives = append(lives, a.live)
		}
	}
	err := j.keep(lives)
	for _, a := range batch {
		if err != nil && len(lives) > 1 && a.live.ID != "" {
			a.reply <- j.keep([]store.Live{a.live})
			continue
		}
		a.reply <- err
	}
}

// keep stores games with the time; while nothing can be stored, the clock stands.
func (j *journal) keep(lives []store.Live) error {
	err := j.db.SaveLives(context.Background(), lives, j.clock.now())
	switch {
	case err == nil:
		j.kept.Add(int64(len(lives)))
		j.clock.run()
	case store.Full(err):
		j.clock.stop()
	}
	return err
}
