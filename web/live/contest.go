package live

import (
	"errors"
	"net/http"

	"marengo/store"
	"marengo/web/api"
	"marengo/web/wire"
)

// CheckContest says what is wrong with a request for a counted match.
func (h *Hall) CheckContest(ask wire.NewContest) error {
	contender, err := h.Catalogue.Find(ask.Agent)
	if err == nil && contender.SetsUpItself() {
		return api.Bad("%s plays whole games only and could leave a match", ask.Agent)
	}
	_, _, err = h.newSpec(wire.NewGame{Rules: ask.Rules, Variant: ask.Variant, Red: Me, Blue: ask.Agent, Level: ask.Level, Clock: ask.Clock})
	return err
}

// ContestGame begins a game of a counted match, which nobody can make practice or drop.
func (h *Hall) ContestGame(w http.ResponseWriter, r *http.Request, contest int64, ask wire.NewGame) error {
	who, err := h.mayBegin(w, r)
	if err != nil {
		return err
	}
	spec, rules, err := h.newSpec(ask)
	if err != nil {
		return err
	}
	seats, err := h.place(r.Context(), who.Profile, &spec, ask.Setup, rules)
	if err != nil {
		return err
	}
	l, err := h.beginLive(r.Context(), store.Live{Profile: who.Profile, Seats: ownSeats(&spec, who), Contest: contest}, spec, seats)
	if err != nil {
		return errors.Join(err, leave(seats))
	}
	return h.answerMeta(w, l, spec, who)
}
