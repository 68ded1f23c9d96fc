package cluster

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"marengo/arena"
	"marengo/store"
	"marengo/stratego"
)

// Outcome is what became of a pair on a worker.
type Outcome string

// The outcomes.
const (
	Played Outcome = "played"
	Failed Outcome = "failed" // the worker could not play it
	Lost   Outcome = "lost"   // many workers took it and were not heard of again
)

// Result says what became of a pair.
type Result struct {
	V       int        `json:"v"`
	Match   string     `json:"match"`
	Number  int        `json:"number"`
	Worker  string     `json:"worker"`
	Pair    string     `json:"pair"`    // PairMessage.sum of the pair that was taken
	Attempt int        `json:"attempt"` // and its attempt
	Outcome Outcome    `json:"outcome"`
	Reason  string     `json:"reason,omitempty"` // of a failure
	Games   []GameMade `json:"games,omitempty"`

	// Factor is what the budget in time was multiplied by, where it has one.
	Factor float64 `json:"factor,omitempty"`

	// Sum is the hash of all the rest: what is changed on the way is no result.
	Sum string `json:"sum"`
}

// newResult begins to say what became of a pair on a worker.
func newResult(m *PairMessage, worker string, o Outcome) *Result {
	return &Result{V: version, Match: m.Match, Number: m.Number, Worker: worker, Pair: m.sum(), Attempt: m.attempt(), Outcome: o}
}

// seal hashes the result.
func (r *Result) seal() string {
	bare := *r
	bare.Sum = ""
	text, err := json.Marshal(bare)
	if err != nil {
		return "" // a number that is none: no hash fits it
	}
	return hexSum(text)
}

// GameMade is a game that was played: what a coordinator does not know already.
type GameMade struct {
	Number int       `json:"number"`
	Setups [2]string `json:"setups"`
	Moves  []byte    `json:"moves"` // two bytes a move
	Winner string    `json:"winner"`
	Reason string    `json:"reason"`
	Detail string    `json:"detail,omitempty"`
	Times  []byte    `json:"times"`         // microseconds a move, as varints
	Log    []byte    `json:"log,omitempty"` // ply TAB line, one a line, deflated
}

// The bounds of a game.
const (
	maxMoves    = 200_000
	maxDetail   = 4 << 10
	maxLog      = 16 << 20 // inflated
	maxLogLines = 400_000
	maxFactor   = 100
)

func (r *Result) check() error {
	if !isKey(r.Match) || r.Number < 0 || r.Number > maxNumber || r.Worker == "" || !words(r.Worker, maxWords) || !words(r.Reason, maxWords) {
		return fmt.Errorf("a result without a proper name: match %.80q, number %d", r.Match, r.Number)
	}
	switch r.Outcome {
	case Played:
		if len(r.Games) < 1 || len(r.Games) > 2 {
			return fmt.Errorf("a pair of %d games", len(r.Games))
		}
	case Failed, Lost:
		if len(r.Games) > 0 {
			return fmt.Errorf("a pair that was %s has games", r.Outcome)
		}
	default:
		return fmt.Errorf("unknown outcome %.80q", r.Outcome)
	}
	if !isSum(r.Pair) || r.Attempt < 0 || r.Attempt > maxFailed || !(r.Factor == 0 || r.Factor > 1./maxFactor && r.Factor < maxFactor) {
		return errors.New("a result out of bounds")
	}
	for i := range r.Games {
		g := &r.Games[i]
		if g.Number != r.Number && g.Number != r.Number+1 || i > 0 && g.Number == r.Games[0].Number {
			return fmt.Errorf("game %d is none of pair %d", g.Number, r.Number)
		}
		if len(g.Moves) > 2*maxMoves || len(g.Moves)%2 != 0 || len(g.Detail) > maxDetail || !utf8.ValidString(g.Detail) ||
			!words(g.Winner, maxWords) || !words(g.Reason, maxWords) {
			return fmt.Errorf("game %d out of bounds", g.Number)
		}
	}
	if r.Sum != r.seal() {
		return errors.New("a result that was changed after it was written")
	}
	return nil
}

// newGameMade writes down a game that was played.
func newGameMade(g *store.Game) (GameMade, error) {
	m := GameMade{Number: g.Number, Winner: g.Winner.String(), Reason: g.Reason, Detail: cut(strings.ToValidUTF8(g.Detail, "?"), maxDetail),
		Setups: [2]string{g.Setups[stratego.Red].String(), g.Setups[stratego.Blue].String()}}
	for _, move := range g.Moves {
		m.Moves = append(m.Moves, byte(stratego.From(move)), byte(stratego.To(move)))
	}
	for _, t := range g.Times {
		m.Times = binary.AppendUvarint(m.Times, uint64(max(0, t.Microseconds())))
	}
	var err error
	m.Log, err = packLog(g.Log)
	return m, err
}

// cut shortens a text to a number of bytes.
func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "")
}

// oneLine makes a text fit to be shown in a line, and short.
func oneLine(text string) string {
	return cut(strings.ToValidUTF8(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text), "?"), maxWords)
}

