package live

import (
	"time"

	"marengo/arena"
	"marengo/stratego"
	"marengo/web/wire"
)

// startClocks gives both sides their time; a game without a clock has none.
func startClocks(s *wire.ClockSettings) [2]int64 {
	if s == nil {
		return [2]int64{}
	}
	each := int64(s.Minutes * 60_000)
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

// left is the time a side has at this moment.
func (r *room) left(c stratego.Color) time.Duration {
	left := time.Duration(r.status.Clock[c]) * time.Millisecond
	if r.referee.Turn() == c && !r.over() {
		left -= time.Since(r.began)
	}
	return max(0, left)
}

// punch ends the turn of who has just moved.
func (r *room) punch(c stratego.Color) {
	took := time.Since(r.began)
	r.status.Times = append(r.status.Times[:len(r.status.Times):len(r.status.Times)], took.Microseconds())
	r.began = time.Now()
	if r.spec.Clock == nil {
		return
	}
	left := r.status.Clock[c] - took.Milliseconds()
	r.status.Clock[c] = max(0, left) + int64(r.spec.Clock.Increment*1000)
}

// startFlag arms the fall of the mover's flag.
func (r *room) startFlag() {
	if r.flag != nil {
		r.flag.Stop()
		r.flag = nil
	}
	if r.spec.Clock == nil || r.over() || r.closed {
		return
	}
	mover, change := r.referee.Turn(), r.change
	r.flag = time.AfterFunc(r.left(mover), func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.change != change || r.over() || r.closed {
			return
		}
		r.forfeit(mover, arena.Timeout, "the clock ran out")
	})
}

// forfeit ends the game against a player, and tells.
func (r *room) forfeit(c stratego.Color, f arena.Fault, detail string) {
	r.referee.Forfeit(c, f, detail)
	if err := r.keep(); err != nil {
		r.hall.note("store a finished game", err)
		r.hall.note("go on with the game", r.referee.TakeBack(0))
		return
	}
	r.changed()
	r.tell()
}
