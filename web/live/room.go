package live

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"marengo/agent"
	"marengo/agents"
	"marengo/arena"
	"marengo/store"
	"marengo/stratego"
	"marengo/web/api"
	"marengo/web/wire"
)

// watching is the seat of those who look on.
const watching = stratego.NoColor

// room is one live game. Its lock is held while a move is judged, stored and
// told; thinking happens outside it.
type room struct {
	hall    *Hall
	id      string
	profile string
	spec    gameSpec
	owners  [2]*store.Owner    // nil for an agent
	players [2]arena.Contender // nil for a person
	begins  stratego.Color     // who moves first

	mu       sync.Mutex
	referee  *arena.Referee
	views    [2]stratego.View
	status   gameStatus
	flag     *time.Timer    // falls when the mover's clock runs out
	seats    [2]*arena.Seat // the agents that rest
	told     [2]int         // plies that each side's agent was told of
	change   int            // counts changes: what was begun before one is void after it
	thinking int            // the change that a thought under way belongs to, -1 for none
	cancel   context.CancelFunc
	asked    [2]string // the agent whose mind a person looks into, by seat
	mindStop context.CancelFunc
	delay    time.Duration // between moves of a watched game
	lines    map[*line]struct{}
	minds    bytes.Buffer // what the agents thought, compressed line by line
	log      []store.LogLine
	game     int64 // the stored game's number, once it is over
	contest  int64 // the counted match that it belongs to, 0 for none
	touched  time.Time
	closed   bool
	ticking  atomic.Bool // the clock of a player runs
	between  between     // of two people, each at a screen of their own
}

// defaultDelay is how long a watched game rests between moves.
const defaultDelay = 800 * time.Millisecond

// newRoom rebuilds a game from the store.
func (h *Hall) newRoom(l store.Live) (*room, error) {
	spec, err := parseJSON[gameSpec](l.Spec)
	if err != nil {
		return nil, fmt.Errorf("live game %s: %w", l.ID, err)
	}
	if c, waits := spec.awaited(); waits {
		return nil, api.Fail(http.StatusConflict, "%v has not set up yet", c)
	}
	status, err := parseJSON[gameStatus](l.Status)
	if err != nil {
		return nil, fmt.Errorf("live game %s: %w", l.ID, err)
	}
	r := &room{hall: h, id: l.ID, profile: l.Profile, spec: spec, owners: l.Seats, status: status, game: l.Game, contest: l.Contest, thinking: -1,
		lines: make(map[*line]struct{}), delay: defaultDelay, touched: time.Now()}
	if r.status.Began == 0 || spec.Clock == nil {
		r.begin()
	}
	r.between.left = [2]time.Duration{h.clock.now(), h.clock.now()}
	for c, p := range spec.Players {
		if p.person() {
			continue
		}
		if r.players[c], err = h.Catalogue.Find(agents.AtLevel(p.Agent, p.Level)); err != nil {
			return nil, err
		}
	}
	if r.referee, err = spec.begin(); err != nil {
		return nil, fmt.Errorf("live game %s: %w", l.ID, err)
	}
	r.begins = r.referee.Turn()
	for i, m := range l.Moves {
		c := r.referee.Turn()
		offer := i == len(l.Moves)-1 && status.Offer == c.String()
		if err := r.referee.Apply(c, agent.Action{Move: m, OfferDraw: offer}); err != nil {
			return nil, fmt.Errorf("live game %s, ply %d: %w", l.ID, i+1, err)
		}
	}
	return r, nil
}

func (r *room) ply() int { return len(r.referee.Moves()) }

func (r *room) over() bool { return r.status.Result != nil }

// takebacks says whether they are allowed: in games against one agent that do not
// count, if it can go back.
func (r *room) takebacks() bool {
	if r.spec.People != nil {
		return !r.spec.People.Rated
	}
	return !r.status.Counts && r.spec.Players[0].person() != r.spec.Players[1].person() && !r.wholeGame()
}

