package live

import (
	"encoding/json"
	"fmt"
	"time"

	"marengo/agents"
	"marengo/arena"
	"marengo/record/formats"
	"marengo/store"
	"marengo/stratego"
	"marengo/web/wire"
)

// gameSpec says how a live game began. It never changes.
type gameSpec struct {
	Rules   string              `json:"rules"`
	Setups  [2]string           `json:"setups,omitempty"`
	Start   string              `json:"start,omitempty"` // a free position as people share it
	Players [2]playerSpec       `json:"players"`         // by colour
	Clock   *wire.ClockSettings `json:"clock,omitempty"`
	Seed    uint64              `json:"seed"`
	Counts  bool                `json:"counts"`
	Open    bool                `json:"open,omitempty"`
	Series  *wire.Score         `json:"series,omitempty"` // of the games that this is a rematch of
	People  *peopleSpec         `json:"people,omitempty"` // of two people, each at a screen of their own
}

// peopleSpec is what two people agree on by sitting down.
type peopleSpec struct {
	Rated   bool `json:"rated,omitempty"`
	Looking bool `json:"looking,omitempty"` // others may look on
	Delay   int  `json:"delay,omitempty"`   // plies that those lag behind
	Unaided bool `json:"unaided,omitempty"` // ranks fade for both
}

// playerSpec is a seat: a person's, whose owner the store knows, or an agent's.
type playerSpec struct {
	Agent string  `json:"agent,omitempty"`
	Level int     `json:"level,omitempty"`
	Time  float64 `json:"time,omitempty"` // seconds a move, where no level is set
}

func (p playerSpec) person() bool { return p.Agent == "" }

// gameStatus is what changes in a live game beside its moves.
type gameStatus struct {
	Counts   bool           `json:"counts"`
	Offer    string         `json:"offer,omitempty"`
	Declined bool           `json:"declined,omitempty"`
	Clock    [2]int64       `json:"clock,omitempty"` // milliseconds left, by colour
	Times    []int64        `json:"times,omitempty"` // microseconds a move
	Result   *wire.Ending   `json:"result,omitempty"`
	Marks    [2][]wire.Mark `json:"marks,omitzero"`  // by the seat that made them
	Began    int64          `json:"began,omitempty"` // of the turn that runs, in microseconds of the server's clock; 0: at the next look
	Back     string         `json:"back,omitempty"`  // who asks to take back
	Muted    [2]bool        `json:"muted,omitzero"`  // who hears no phrases
}

// personName is how the store calls whoever sat at the screen.
const personName = "person"

// identity is how the store names a seat's player.
func (p playerSpec) identity(c arena.Contender, owner *store.Owner) store.Player {
	if p.person() {
		return store.Player{Name: calledBy(owner, personName)}
	}
	return arena.Identity(c)
}

// calledBy is the name of who has a seat, or what such a one is called without.
func calledBy(owner *store.Owner, otherwise string) string {
	if owner == nil || owner.Name == "" {
		return otherwise
	}
	return owner.Name
}

// timeFor is an agent's time for a move, less when its clock runs low.
func (p playerSpec) timeFor(left time.Duration, clocked bool) time.Duration {
	t := agents.LevelTime(p.Level)
	if p.Time > 0 {
		t = time.Duration(p.Time * float64(time.Second))
	}
	if clocked {
		t = max(min(t, left/clockShare), minThink)
	}
	return t
}

// An agent spends at most this share of its clock on a move, and at least this
// long.
const (
	clockShare = 40
	minThink   = 20 * time.Millisecond
)

// awaited is the person whose setup the game waits for.
func (s *gameSpec) awaited() (c stratego.Color, waits bool) {
	for c, p := range s.Players {
		if p.person() && s.Start == "" && s.Setups[c] == "" {
			return stratego.Color(c), true
		}
	}
	return stratego.NoColor, false
}

// watched says that two agents play and people look on.
func (s *gameSpec) watched() bool { return !s.Players[0].person() && !s.Players[1].person() }

// shown says whether anybody may look on.
func (s *gameSpec) shown() bool { return s.watched() || s.People != nil && s.People.Looking }

// begin makes a referee at the game's first position.
func (s *gameSpec) begin() (*arena.Referee, error) {
	rules, err := stratego.Preset(s.Rules)
	if err != nil {
		return nil, err
	}
	if s.Start != "" {
		g, err := formats.Parse("position", []byte(s.Start))
		if err != nil {
			return nil, err
		}
		g.Rules = rules
		state, err := g.Begin()
		if err != nil {
			return nil, err
		}
		return arena.NewRefereeAt(state), nil
	}
	setups, err := s.setups()
	if err != nil {
		return nil, err
	}
	return arena.NewReferee(rules, setups[stratego.Red], setups[stratego.Blue])
}

// setups reads both armies of a game that does not begin from a free position.
func (s *gameSpec) setups() (setups [2]stratego.Setup, err error) {
	for c, text := range s.Setups {
		if setups[c], err = stratego.ParseSetup(text); err != nil {
			return setups, fmt.Errorf("%v: %w", stratego.Color(c), err)
		}
	}
	return setups, nil
}

// stored writes what the store keeps of a game.
func stored(v any) (string, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("a game's state cannot be written: %w", err)
	}
	return string(data), nil
}

func parseJSON[T any](text string) (v T, err error) {
	err = json.Unmarshal([]byte(text), &v)
	return v, err
}
