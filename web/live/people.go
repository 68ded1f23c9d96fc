package live

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"marengo/store"
	"marengo/stratego"
	"marengo/web/api"
	"marengo/web/qr"
	"marengo/web/wire"
)

// peopleRoutes adds the requests about games of two people, each at a screen of their
// own.
func (h *Hall) peopleRoutes(add api.Route) {
	add("POST /api/people/games", h.postTable)
	add("POST /api/people/games/{id}/invite", h.postInvite)
	add("POST /api/people/look", h.postLook)
	add("POST /api/people/join", h.postJoin)
}

// maxLag bounds the plies that those who look on lag behind.
const maxLag = 40

// postTable begins a game of two people: who asks has one seat, a link is good for the
// other, or whoever comes first.
func (h *Hall) postTable(w http.ResponseWriter, r *http.Request) error {
	ask, err := api.Read[wire.NewTable](r)
	if err != nil {
		return err
	}
	who, err := h.mayBegin(w, r)
	if err != nil {
		return err
	}
	spec, mine, err := h.newTable(ask)
	if err != nil {
		return err
	}
	if ask.Rated && who.Person == 0 {
		return errNameless
	}
	secret := h.Browsers.NewID()
	l := store.Live{Profile: who.Profile}
	l.Seats[mine] = &store.Owner{Profile: who.Profile, Person: who.Person}
	l.Seats[mine.Other()] = &store.Owner{Invite: store.Hash(secret)}
	if ask.Open {
		l.Seats[mine.Other()] = &store.Owner{Open: true}
	}
	if l, err = h.beginLive(r.Context(), l, spec, noAgents); err != nil {
		return err
	}
	if ask.Open {
		return api.Answer(w, wire.Invitation{Game: l.ID, QR: []string{}, Watch: h.watchLink(r, l.ID, &spec)})
	}
	return h.answerInvitation(w, r, l.ID, secret, &spec)
}

// errNameless answers who asks for a rated game without a name.
var errNameless = api.Fail(http.StatusForbidden, "a rated game needs a name: choose one in the lobby")

// newTable checks a request and makes the game's beginning of it.
func (h *Hall) newTable(ask wire.NewTable) (spec gameSpec, mine stratego.Color, err error) {
	spec, _, err = h.newSpec(wire.NewGame{Rules: ask.Rules, Variant: ask.Variant, Clock: ask.Clock, Red: Me, Blue: Me})
	if err != nil {
		return spec, mine, err
	}
	if ask.Delay < 0 || ask.Delay > maxLag {
		return spec, mine, api.Bad("a delay of %d plies, expected 0 to %d", ask.Delay, maxLag)
	}
	spec.Counts = true
	spec.People = &peopleSpec{Rated: ask.Rated, Looking: ask.Looking, Delay: ask.Delay, Unaided: ask.Unaided}
	switch ask.Color {
	case stratego.Red.String():
		return spec, stratego.Red, nil
	case stratego.Blue.String():
		return spec, stratego.Blue, nil
	case "either":
		return spec, stratego.Color(rand.IntN(2)), nil
	}
	return spec, mine, api.Bad("unknown colour %q, expected red, blue or either", ask.Color)
}

