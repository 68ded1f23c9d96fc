package live

import (
	"context"
	"net/http"
	"time"

	"marengo/store"
	"marengo/stratego"
	"marengo/web/api"
)

// watchName is the seat of those who look on, as pages call it.
const watchName = "watch"

// seatName is what pages call a seat.
func seatName(c stratego.Color) string {
	if c == watching {
		return watchName
	}
	return c.String()
}

// errSeat answers whoever asks for a seat of another's.
var errSeat = api.Fail(http.StatusForbidden, "this seat is not yours")

// who says who asks: the browser, by its cookie, and the person that it is of.
func (h *Hall) who(w http.ResponseWriter, r *http.Request) (store.Who, error) {
	return h.DB.Who(r.Context(), h.Browsers.Profile(w, r))
}

// seatOf finds the seat of a name, if it belongs to who asks.
func seatOf(l *store.Live, spec *gameSpec, who store.Who, name string) (stratego.Color, error) {
	if name == watchName && spec.shown() {
		return watching, nil
	}
	for c, yours := range l.Yours(who) {
		if yours && name == stratego.Color(c).String() {
			return stratego.Color(c), nil
		}
	}
	return watching, errSeat
}

// ownSeats gives all people's seats of a game to one, who may share the screen.
func ownSeats(spec *gameSpec, who store.Who) (seats [2]*store.Owner) {
	for c, p := range spec.Players {
		if p.person() {
			seats[c] = &store.Owner{Profile: who.Profile, Person: who.Person}
		}
	}
	return seats
}

// mayBegin says who asks, and whether they may begin one more game.
func (h *Hall) mayBegin(w http.ResponseWriter, r *http.Request) (store.Who, error) {
	who, err := h.who(w, r)
	if err != nil {
		return who, err
	}
	if h.Begins != nil && !h.Begins.Take(api.Address(r), time.Now()) {
		return who, api.TooMany("too many new games from your address; wait a little")
	}
	if err := h.Space(); err != nil {
		return who, err
	}
	lives, err := h.DB.Lives(r.Context(), who.Profile, false)
	if err != nil {
		return who, err
	}
	if len(lives) >= h.Limits.Live {
		return who, api.Bad("you have %d unfinished games; finish some first", len(lives))
	}
	return who, nil
}

// minSpace is what the disk must have free for a game to begin: those under way go on
// in what is left.
const minSpace = 64 << 20

// Space says whether the disk has room for another game.
func (h *Hall) Space() error {
	full := api.Fail(http.StatusInsufficientStorage, "the disk of this server is full, so no new games begin; those under way wait until there is room")
	if h.clock.standing() {
		return full
	}
	free, err := h.FreeSpace()
	if err != nil {
		return err
	}
	if free < minSpace {
		return full
	}
	return nil
}

// reopen opens the rooms of two people whose clocks run: a flag falls when it is time,
// whoever looks.
func (h *Hall) reopen() {
	defer h.wait.Done()
	lives, err := h.DB.PeopleGames(h.ctx, false, maxReopened)
	if err != nil {
		h.note("open the games under way", err)
		return
	}
	for _, l := range lives {
		spec, err := parseJSON[gameSpec](l.Spec)
		if err != nil {
			h.note("open game "+l.ID, err)
			continue
		}
		if _, waits := spec.awaited(); !waits {
			h.note("open game "+l.ID, h.wake(h.ctx, l.ID))
		}
	}
}

// maxReopened bounds the games of two people that are kept in memory.
const maxReopened = 100_000

// wake opens the room of a game and lets its clock run.
func (h *Hall) wake(ctx context.Context, id string) error {
	r, err := h.room(ctx, id)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed || r.over() {
		return nil
	}
	r.startFlag()
	return r.keep()
}

// Expel cuts the lines to somebody's unfinished games: whoever still has a seat there
// comes again.
func (h *Hall) Expel(ctx context.Context, profile string) error {
	lives, err := h.DB.Lives(ctx, profile, false)
	for _, l := range lives {
		if r := h.openRoom(l.ID); r != nil {
			r.expel()
		}
	}
	return err
}

func (r *room) expel() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for l := range r.lines {
		if l.seat != watching {
			l.drop()
		}
	}
}

// Barred says why a visitor gets no advice on this server: a game of theirs is rated or
// belongs to a counted match, and goes on.
func (h *Hall) Barred(ctx context.Context, visitor string) error {
	lives, err := h.DB.Lives(ctx, visitor, false)
	if err != nil {
		return err
	}
	for _, l := range lives {
		spec, err := parseJSON[gameSpec](l.Spec)
		if err != nil {
			return err
		}
		_, waits := spec.awaited()
		if l.Contest != 0 || spec.People != nil && spec.People.Rated && !waits {
			return api.Fail(http.StatusForbidden, "you play a game that is rated or counts for a match, so this server gives you no advice until it is over")
		}
	}
	return nil
}

// Count returns how many games are in memory and how many lines lead to them.
func (h *Hall) Count() (rooms, lines int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.rooms), h.lines.Total()
}

// Moves returns how often a game's state was kept since the start.
func (h *Hall) Moves() int64 { return h.journal.kept.Load() }