// state is what a seat may see, with the plies from first on.
func (r *room) state(seat stratego.Color, first int) wire.GameState {
	rules := r.referee.State().Rules()
	s := wire.GameState{Type: "state", Game: r.id, Seat: "watch", Ply: r.ply(), Rules: r.spec.Rules, Variant: rules.Variant.String(),
		Red: r.player(stratego.Red), Blue: r.player(stratego.Blue), Begins: r.begins.String(), First: min(first, r.ply()), Result: r.status.Result,
		DrawOffer: wire.ColorName(r.referee.DrawOffer()), Declined: r.status.Declined, Counts: r.status.Counts, Open: r.spec.Open,
		Takebacks: r.takebacks(), Clock: r.clock()}
	mover := r.referee.Turn()
	s.Thinking = !r.over() && !r.spec.Players[mover].person()
	switch {
	case seat == watching && r.spec.People != nil:
		r.lookOn(&s)
	case seat == watching:
		s.Open = true
		s.Position = wire.OpenPosition(r.referee.State())
		s.Events = wire.EventsOf(r.referee.State().Events(nil), s.First)
	default:
		v := &r.views[seat]
		r.referee.View(seat, v)
		s.Seat = seat.String()
		s.Marks = r.status.Marks[seat]
		s.Position = wire.SeatPosition(v)
		if r.spec.Open {
			s.Position.Pieces = wire.OpenPieces(r.referee.State())
		}
		s.Events = wire.EventsOf(v.Events(nil), s.First)
	}
	if r.spec.People != nil {
		s.People = r.peopleState(seat)
		s.Position.Losing = [][]int{} // a warning would be advice
	}
	if r.spec.you() != "" && (r.over() || r.spec.Series != nil) {
		score := r.spec.score(r.status.Result)
		s.Score = &score
	}
	if r.over() {
		s.Position.ToMove, s.Position.Legal, s.Position.Forbidden = "", [][]int{}, []wire.Forbidden{}
	}
	return s
}

func (r *room) player(c stratego.Color) wire.Seated {
	p := r.spec.Players[c]
	if p.person() {
		return wire.Seated{Kind: "person", Name: calledBy(r.owners[c], capital(c.String()))}
	}
	return wire.Seated{Kind: "agent", Name: p.Agent, Agent: p.Agent, Level: p.Level, Rating: r.hall.Ratings.Of(context.Background(), agents.AtLevel(p.Agent, p.Level))}
}

func capital(s string) string { return string(s[0]-'a'+'A') + s[1:] }

// tell sends every line its state and starts what follows from it.
func (r *room) tell() {
	r.tellAll()
	r.follow()
}

// follow starts the thinking that the present state asks for.
func (r *room) follow() {
	if r.closed || r.over() {
		return
	}
	mover := r.referee.Turn()
	if r.spec.Players[mover].person() {
		r.startMind(mover)
		return
	}
	watched := r.spec.watched()
	if r.thinking == r.change || watched && len(r.lines) == 0 {
		return
	}
	ctx, cancel := context.WithCancel(r.hall.ctx)
	r.cancel, r.thinking = cancel, r.change
	r.hall.wait.Add(1)
	go func(change int) {
		defer r.hall.wait.Done()
		defer cancel()
		r.think(ctx, mover, change)
	}(r.change)
}

// changed voids what was begun before: thoughts, clocks, offers that were declined.
func (r *room) changed() {
	r.change++
	r.touched = time.Now()
	if r.cancel != nil {
		r.cancel()
		r.cancel = nil
	}
	if r.mindStop != nil {
		r.mindStop()
		r.mindStop = nil
	}
}

// live is the game as the store keeps it.
func (r *room) live() (store.Live, error) {
	r.status.Offer = wire.ColorName(r.referee.DrawOffer())
	status, err := stored(r.status)
	rated := r.spec.People != nil && r.spec.People.Rated
	return store.Live{ID: r.id, Profile: r.profile, Status: status, Moves: r.referee.Moves(), Rated: rated}, err
}

// keep stores the present state; a game that has ended becomes a finished game.
func (r *room) keep() error {
	result := r.referee.Result()
	if !result.Over() {
		l, err := r.live()
		if err != nil {
			return err
		}
		return r.hall.journal.save(l)
	}
	before := r.status
	mover := r.referee.Turn()
	r.status.Clock[mover] = r.left(mover).Milliseconds()
	r.status.Result = &wire.Ending{Winner: wire.ColorName(result.Winner), Reason: result.Word()}
	if err := r.finish(); err != nil {
		r.status = before
		return err
	}
	if r.flag != nil {
		r.flag.Stop()
	}
	r.ticking.Store(false)
	r.rise()
	return nil
}

