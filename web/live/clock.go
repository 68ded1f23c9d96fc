package live

import (
	"time"

	"marengo/arena"
	"marengo/stratego"
	"marengo/web/wire"
)

const day = 24 * time.Hour

// startClocks gives both sides their time; a game without a clock has none.
func startClocks(s *wire.ClockSettings) [2]int64 {
	if s == nil {
		return [2]int64{}
	}
	each := int64(s.Minutes * 60_000)
	if s.Days > 0 {
		each = (time.Duration(s.Days) * day).Milliseconds()
	}
	return [2]int64{each, each}
}

// clock is what time is left, or nil in a game without one.
func (r *room) clock() *wire.Clock {
	if r.spec.Clock == nil {
		return nil
	}
	c := &wire.Clock{Red: r.status.Clock[stratego.Red], Blue: r.status.Clock[stratego.Blue]}
	if r.over() {
		return c
	}
	mover := r.referee.Turn()
	c.Running = mover.String()
	left := r.left(mover).Milliseconds()
	if mover == stratego.Red {
		c.Red = left
	} else {
		c.Blue = left
	}
	return c
}

// beganAt is when the running turn began, by the server's clock.
func (r *room) beganAt() time.Duration { return time.Duration(r.status.Began) * time.Microsecond }

// begin begins a turn.
func (r *room) begin() { r.status.Began = max(1, r.hall.clock.now().Microseconds()) }

// elapsed is how long the running turn has taken.
func (r *room) elapsed() time.Duration { return max(0, r.hall.clock.now()-r.beganAt()) }

// left is the time a side has at this moment.
func (r *room) left(c stratego.Color) time.Duration {
	left := time.Duration(r.status.Clock[c]) * time.Millisecond
	if r.referee.Turn() == c && !r.over() {
		left -= r.elapsed()
	}
	return max(0, left)
}

// punch ends the turn of who has just moved.
func (r *room) punch(c stratego.Color) {
	took := r.elapsed()
	r.status.Times = append(r.status.Times[:len(r.status.Times):len(r.status.Times)], took.Microseconds())
	r.begin()
	switch s := r.spec.Clock; {
	case s == nil:
	case s.Days > 0:
		r.status.Clock = startClocks(s)
	default:
		left := r.status.Clock[c] - took.Milliseconds()
		r.status.Clock[c] = max(0, left) + int64(s.Increment*1000)
	}
}

// pause stops the clock of a game against an agent that nobody is at.
func (r *room) pause() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.spec.Clock == nil || r.over() || r.closed || r.status.Began == 0 {
		return nil
	}
	mover := r.referee.Turn()
	r.status.Clock[mover] = r.left(mover).Milliseconds()
	r.status.Began = 0
	return r.keep()
}

// flagRetry is when the end of a game is tried again that could not be stored.
const flagRetry = time.Second

// startFlag arms the fall of the mover's flag.
func (r *room) startFlag() {
	r.armFlag(r.left(r.referee.Turn()))
}

func (r *room) armFlag(after time.Duration) {
	if r.flag != nil {
		r.flag.Stop()
		r.flag = nil
	}
	r.ticking.Store(r.spec.Clock != nil && !r.over() && !r.closed)
	if !r.ticking.Load() {
		return
	}
	mover, change := r.referee.Turn(), r.change
	r.flag = time.AfterFunc(after, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		switch {
		case r.change != change || r.over() || r.closed:
		case r.left(mover) > 0: // the server's clock stood meanwhile
			r.armFlag(max(flagRetry, r.left(mover)))
		default:
			r.forfeit(mover, arena.Timeout, "the clock ran out")
		}
	})
}

// forfeit ends the game against a player, and tells.
func (r *room) forfeit(c stratego.Color, f arena.Fault, detail string) {
	r.referee.Forfeit(c, f, detail)
	if err := r.keep(); err != nil {
		r.hall.note("store a finished game", err)
		r.hall.note("go on with the game", r.referee.TakeBack(0))
		r.armFlag(flagRetry)
		return
	}
	r.changed()
	r.tell()
}