// postInvite makes another link for the free seat; the one before it is void.
func (h *Hall) postInvite(w http.ResponseWriter, r *http.Request) error {
	who, err := h.who(w, r)
	if err != nil {
		return err
	}
	l, err := h.DB.Live(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	if !l.People || l.Yours(who) == [2]bool{} {
		return errSeat
	}
	spec, err := parseJSON[gameSpec](l.Spec)
	if err != nil {
		return err
	}
	secret := h.Browsers.NewID()
	if err := h.DB.Invite(r.Context(), l.ID, store.Hash(secret)); err != nil {
		return taken(err)
	}
	return h.answerInvitation(w, r, l.ID, secret, &spec)
}

// answerInvitation sends a link. What proves the seat stands after the #: browsers send
// that to no server, so no log of any proxy ever has it.
func (h *Hall) answerInvitation(w http.ResponseWriter, r *http.Request, id, secret string, spec *gameSpec) error {
	link := h.Links(r) + "/join#" + secret
	code, err := qr.Encode(link)
	if err != nil {
		return err
	}
	return api.Answer(w, wire.Invitation{Game: id, Link: link, QR: code.Rows(), Watch: h.watchLink(r, id, spec)})
}

func (h *Hall) watchLink(r *http.Request, id string, spec *gameSpec) string {
	if !spec.shown() {
		return ""
	}
	return h.Links(r) + "/watch/" + id
}

// postLook says what a link leads to, and uses nothing up: chats look at links before
// people do.
func (h *Hall) postLook(w http.ResponseWriter, r *http.Request) error {
	l, _, err := h.invited(w, r)
	if err != nil {
		return err
	}
	spec, err := parseJSON[gameSpec](l.Spec)
	if err != nil {
		return err
	}
	return api.Answer(w, tableOf(l, spec))
}

// invited reads which seat somebody wants, and finds its game.
func (h *Hall) invited(w http.ResponseWriter, r *http.Request) (l store.Live, ask wire.Join, err error) {
	if ask, err = api.Read[wire.Join](r); err != nil {
		return l, ask, err
	}
	if h.Guesses != nil && !h.Guesses.Take(api.Address(r), time.Now()) {
		return l, ask, api.TooMany("too many attempts from your address; wait a little")
	}
	if ask.Secret != "" {
		l, err = h.DB.Invited(r.Context(), store.Hash(ask.Secret))
	} else {
		l, err = h.DB.Live(r.Context(), ask.Game)
	}
	if err == nil && !l.People {
		err = store.ErrTaken
	}
	return l, ask, taken(err)
}

// taken answers who comes too late.
func taken(err error) error {
	if errors.Is(err, store.ErrTaken) {
		return api.Fail(http.StatusGone, "this seat is not free: the link was used already, or somebody was faster")
	}
	return err
}

// postJoin takes a seat.
func (h *Hall) postJoin(w http.ResponseWriter, r *http.Request) error {
	l, ask, err := h.invited(w, r)
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
	if yours := l.Yours(who); yours != [2]bool{} {
		return api.Fail(http.StatusConflict, "you have the other seat of this game; the link is for a friend")
	}
	if spec.People.Rated && who.Person == 0 {
		return errNameless
	}
	invite := ""
	if ask.Secret != "" {
		invite = store.Hash(ask.Secret)
	}
	if err := h.DB.TakeSeat(r.Context(), l.ID, invite, who); err != nil {
		return taken(err)
	}
	if l, err = h.DB.Live(r.Context(), l.ID); err != nil {
		return err
	}
	return h.answerMeta(w, l, spec, who)
}

// tableOf says how a game of two people begins, and how far they are.
func tableOf(l store.Live, spec gameSpec) *wire.PeopleTable {
	rules, variant, _ := strings.Cut(spec.Rules, "/")
	if variant == "" {
		variant = stratego.Classic.String()
	}
	t := &wire.PeopleTable{Game: l.ID, Rules: rules, Variant: variant, Ready: []string{}, Clock: spec.Clock,
		Rated: spec.People.Rated, Looking: spec.People.Looking, Delay: spec.People.Delay, Unaided: spec.People.Unaided}
	for c, name := range []*string{&t.Red, &t.Blue} {
		color := stratego.Color(c)
		if l.Seats[c] == nil || l.Seats[c].Free() {
			t.Free = color.String()
			continue
		}
		*name = calledBy(l.Seats[c], capital(color.String()))
		if spec.Setups[c] != "" {
			t.Ready = append(t.Ready, color.String())
		}
	}
	return t
}

// Table describes a game of two people for the lobby.
func Table(l store.Live) (*wire.PeopleTable, error) {
	spec, err := parseJSON[gameSpec](l.Spec)
	if err != nil || spec.People == nil {
		return nil, errors.Join(err, errSeat)
	}
	return tableOf(l, spec), nil
}