// verify replays a game by the rules of its pair, and returns it as the arena would have
// stored it. Nothing is taken from it that the pair says already.
func (g *GameMade) verify(p *arena.Pair, factor float64) (*store.Game, error) {
	i := g.Number - p.Number
	if i < 0 || i > 1 {
		return nil, drop(unasked, "game %d is none of pair %d", g.Number, p.Number)
	}
	asked := &p.Games[i]
	made := &store.Game{Match: p.Match, Number: g.Number, Red: p.Players[i], Blue: p.Players[1-i], Rules: p.Terms.Rules, Seed: asked.Seed,
		Reason: g.Reason, Detail: g.Detail, Finished: time.Now(), Factor: factor}
	if (p.Terms.Budget.Time > 0) != (factor > 0) {
		return nil, drop(contradicts, "factor %v for a budget of %v", factor, p.Terms.Budget.Time)
	}
	for c, text := range g.Setups {
		s, err := stratego.ParseSetup(text)
		if err != nil {
			return nil, &dropped{malformed, err}
		}
		if asked.Setups != nil && asked.Setups[c] != s {
			return nil, drop(contradicts, "game %d has another board than the one given", g.Number)
		}
		made.Setups[c] = s
	}
	if err := g.replay(made); err != nil {
		return nil, err
	}
	var err error
	if made.Times, err = unpackTimes(g.Times, len(made.Moves)); err != nil {
		return nil, err
	}
	if !p.Terms.Logs {
		return made, nil
	}
	made.Log, err = unpackLog(g.Log)
	return made, err
}

// replay plays the moves and checks that the game ended as it is said to.
func (g *GameMade) replay(made *store.Game) error {
	referee, err := arena.NewReferee(made.Rules, made.Setups[stratego.Red], made.Setups[stratego.Blue])
	if err != nil {
		return &dropped{contradicts, err}
	}
	state := referee.State()
	for i := 0; i < len(g.Moves); i += 2 {
		from, to := stratego.Square(g.Moves[i]), stratego.Square(g.Moves[i+1])
		if from >= stratego.Squares || to >= stratego.Squares {
			return drop(malformed, "move %d goes from %d to %d, which are no squares", i/2+1, from, to)
		}
		m := stratego.NewMove(from, to)
		if err := state.Play(m); err != nil {
			return drop(contradicts, "move %d of game %d: %w", i/2+1, g.Number, err)
		}
		made.Moves = append(made.Moves, m)
	}
	switch g.Winner {
	case stratego.Red.String():
		made.Winner = stratego.Red
	case stratego.Blue.String():
		made.Winner = stratego.Blue
	case stratego.NoColor.String():
		made.Winner = stratego.NoColor
	default:
		return drop(malformed, "winner %.80q", g.Winner)
	}
	return endsRight(made, state.Result())
}

// endsRight says whether a game's end is one that the board shows, or one that players
// and referees make where the board shows none.
func endsRight(g *store.Game, board stratego.Result) error {
	won := g.Winner != stratego.NoColor
	ok := false
	switch {
	case board.Over():
		ok = g.Winner == board.Winner && g.Reason == board.Reason.String()
	case g.Reason == stratego.Resigned.String() || arena.FaultOf(g) != nil:
		ok = won
	case g.Reason == stratego.AgreedDraw.String():
		ok = !won
	}
	if !ok {
		return drop(contradicts, "game %d ends with %.80q for %v, the board says %v", g.Number, g.Reason, g.Winner, board)
	}
	return nil
}

func unpackTimes(b []byte, moves int) (times []time.Duration, err error) {
	for len(b) > 0 {
		us, n := binary.Uvarint(b)
		if n <= 0 || us > uint64(maxTime.Microseconds()) {
			return nil, drop(malformed, "a move's time is none")
		}
		times = append(times, time.Duration(us)*time.Microsecond)
		b = b[n:]
	}
	if len(times) != moves {
		return nil, drop(contradicts, "%d times of %d moves", len(times), moves)
	}
	return times, nil
}

// packLog writes a log as the store does, as text that any reader takes.
func packLog(log []store.LogLine) ([]byte, error) {
	if len(log) == 0 {
		return nil, nil
	}
	valid := make([]store.LogLine, len(log))
	for i, l := range log {
		valid[i] = store.LogLine{Ply: l.Ply, Text: strings.ToValidUTF8(l.Text, "?")}
	}
	return store.PackLog(valid)
}

// unpackLog inflates the lines of a log, and no more than there may be.
func unpackLog(deflated []byte) (log []store.LogLine, err error) {
	if len(deflated) == 0 {
		return nil, nil
	}
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(deflated)), maxLog+1))
	switch {
	case err != nil:
		return nil, &dropped{malformed, err}
	case len(text) > maxLog || bytes.Count(text, []byte("\n")) > maxLogLines:
		return nil, drop(tooLarge, "a log of more than %d bytes or %d lines", maxLog, maxLogLines)
	case !utf8.Valid(text):
		return nil, drop(malformed, "a log that is no text")
	}
	for line := range strings.Lines(string(text)) {
		ply, rest, found := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		n, err := strconv.Atoi(ply)
		if err != nil || !found || n < 0 || n > maxMoves {
			return nil, drop(malformed, "a log's line begins with no ply")
		}
		log = append(log, store.LogLine{Ply: n, Text: rest})
	}
	return log, nil
}
