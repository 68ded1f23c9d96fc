package live

import (
	"errors"
	"net/http"

	"marengo/agents"
	"marengo/arena"
	"marengo/store"
	"marengo/stratego"
	"marengo/web/api"
	"marengo/web/wire"
)

// postRematch begins a game of the same two once more, with the seats changed: the
// person keeps its army and the score so far, the machine draws anew.
func (h *Hall) postRematch(w http.ResponseWriter, r *http.Request) error {
	ask, err := api.Read[struct {
		Level int `json:"level"` // 0: as before
	}](r)
	if err != nil {
		return err
	}
	before, err := h.DB.Live(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	who, err := h.mayBegin(w, r)
	if err != nil {
		return err
	}
	spec, err := rematch(before, who)
	if err != nil {
		return err
	}
	for c := range spec.Players {
		if !spec.Players[c].person() && ask.Level >= 1 && ask.Level <= agents.Levels {
			spec.Players[c].Level = ask.Level
		}
	}
	if spec.Seed, err = api.Seed(""); err != nil {
		return err
	}
	rules, err := stratego.Preset(spec.Rules)
	if err != nil {
		return err
	}
	var seats [2]*arena.Seat
	if spec.Start == "" {
		own := spec.Setups[stratego.Red] + spec.Setups[stratego.Blue] // one of them is empty
		if seats, err = h.place(r.Context(), who.Profile, &spec, own, rules); err != nil {
			return err
		}
	}
	l, err := h.beginLive(r.Context(), store.Live{Profile: who.Profile, Seats: ownSeats(&spec, who)}, spec, seats)
	if err != nil {
		return errors.Join(err, leave(seats))
	}
	return h.answerMeta(w, l, spec, who)
}

// rematch is how the game after a finished one begins, but for the seed and the
// machine's setup.
func rematch(l store.Live, who store.Who) (gameSpec, error) {
	before, err := parseJSON[gameSpec](l.Spec)
	if err != nil {
		return before, err
	}
	status, err := parseJSON[gameStatus](l.Status)
	switch {
	case err != nil:
		return before, err
	case l.Yours(who) == [2]bool{}:
		return before, errSeat
	case status.Result == nil:
		return before, api.Fail(http.StatusConflict, "this game is not over yet")
	case before.you() == "":
		return before, api.Bad("only a game of one person against one agent has a rematch")
	}
	again := gameSpec{Rules: before.Rules, Start: before.Start, Clock: before.Clock, Counts: before.Counts, Open: before.Open}
	for c, p := range before.Players {
		other := stratego.Color(c).Other()
		again.Players[other] = p
		if p.person() && before.Start == "" {
			again.Setups[other] = before.Setups[c]
		}
	}
	score := before.score(status.Result)
	again.Series = &score
	return again, nil
}

// score is how a person stands after a game and the ones before it.
func (s *gameSpec) score(end *wire.Ending) (score wire.Score) {
	if s.Series != nil {
		score = *s.Series
	}
	switch {
	case end == nil:
	case end.Winner == "":
		score.Drawn++
	case end.Winner == s.you():
		score.Won++
	default:
		score.Lost++
	}
	return score
}
