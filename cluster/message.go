package cluster

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"marengo/agent"
	"marengo/arena"
	"marengo/stratego"
)

// version is that of all messages. A message of another one is dropped.
const version = 1

// The bounds of messages, in bytes. NATS takes up to a megabyte unless told otherwise.
const (
	maxPairMessage   = 64 << 10
	maxResultMessage = 1 << 20
	maxAnnouncement  = 1 << 20
)

// The bounds within messages.
const (
	maxAgent  = 8 << 10
	maxWords  = 500 // of a reason or a name, in bytes
	maxHashes = 32
	maxNumber = 1 << 30
	maxFailed = 8              // workers that could not play a pair
	maxTime   = 24 * time.Hour // of a move
)

// Why a message is dropped, as it is counted and shown.
const (
	tooLarge     = "too large"
	malformed    = "malformed"
	otherVersion = "other version"
	contradicts  = "contradicts its pair or the rules"
	duplicate    = "came again"
	unasked      = "not asked for"
)

// dropped is the error of a message that is dropped.
type dropped struct {
	why string
	err error
}

func (d *dropped) Error() string { return d.why + ": " + d.err.Error() }
func (d *dropped) Unwrap() error { return d.err }

func drop(why, format string, args ...any) error { return &dropped{why, fmt.Errorf(format, args...)} }

// checked is a message that says what is wrong with it, or nothing.
type checked interface{ check() error }

// decode reads a message of at most limit bytes.
func decode[T any, P interface {
	*T
	checked
}](data []byte, limit int) (*T, error) {
	if len(data) > limit {
		return nil, drop(tooLarge, "%d bytes, at most %d are read", len(data), limit)
	}
	var v struct {
		V int `json:"v"`
	}
	if err := json.Unmarshal(data, &v); err != nil {
		return nil, &dropped{malformed, err}
	}
	if v.V != version {
		return nil, drop(otherVersion, "%d, expected %d", v.V, version)
	}
	m := new(T)
	if err := json.Unmarshal(data, m); err != nil {
		return nil, &dropped{malformed, err}
	}
	if err := P(m).check(); err != nil {
		return nil, &dropped{malformed, err}
	}
	return m, nil
}

var errTooLong = errors.New("a message is too long")

// encode writes a message, which must be one that decode reads.
func encode(m checked, limit int) ([]byte, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	data, err := json.Marshal(m)
	if err == nil && len(data) > limit {
		err = fmt.Errorf("%w: %d bytes, at most %d are sent", errTooLong, len(data), limit)
	}
	return data, err
}

// Player is a player as every machine names it.
type Player struct {
	Agent    string   `json:"agent"`              // portable, as in agents.Portable
	Revision string   `json:"revision,omitempty"` // of its play
	Data     []string `json:"data,omitempty"`     // hashes of all that it loads
	Kernel   string   `json:"kernel,omitempty"`   // how its networks are computed
	Imported string   `json:"imported,omitempty"` // hash of a person's own setups, for players that use them
}

func (p *Player) check() error {
	if p.Agent == "" || !words(p.Agent, maxAgent) || !words(p.Revision, maxWords) || !words(p.Kernel, maxWords) || len(p.Data) > maxHashes {
		return errors.New("a player without a name, or with too much of one")
	}
	for _, sum := range append(p.Data[:len(p.Data):len(p.Data)], p.Imported) {
		if sum != "" && !isSum(sum) {
			return fmt.Errorf("player %.80q has the hash %.80q, which is none", p.Agent, sum)
		}
	}
	return nil
}

// words says whether a text is fit to be shown and not too long.
func words(text string, limit int) bool {
	return len(text) <= limit && utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f })
}

// Terms are arena.Terms as they travel.
type Terms struct {
	Rules       string        `json:"rules"`
	Time        time.Duration `json:"time,omitempty"`
	Nodes       int64         `json:"nodes,omitempty"`
	Evaluations int64         `json:"evaluations,omitempty"`
	Threads     int           `json:"threads,omitempty"`
	Hard        time.Duration `json:"hard,omitempty"`
	Logs        bool          `json:"logs,omitempty"`
}

func newTerms(t arena.Terms) Terms {
	return Terms{Rules: t.Rules.String(), Time: t.Budget.Time, Nodes: t.Budget.Nodes, Evaluations: t.Budget.Evaluations,
		Threads: t.Budget.Threads, Hard: t.Hard, Logs: t.Logs}
}

// arena returns the terms as arena plays under them.
func (t Terms) arena() (arena.Terms, error) {
	rules, err := stratego.ParseRules(t.Rules)
	return arena.Terms{Rules: rules, Hard: t.Hard, Logs: t.Logs,
		Budget: agent.Budget{Time: t.Time, Nodes: t.Nodes, Evaluations: t.Evaluations, Threads: t.Threads}}, err
}

