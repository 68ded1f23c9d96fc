package live

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"marengo/agent"
	"marengo/agents"
	"marengo/arena"
	"marengo/record/formats"
	"marengo/store"
	"marengo/stratego"
	"marengo/web/api"
	"marengo/web/fair"
	"marengo/web/wire"
)

// Me is a person in a NewGame.
const Me = "me"

// Bounds of what a person may ask for.
const (
	maxSeconds   = 30
	maxMinutes   = 180
	maxIncrement = 120
	maxDays      = 14
)

// postGame begins a game.
func (h *Hall) postGame(w http.ResponseWriter, r *http.Request) error {
	ask, err := api.Read[wire.NewGame](r)
	if err != nil {
		return err
	}
	who, err := h.mayBegin(w, r)
	if err != nil {
		return err
	}
	spec, rules, err := h.newSpec(ask)
	if err != nil {
		return err
	}
	var seats [2]*arena.Seat
	if ask.Position == "" {
		if seats, err = h.place(r.Context(), who.Profile, &spec, ask.Setup, rules); err != nil {
			return err
		}
	}
	l, err := h.beginLive(r.Context(), store.Live{Profile: who.Profile, Seats: ownSeats(&spec, who)}, spec, seats)
	if err != nil {
		return errors.Join(err, leave(seats))
	}
	return h.answerMeta(w, l, spec, who)
}

// beginLive stores a game and, where agents have sat down to it, opens its room.
func (h *Hall) beginLive(ctx context.Context, l store.Live, spec gameSpec, seats [2]*arena.Seat) (_ store.Live, err error) {
	if _, waits := spec.awaited(); !waits {
		if _, err := spec.begin(); err != nil {
			return l, api.Bad("%v", err)
		}
	}
	l.ID, l.People = h.Browsers.NewID()[:12], spec.People != nil
	if l.Spec, err = stored(spec); err != nil {
		return l, err
	}
	if l.Status, err = stored(gameStatus{Counts: spec.Counts, Clock: startClocks(spec.Clock)}); err != nil {
		return l, err
	}
	if err := h.DB.NewLive(ctx, l); err != nil {
		return l, err
	}
	if seats == ([2]*arena.Seat{}) {
		return l, nil
	}
	r, err := h.newRoom(l)
	if err != nil {
		return l, err
	}
	r.seats = seats
	return l, h.addRoom(r)
}

// leave lets agents go that sat down in vain.
func leave(seats [2]*arena.Seat) error {
	var errs []error
	for _, seat := range seats {
		if seat != nil {
			errs = append(errs, seat.Leave())
		}
	}
	return errors.Join(errs...)
}

// postSetup gives the setup that a game waits for.
func (h *Hall) postSetup(w http.ResponseWriter, r *http.Request) error {
	ask, err := api.Read[struct {
		Seat  string `json:"seat"`
		Setup string `json:"setup"`
	}](r)
	if err != nil {
		return err
	}
	who, err := h.who(w, r)
	if err != nil {
		return err
	}
	// Two people may set up in the same moment: who comes second adds to the first's.
	for range setupTries {
		l, spec, err := h.setUp(r.Context(), r.PathValue("id"), who, ask.Seat, ask.Setup)
		if errors.Is(err, errMeanwhile) {
			continue
		}
		if err != nil {
			return err
		}
		if _, waits := spec.awaited(); !waits && l.People {
			if err := h.wake(r.Context(), l.ID); err != nil {
				return err
			}
		}
		return h.answerMeta(w, l, spec, who)
	}
	return api.Fail(http.StatusConflict, "the setup could not be kept; try again")
}

const setupTries = 4

// errMeanwhile says that a game changed while it was being changed.
var errMeanwhile = errors.New("the game has changed meanwhile")

// setUp keeps the setup of one seat.
func (h *Hall) setUp(ctx context.Context, id string, who store.Who, name, setup string) (l store.Live, spec gameSpec, err error) {
	if l, err = h.DB.Live(ctx, id); err != nil {
		return l, spec, err
	}
	if spec, err = parseJSON[gameSpec](l.Spec); err != nil {
		return l, spec, err
	}
	seat, err := seatOf(&l, &spec, who, name)
	if err != nil {
		return l, spec, err
	}
	if seat == watching {
		return l, spec, errSeat
	}
	if err = spec.change(seat, setup, l.People); err != nil {
		return l, spec, err
	}
	before := l.Spec
	if l.Spec, err = stored(spec); err != nil {
		return l, spec, err
	}
	if err = h.DB.SetUpLive(ctx, l, before); errors.Is(err, store.ErrNotFound) {
		err = errMeanwhile
	}
	return l, spec, err
}

// change sets a seat's army. Of two people, one may take it back while the other places.
func (s *gameSpec) change(seat stratego.Color, setup string, people bool) error {
	if _, waits := s.awaited(); setup == "" && people && waits {
		s.Setups[seat] = ""
		return nil
	}
	if s.Start != "" || s.Setups[seat] != "" {
		return api.Fail(http.StatusConflict, "%v has set up already", seat)
	}
	rules, err := stratego.Preset(s.Rules)
	if err == nil {
		s.Setups[seat], err = personSetup(setup, seat, rules)
	}
	return err
}

