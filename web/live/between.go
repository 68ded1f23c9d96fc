package live

import (
	"context"
	"errors"
	"fmt"
	"time"

	"marengo/agent"
	"marengo/arena"
	"marengo/store"
	"marengo/stratego"
	"marengo/web/api"
	"marengo/web/wire"
)

// between is what passes between two people beside moves, while their room is open.
type between struct {
	left    [2]time.Duration // when each was last connected, by the server's clock
	spoke   [2]time.Duration // when each last said something
	rematch [2]bool          // who offers one
	next    string           // the game that follows
}

// The figures of the manners at the table.
const (
	// Phrases is how many preset phrases there are.
	Phrases = 8
	// phrasePause is how long somebody who spoke is silent at least.
	phrasePause = 2 * time.Second
	// maxLookers is how many may look on at one game.
	maxLookers = 200
)

// peopleCommands are what two people may do beside moving.
var peopleCommands = map[string]func(*room, *line, wire.Command) error{
	"takeback": (*room).askBack,
	"back":     (*room).answerBack,
	"claim":    (*room).claim,
	"say":      (*room).say,
	"mute":     (*room).mute,
	"rematch":  (*room).offerRematch,
	"practice": noAdvice,
	"hint":     noAdvice,
	"mind":     noAdvice,
}

func noAdvice(*room, *line, wire.Command) error {
	return commandError{"counts", "between two people this server gives no advice"}
}

// here says who is connected.
func (r *room) here() (here [2]bool) {
	for l := range r.lines {
		if l.seat != watching {
			here[l.seat] = true
		}
	}
	return here
}

// lookers counts those who look on.
func (r *room) lookers() (n int) {
	for l := range r.lines {
		if l.seat == watching {
			n++
		}
	}
	return n
}

// gone notes that a line of a seat has ended, and tells.
func (r *room) gone(seat stratego.Color) {
	if seat != watching && !r.here()[seat] {
		r.between.left[seat] = r.hall.clock.now()
	}
	r.tellAll()
}

// peopleState is what a seat knows beside the board.
func (r *room) peopleState(seat stratego.Color) *wire.PeopleState {
	s := &wire.PeopleState{Rated: r.spec.People.Rated, Here: []string{}, Claim: -1, Takeback: r.status.Back, Delay: r.spec.People.Delay, Unaided: r.spec.People.Unaided}
	here := r.here()
	for c := range here {
		if here[c] {
			s.Here = append(s.Here, stratego.Color(c).String())
		}
		if r.between.rematch[c] {
			s.Rematch = stratego.Color(c).String()
		}
	}
	s.Lookers = r.lookers()
	if seat == watching {
		s.Takeback, s.Rematch = "", ""
		return s
	}
	s.Muted = r.status.Muted[seat]
	if wait, may := r.untilClaim(seat); may {
		s.Claim = wait.Milliseconds()
	}
	return s
}

// untilClaim is how long until a seat may claim the victory, if the other is gone. In a
// game of days a move the clock alone decides.
func (r *room) untilClaim(seat stratego.Color) (time.Duration, bool) {
	other := seat.Other()
	if r.over() || r.here()[other] || r.spec.Clock != nil && r.spec.Clock.Days > 0 {
		return 0, false
	}
	return max(0, r.hall.Limits.Gone-(r.hall.clock.now()-r.between.left[other])), true
}

// claim ends the game against somebody who is gone.
func (r *room) claim(l *line, _ wire.Command) error {
	if r.over() {
		return nil
	}
	wait, may := r.untilClaim(l.seat)
	if !may || wait > 0 {
		return commandError{"claim", fmt.Sprintf("the victory can be claimed once the other side has been gone for %v", r.hall.Limits.Gone)}
	}
	r.forfeit(l.seat.Other(), arena.Gone, "the player was gone")
	return nil
}

// askBack asks the other side to let the last move be taken back.
func (r *room) askBack(l *line, c wire.Command) error {
	switch {
	case c.Ply != r.ply() || r.over():
		l.resend(r)
		return errStale
	case r.spec.People.Rated:
		return commandError{"takeback", "in a rated game nothing is taken back"}
	case r.plies(l.seat) > r.ply():
		return commandError{"turn", "there is no move of yours to take back"}
	}
	return r.settleBetween(func() { r.status.Back = l.seat.String() })
}

// plies is how many must be taken back for a seat to move again.
func (r *room) plies(seat stratego.Color) int {
	if r.referee.Turn() == seat {
		return 2
	}
	return 1
}

// settleBetween changes and keeps what is between the two, and tells.
func (r *room) settleBetween(change func()) error {
	before := r.status
	change()
	if err := r.keep(); err != nil {
		r.status = before
		return storeError(err)
	}
	r.tellAll()
	return nil
}

