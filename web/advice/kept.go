package advice

import (
	"sync"
	"time"

	"marengo/agent"
)

// reportEvery is how often a forming thought is shown.
const reportEvery = 150 * time.Millisecond

// Kept holds the latest report of an agent.
type Kept struct {
	mu     sync.Mutex
	latest *agent.Thoughts
	shown  time.Time
}

// Report returns a Budget's Report that keeps the latest thoughts and passes some
// on.
func (k *Kept) Report(show func(agent.Thoughts)) func(agent.Thoughts) {
	return func(t agent.Thoughts) {
		k.mu.Lock()
		k.latest = &t
		due := show != nil && time.Since(k.shown) >= reportEvery
		if due {
			k.shown = time.Now()
		}
		k.mu.Unlock()
		if due {
			show(t)
		}
	}
}

// Last returns them, if there were any.
func (k *Kept) Last() (agent.Thoughts, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.latest == nil {
		return agent.Thoughts{}, false
	}
	return *k.latest, true
}