// newSpec checks a request and makes the game's beginning of it, but for setups.
func (h *Hall) newSpec(ask wire.NewGame) (spec gameSpec, rules stratego.Rules, err error) {
	spec = gameSpec{Rules: ask.Rules, Clock: ask.Clock, Counts: ask.Counts, Open: ask.Open}
	if ask.Variant != "" && ask.Variant != stratego.Classic.String() {
		spec.Rules += "/" + ask.Variant
	}
	rules, err = stratego.Preset(spec.Rules)
	if err != nil {
		return spec, rules, api.Bad("%v", err)
	}
	switch {
	case ask.Level < 0 || ask.Level > agents.Levels:
		return spec, rules, api.Bad("level %d, expected 1 to %d", ask.Level, agents.Levels)
	case ask.Seconds < 0 || ask.Seconds > maxSeconds:
		return spec, rules, api.Bad("%g seconds a move, expected at most %d", ask.Seconds, maxSeconds)
	case ask.Clock != nil && !sensible(ask.Clock):
		return spec, rules, api.Bad("a clock of %g minutes and %g seconds a move cannot be set", ask.Clock.Minutes, ask.Clock.Increment)
	}
	if spec.Seed, err = api.Seed(ask.Seed); err != nil {
		return spec, rules, err
	}
	persons := 0
	for c, name := range []string{ask.Red, ask.Blue} {
		var p playerSpec
		if name != Me {
			contender, err := h.Catalogue.Find(name)
			if err != nil {
				return spec, rules, api.Bad("%v", err)
			}
			if !contender.Plays(rules.Variant) {
				return spec, rules, api.Bad("%s does not play %v", name, rules.Variant)
			}
			if contender.SetsUpItself() && ask.Position != "" {
				return spec, rules, api.Bad("%s plays whole games only", name)
			}
			p = playerSpec{Agent: name, Level: ask.Level, Time: ask.Seconds}
		} else {
			persons++
		}
		spec.Players[c] = p
	}
	// Who chooses the seed can know the opponent's setup from an earlier game.
	if persons != 1 || ask.Position != "" || ask.Open || ask.Seed != "" {
		spec.Counts = false
	}
	if spec.Open && ask.Position == "" {
		return spec, rules, api.Bad("only a game from a free position can be played with open pieces")
	}
	if ask.Position != "" {
		spec, err = fromPosition(spec, ask)
	}
	return spec, rules, err
}

func sensible(c *wire.ClockSettings) bool {
	if c.Days != 0 {
		return c.Days > 0 && c.Days <= maxDays && c.Minutes == 0 && c.Increment == 0
	}
	return c.Minutes > 0 && c.Minutes <= maxMinutes && c.Increment >= 0 && c.Increment <= maxIncrement
}

// fromPosition begins the game from a free position.
func fromPosition(spec gameSpec, ask wire.NewGame) (gameSpec, error) {
	g, err := formats.Parse("position", []byte(ask.Position))
	if err != nil {
		return spec, api.Bad("%v", err)
	}
	spec.Start = ask.Position
	if g.Position == nil {
		spec.Start = ""
		spec.Setups = [2]string{g.Setups[0].String(), g.Setups[1].String()}
	}
	return spec, nil
}

// place fills in the setups: the first person's as given, a machine's as drawn. The
// agents that placed themselves come back seated, since they play on from there.
func (h *Hall) place(ctx context.Context, visitor string, spec *gameSpec, given string, rules stratego.Rules) (seats [2]*arena.Seat, err error) {
	first := true
	for c, p := range spec.Players {
		color := stratego.Color(c)
		switch {
		case !p.person():
			spec.Setups[c], seats[c], err = h.machineSetup(ctx, visitor, p.Agent, rules, color, spec.Seed)
		case first:
			first = false
			spec.Setups[c], err = personSetup(given, color, rules)
		} // a second person's is awaited
		if err != nil {
			return seats, errors.Join(err, leave(seats))
		}
	}
	return seats, nil
}

// personSetup checks the setup that a person gave.
func personSetup(text string, c stratego.Color, rules stratego.Rules) (string, error) {
	setup, err := stratego.ParseSetup(text)
	if err == nil {
		err = setup.Check(rules.Variant)
	}
	if err != nil {
		return "", api.Bad("%v's setup: %v", c, err)
	}
	return text, nil
}

// setupLimit is how long an agent may take to place its pieces.
const setupLimit = 30 * time.Second

// machineSetup draws a setup for a machine's seat: an own habit of setting up would
// be known after one game. A player that was put on offer with setups of the host's
// choice places itself, as does one that knows no board but its own: that one plays
// on from its seat.
func (h *Hall) machineSetup(ctx context.Context, visitor, name string, rules stratego.Rules, c stratego.Color, seed uint64) (string, *arena.Seat, error) {
	contender, err := h.Catalogue.Find(name)
	if err != nil {
		return "", nil, api.Bad("%v", err)
	}
	g := agent.Game{Rules: rules, Color: c, Opponent: personName, Seed: arena.MoveSeed(seed, -2-int(c))}
	if !contender.SetsUpItself() && !choosesSetups(name) {
		drawn, err := h.Setups.Setup(rules, g.Rand())
		return drawn.String(), nil, err
	}
	release, err := h.Thinkers.Acquire(ctx, fair.Asker{Visitor: visitor, Urgency: fair.Soon})
	if err != nil {
		return "", nil, err
	}
	defer release()
	a, err := contender.New()
	if err != nil {
		return "", nil, err
	}
	seat := arena.Sit(a)
	placed, err := seat.Setup(ctx, setupLimit, g)
	if err != nil || !contender.SetsUpItself() {
		return placed.String(), nil, errors.Join(err, seat.Leave())
	}
	return placed.String(), seat, nil
}

// choosesSetups says whether an agent string names where its setups come from.
func choosesSetups(name string) bool {
	_, options, _ := strings.Cut(name, ":")
	return slices.ContainsFunc(strings.Split(options, ","), func(o string) bool { return strings.HasPrefix(o, "setup=") })
}