// answerBack lets the other side take its move back, or does not.
func (r *room) answerBack(l *line, c wire.Command) error {
	asker := l.seat.Other()
	if c.Ply != r.ply() || r.over() || r.status.Back != asker.String() {
		l.resend(r)
		return errStale
	}
	if !c.Accept {
		return r.settleBetween(func() { r.status.Back = "" })
	}
	before, plies := r.status, r.plies(asker)
	undone := append([]stratego.Move(nil), r.referee.Moves()[r.ply()-plies:]...)
	if err := r.referee.TakeBack(plies); err != nil {
		return commandError{"takeback", err.Error()}
	}
	r.status.Back, r.status.Counts = "", false
	r.status.Times = r.status.Times[:max(0, len(r.status.Times)-plies)]
	r.begin()
	if err := r.keep(); err != nil {
		r.status = before
		for _, m := range undone {
			err = errors.Join(err, r.referee.Apply(r.referee.Turn(), agent.Action{Move: m}))
		}
		return storeError(err)
	}
	r.changed()
	r.startFlag()
	r.tell()
	return nil
}

// say passes one of the preset phrases on.
func (r *room) say(l *line, c wire.Command) error {
	now := r.hall.clock.now()
	switch {
	case c.Phrase < 0 || c.Phrase >= Phrases:
		return commandError{"phrase", "there is no such phrase"}
	case r.between.spoke[l.seat] != 0 && now-r.between.spoke[l.seat] < phrasePause:
		return commandError{"phrase", "one phrase at a time"}
	}
	r.between.spoke[l.seat] = now
	message := wire.Encode(wire.PhraseMessage{Type: "phrase", Game: r.id, From: l.seat.String(), Phrase: c.Phrase})
	for x := range r.lines {
		if x.seat == l.seat || x.seat == l.seat.Other() && !r.status.Muted[x.seat] {
			x.send(message)
		}
	}
	return nil
}

// mute lets a seat hear no phrases, or hear them again.
func (r *room) mute(l *line, c wire.Command) error {
	if r.over() { // the game is kept as it ended
		r.status.Muted[l.seat] = c.Accept
		r.tellAll()
		return nil
	}
	return r.settleBetween(func() { r.status.Muted[l.seat] = c.Accept })
}

// offerRematch offers a game with the seats changed; when both have, it begins.
func (r *room) offerRematch(l *line, c wire.Command) error {
	switch {
	case !r.over():
		return commandError{"rematch", "this game is not over yet"}
	case r.between.next != "":
		l.send(r.nextMessage())
		return nil
	}
	r.between.rematch[l.seat] = c.Accept
	if r.between.rematch != [2]bool{true, true} {
		r.tellAll()
		return nil
	}
	next, err := r.hall.again(r.hall.ctx, r)
	if err != nil {
		r.between.rematch[l.seat] = false
		return commandError{"rematch", err.Error()}
	}
	r.between.next = next
	for x := range r.lines {
		x.send(r.nextMessage())
	}
	return nil
}

func (r *room) nextMessage() []byte {
	return wire.Encode(wire.NextMessage{Type: "next", Game: r.id, Next: r.between.next})
}

var noAgents [2]*arena.Seat

// again begins the game that follows: the same two with the seats changed.
func (h *Hall) again(ctx context.Context, r *room) (string, error) {
	if err := h.Space(); err != nil {
		return "", err
	}
	spec := gameSpec{Rules: r.spec.Rules, Players: r.spec.Players, Clock: r.spec.Clock, Counts: true, People: r.spec.People}
	var err error
	if spec.Seed, err = api.Seed(""); err != nil {
		return "", err
	}
	l := store.Live{Profile: r.profile}
	for c, o := range r.owners {
		l.Seats[1-c] = &store.Owner{Profile: o.Profile, Person: o.Person}
	}
	l, err = h.beginLive(ctx, l, spec, noAgents)
	return l.ID, err
}

// lookOn is what those who look on see: what both players do, some plies later.
func (r *room) lookOn(s *wire.GameState) {
	state := r.referee.State()
	s.DrawOffer, s.Declined, s.Takebacks = "", false, false
	if lag := r.spec.People.Delay; lag > 0 && !r.over() {
		late, err := r.lagging(max(0, r.ply()-lag))
		if err != nil {
			r.hall.note("let people look on", err)
			return
		}
		state, s.Clock = late.State(), nil
		s.Ply, s.First = state.Ply(), min(s.First, state.Ply())
	}
	s.Position = wire.CommonPosition(state)
	s.Events = wire.EventsOf(state.Events(nil), s.First)
}

// lagging is the game as it stood at an earlier ply.
func (r *room) lagging(ply int) (*arena.Referee, error) {
	referee, err := r.spec.begin()
	if err != nil {
		return nil, err
	}
	for _, m := range r.referee.Moves()[:ply] {
		if err := referee.Apply(referee.Turn(), agent.Action{Move: m}); err != nil {
			return nil, err
		}
	}
	return referee, nil
}

// storeError says that something could not be kept.
func storeError(err error) error {
	if store.Full(err) {
		return commandError{"full", "the disk of this server is full: nothing was changed, and the clocks stand until there is room"}
	}
	return commandError{"store", err.Error()}
}