// finish stores the finished game.
func (r *room) finish() error {
	l, err := r.live()
	if err != nil {
		return err
	}
	result := r.referee.Result()
	g := &store.Game{Rules: r.referee.State().Rules(), Start: r.spec.Start, Seed: r.spec.Seed, Moves: r.referee.Moves(),
		Winner: result.Winner, Reason: result.Word(), Detail: result.Detail, Finished: time.Now(), Log: r.log,
		Red: r.spec.Players[stratego.Red].identity(r.players[stratego.Red], r.owners[stratego.Red]), Blue: r.spec.Players[stratego.Blue].identity(r.players[stratego.Blue], r.owners[stratego.Blue])}
	if r.spec.Start == "" {
		if g.Setups, err = r.spec.setups(); err != nil {
			return err
		}
	}
	for _, t := range r.status.Times {
		g.Times = append(g.Times, time.Duration(t)*time.Microsecond)
	}
	r.game, err = r.hall.DB.FinishLive(context.Background(), l, g, r.minds.Bytes())
	if err == nil && r.contest != 0 && r.hall.Finished != nil {
		r.hall.Finished(r.id)
	}
	return err
}

// apply lets a player act and stores what came of it before anyone hears of it.
func (r *room) apply(c stratego.Color, a agent.Action) error {
	before := r.status
	if err := r.referee.Apply(c, a); err != nil {
		return err
	}
	if !a.Resign {
		r.punch(c)
	}
	r.status.Declined, r.status.Back = false, ""
	if err := r.keep(); err != nil {
		undo := 1
		if a.Resign {
			undo = 0
		}
		r.status = before
		return errors.Join(fmt.Errorf("the move could not be stored: %w", err), r.referee.TakeBack(undo))
	}
	r.changed()
	r.startFlag()
	return nil
}

// join seats a line and tells it where the game stands.
func (r *room) join(l *line) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.touched = time.Now()
	if l.seat == watching && r.lookers() >= maxLookers {
		l.refuse(commandError{"crowded", "too many look on at this game already"})
		l.drop()
		return
	}
	r.lines[l] = struct{}{}
	if r.spec.People != nil {
		r.tellAll() // who is connected
	} else {
		l.sendState(r)
	}
	r.startFlag()
	r.follow()
}

func (r *room) leave(l *line) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.lines, l)
	r.touched = time.Now()
	switch {
	case r.spec.watched() && len(r.lines) == 0:
		r.changed() // nobody looks on: the agents rest
	case r.spec.People != nil && !r.closed:
		r.gone(l.seat)
	}
}

// tellAll sends every line its state.
func (r *room) tellAll() {
	for l := range r.lines {
		l.sendState(r)
	}
}

// close ends the room: its game lives on in the store.
func (r *room) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return
	}
	r.closed = true
	r.ticking.Store(false)
	r.changed()
	if r.flag != nil {
		r.flag.Stop()
	}
	for l := range r.lines {
		l.drop()
	}
	r.rise()
}

// rise lets the agents that rest go.
func (r *room) rise() {
	for c, seat := range r.seats {
		if seat != nil {
			r.seats[c] = nil
			r.dismiss(stratego.Color(c), seat)
		}
	}
}

// idle says whether nobody needs the room in memory.
func (r *room) idle(now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.spec.People != nil && r.ticking.Load() {
		return false // its flag must fall when it is time
	}
	after := idleAfter
	if r.wholeGame() && !r.over() {
		after = boundAfter
	}
	return len(r.lines) == 0 && now.Sub(r.touched) > after && (r.cancel == nil || r.over())
}

// wholeGame says whether an agent here plays whole games only: it cannot go back,
// nor come back.
func (r *room) wholeGame() bool {
	for _, p := range r.players {
		if p != nil && p.SetsUpItself() {
			return true
		}
	}
	return false
}
