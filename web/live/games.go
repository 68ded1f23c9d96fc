package live

import (
	"fmt"
	"net/http"

	"marengo/store"
	"marengo/stratego"
	"marengo/web/api"
	"marengo/web/wire"
)

// metaOf describes a live game with all its seats.
func metaOf(l store.Live, spec gameSpec) (wire.GameMeta, error) {
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
	for c, p := range spec.Players {
		if p.person() {
			m.Seats = append(m.Seats, wire.Seat{Color: stratego.Color(c).String(), Token: p.Token})
		}
	}
	if spec.Watch != "" {
		m.Seats = append(m.Seats, wire.Seat{Color: "watch", Token: spec.Watch})
	}
	return m, nil
}

// answerMeta describes a game to the browser it belongs to.
func (h *Hall) answerMeta(w http.ResponseWriter, l store.Live, spec gameSpec) error {
	m, err := metaOf(l, spec)
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
	m, err := metaOf(l, spec)
	if err != nil {
		return err
	}
	if l.Profile != h.Browsers.Profile(w, r) && spec.Watch == "" {
		m.Seats = []wire.Seat{}
	}
	return api.Answer(w, m)
}

// deleteGame drops an unfinished game.
func (h *Hall) deleteGame(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
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
	if spec.Watch == "" && l.Profile != h.Browsers.Profile(w, r) {
		return errSeat
	}
	return h.canGoOn(l, spec)
}
