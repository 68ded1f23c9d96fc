package live

import (
	"fmt"
	"net/http"

	"marengo/store"
	"marengo/stratego"
	"marengo/web/api"
	"marengo/web/wire"
)

// metaOf describes a live game, with the seats that somebody has.
func metaOf(l store.Live, spec gameSpec, who store.Who) (wire.GameMeta, error) {
	m := wire.GameMeta{ID: l.ID, Phase: "live", Seats: []wire.Seat{}}
	rules, err := stratego.Preset(spec.Rules)
	if err != nil {
		return m, fmt.Errorf("live game %s: %w", l.ID, err)
	}
	m.Variant = rules.Variant.String()
	c, waits := spec.awaited()
	switch {
	case l.Game != 0:
		m.Phase = "over"
	case waits:
		m.Phase, m.Turn = "setup", c.String()
	default:
		referee, err := spec.begin()
		if err != nil {
			return m, fmt.Errorf("live game %s: %w", l.ID, err)
		}
		turn := referee.Turn()
		if len(l.Moves)%2 == 1 {
			turn = turn.Other()
		}
		m.Turn = turn.String()
	}
	for c, yours := range l.Yours(who) {
		if yours {
			m.Seats = append(m.Seats, wire.Seat{Color: stratego.Color(c).String()})
		}
	}
	if len(m.Seats) == 0 && spec.shown() {
		m.Seats = append(m.Seats, wire.Seat{Color: watchName})
	}
	if spec.People != nil {
		m.Table = tableOf(l, spec)
	}
	return m, nil
}

// answerMeta describes a game to who has seats at it.
func (h *Hall) answerMeta(w http.ResponseWriter, l store.Live, spec gameSpec, who store.Who) error {
	m, err := metaOf(l, spec, who)
	if err != nil {
		return err
	}
	return api.Answer(w, m)
}

// getGame tells a browser which seats of a game are its own.
func (h *Hall) getGame(w http.ResponseWriter, r *http.Request) error {
	l, err := h.DB.Live(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	spec, err := parseJSON[gameSpec](l.Spec)
	if err != nil {
		return err
	}
	if err := h.canGoOn(l, spec); err != nil {
		return err
	}
	who, err := h.who(w, r)
	if err != nil {
		return err
	}
	return h.answerMeta(w, l, spec, who)
}

// deleteGame drops an unfinished game.
func (h *Hall) deleteGame(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	l, err := h.DB.Live(r.Context(), id)
	if err != nil {
		return err
	}
	spec, err := parseJSON[gameSpec](l.Spec)
	if err != nil {
		return err
	}
	if _, waits := spec.awaited(); l.Contest != 0 || l.People && !waits && l.Game == 0 {
		return api.Fail(http.StatusConflict, "this game counts for another too and cannot be dropped; resign it")
	}
	if err := h.DB.DropLive(r.Context(), h.Browsers.Profile(w, r), id); err != nil {
		return err
	}
	h.mu.Lock()
	room, ok := h.rooms[id]
	delete(h.rooms, id)
	h.mu.Unlock()
	if ok {
		room.close()
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// CheckPage says why a game has no page for whoever asks: it is missing, or another
// browser's.
func (h *Hall) CheckPage(w http.ResponseWriter, r *http.Request, id string) error {
	l, err := h.DB.Live(r.Context(), id)
	if err != nil {
		return err
	}
	spec, err := parseJSON[gameSpec](l.Spec)
	if err != nil {
		return err
	}
	who, err := h.who(w, r)
	if err != nil {
		return err
	}
	if !spec.shown() && l.Yours(who) == [2]bool{} {
		return errSeat
	}
	return h.canGoOn(l, spec)
}
