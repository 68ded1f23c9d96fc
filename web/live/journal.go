package live

import (
	"context"
	"fmt"

	"marengo/store"
)

// journal writes how games stand, many in one transaction: games that move at the
// same moment share one trip to the disk.
type journal struct {
	db   *store.DB
	asks chan journalAsk
	done chan struct{}
}

type journalAsk struct {
	live  store.Live
	reply chan error
}

// maxBatch bounds one transaction.
const maxBatch = 256

func newJournal(db *store.DB) *journal {
	j := &journal{db: db, asks: make(chan journalAsk), done: make(chan struct{})}
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
	lives := make([]store.Live, len(batch))
	for i, a := range batch {
		lives[i] = a.live
	}
	err := j.db.SaveLives(context.Background(), lives)
	for i, a := range batch {
		if err != nil && len(batch) > 1 {
			a.reply <- j.db.SaveLives(context.Background(), lives[i:i+1])
			continue
		}
		a.reply <- err
	}
}