func (t Terms) check() error {
	if !words(t.Rules, maxWords) || t.Time < 0 || t.Time > maxTime || t.Hard < 0 || t.Hard > maxTime ||
		t.Nodes < 0 || t.Evaluations < 0 || t.Threads < 0 || t.Threads > maxThreads {
		return errors.New("terms out of bounds")
	}
	_, err := stratego.ParseRules(t.Rules)
	return err
}

const maxThreads = 1024

// timed says whether a move's time is limited: such games differ from run to run.
func (t Terms) timed() bool { return t.Time > 0 }

// PairMessage is a pair to be played.
type PairMessage struct {
	V       int         `json:"v"`
	Match   string      `json:"match"`
	Lot     string      `json:"lot"`
	Number  int         `json:"number"`
	Players [2]Player   `json:"players"`
	Terms   Terms       `json:"terms"`
	Games   [2]WireGame `json:"games"`
	Failed  []string    `json:"failed,omitempty"` // the workers that could not play it
}

// WireGame is an arena.PairGame as it travels.
type WireGame struct {
	Absent bool       `json:"absent,omitempty"`
	Setups *[2]string `json:"setups,omitempty"`
	Seed   uint64     `json:"seed"`
	Stream *[2]uint64 `json:"stream,omitempty"`
}

func (m *PairMessage) check() error {
	if !isKey(m.Match) || m.Number < 0 || m.Number > maxNumber || len(m.Failed) > maxFailed {
		return fmt.Errorf("a pair without a proper name: match %.80q, number %d", m.Match, m.Number)
	}
	for i := range m.Players {
		if err := m.Players[i].check(); err != nil {
			return err
		}
	}
	for _, name := range m.Failed {
		if !words(name, maxWords) {
			return errors.New("a worker's name that is none")
		}
	}
	if err := m.Terms.check(); err != nil {
		return err
	}
	if want := lotOf(m.Players, m.Terms); m.Lot != want {
		return fmt.Errorf("lot %.80q, expected %s of such players and terms", m.Lot, want)
	}
	if m.Games[0].Absent && m.Games[1].Absent {
		return errors.New("a pair without a game")
	}
	rules, err := stratego.ParseRules(m.Terms.Rules)
	if err != nil {
		return err
	}
	for i := range m.Games {
		if _, err := m.Games[i].setups(rules.Variant); err != nil {
			return err
		}
	}
	return nil
}

// attempt counts the tries of a pair before this one.
func (m *PairMessage) attempt() int { return len(m.Failed) }

// sum is the hash of all that decides how the pair is played. Which of its games are
// wanted, and who failed, is no part of it.
func (m *PairMessage) sum() string {
	bare := *m
	bare.Failed = nil
	for i := range bare.Games {
		bare.Games[i].Absent = false
	}
	text, err := json.Marshal(bare)
	if err != nil {
		panic(fmt.Sprintf("a pair that JSON cannot hold: %v", err)) // it has only strings and numbers
	}
	return hexSum(text)
}

// setups reads the setups, if they are given.
func (g *WireGame) setups(v stratego.Variant) (*[2]stratego.Setup, error) {
	if g.Setups == nil {
		return nil, nil
	}
	var setups [2]stratego.Setup
	for c, text := range g.Setups {
		var err error
		if setups[c], err = stratego.ParseSetup(text); err != nil {
			return nil, err
		}
		if err := setups[c].Check(v); err != nil {
			return nil, err
		}
	}
	return &setups, nil
}

// newPairMessage writes down a pair for players as other machines name them.
func newPairMessage(match string, p *arena.Pair, players [2]Player) *PairMessage {
	m := &PairMessage{V: version, Match: match, Number: p.Number, Players: players, Terms: newTerms(p.Terms)}
	m.Lot = lotOf(m.Players, m.Terms)
	for i, g := range p.Games {
		m.Games[i] = WireGame{Absent: g.Absent, Seed: g.Seed, Stream: g.Stream}
		if g.Setups != nil {
			m.Games[i].Setups = &[2]string{g.Setups[stratego.Red].String(), g.Setups[stratego.Blue].String()}
		}
	}
	return m
}

// games returns what differs between the games of the pair, as arena has it.
func (m *PairMessage) games(v stratego.Variant) (games [2]arena.PairGame, err error) {
	for i := range m.Games {
		g := &m.Games[i]
		games[i] = arena.PairGame{Absent: g.Absent, Seed: g.Seed, Stream: g.Stream}
		if games[i].Setups, err = g.setups(v); err != nil {
			return games, err
		}
	}
	return games, nil
}
