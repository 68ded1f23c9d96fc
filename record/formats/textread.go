package formats

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"marengo/record"
	"marengo/stratego"
)

// textReader reads our own form line by line.
type textReader struct {
	src     *source
	game    *record.Game
	short   bool // a position and nothing else
	seen    map[string]spot
	plies   []ply
	words   int // words in the move list, with the one that stands for no move
	section string
	closed  bool // the line that ends the file has been read
}

// parseText reads our own form.
func parseText(name string, data []byte) (*record.Game, error) {
	src, err := newSource(name, data)
	if err != nil {
		return nil, err
	}
	if err := src.checkUTF8(); err != nil {
		return nil, err
	}
	r := &textReader{src: src, game: &record.Game{Rules: stratego.DefaultRules, Result: record.Unfinished}, seen: make(map[string]spot)}
	first := 0
	for n := 1; n <= len(src.lines); n++ {
		l := strings.TrimSpace(src.line(n))
		if l == "" || l[0] == commentary {
			continue
		}
		if first == 0 {
			first = n
			err = r.header(n, l)
		} else {
			err = r.line(n)
		}
		if err != nil {
			return nil, err
		}
	}
	if first == 0 {
		return nil, src.errorf(spot{1, 0}, "an empty file, expected %q or %q", textGame, textPosition)
	}
	return r.finish()
}

func (r *textReader) header(n int, l string) error {
	switch l {
	case textGame:
	case textPosition:
		r.short = true
	default:
		return r.src.errorf(spot{n, 0}, "first line %s, expected %q or %q", clip(l), textGame, textPosition)
	}
	return nil
}

// line reads one line that is neither empty nor a comment.
func (r *textReader) line(n int) error {
	l := r.src.line(n)
	start := len(l) - len(strings.TrimLeft(l, " \t"))
	if r.closed {
		return r.src.errorf(spot{n, start}, "%s after the last line, expected the end of the file", clip(l[start:]))
	}
	if r.section == keyLog && start > 0 {
		return r.logLine(n)
	}
	if r.section == keyMoves && l[start] >= '0' && l[start] <= '9' {
		return r.moveLine(n)
	}
	key, _, found := strings.Cut(l[start:], ":")
	if !found {
		return r.src.errorf(spot{n, start}, "%s, expected a line such as %q", clip(l[start:]), "rules: match")
	}
	value := strings.TrimSpace(l[start+len(key)+1:])
	at := start + len(key) + 1
	for at < len(l) && (l[at] == ' ' || l[at] == '\t') {
		at++
	}
	return r.key(key, value, spot{n, start}, spot{n, at})
}

// key reads one "key: value" line. Only lists of pieces may come in several.
func (r *textReader) key(key, value string, keyAt, at spot) error {
	if _, again := r.seen[key]; again && !strings.HasSuffix(key, keyPieces) {
		return r.src.errorf(keyAt, "%q a second time", key)
	}
	if r.section != "" && key != keyLog && key != keyNote && key != keyResult || r.section == keyLog && key == keyLog {
		return r.src.errorf(keyAt, "%q among the moves, expected a move, log, note or result", key)
	}
	r.seen[key] = at
	err := r.set(key, value, at)
	if err == errKey {
		return r.src.errorf(keyAt, "unknown key %s, expected one of %s", clip(key), strings.Join(r.keys(), ", "))
	}
	if err != nil {
		if _, placed := err.(*Error); !placed {
			err = r.src.errorf(at, "%w", err)
		}
	}
	return err
}

// errKey marks a key that the form does not have.
var errKey = errors.New("unknown key")

// keys returns the keys that the form has.
func (r *textReader) keys() []string {
	pieces := []string{keyRules, keyRed + keyPieces, keyBlue + keyPieces, keyToMove}
	if r.short {
		return pieces
	}
	return append([]string{keyRed, keyBlue, keyDate, keyRed + keySetup, keyBlue + keySetup, keyMoves, keyLog, keyNote, keyResult}, pieces...)
}

// set reads the value of a key.
func (r *textReader) set(key, value string, at spot) (err error) {
	g := r.game
	switch key {
	case keyRules:
		g.Rules, err = stratego.ParseRules(value)
		return err
	case keyRed + keyPieces:
		return r.pieces(stratego.Red, at)
	case keyBlue + keyPieces:
		return r.pieces(stratego.Blue, at)
	case keyToMove:
		r.closed = r.short
		r.position().ToMove, err = stratego.ParseColor(value)
		return err
	}
	if r.short {
		return errKey
	}
	switch key {
	case keyRed:
		g.Players[stratego.Red], err = unquote(value)
	case keyBlue:
		g.Players[stratego.Blue], err = unquote(value)
	case keyDate:
		g.Date, err = parseDate(value)
	case keyRed + keySetup:
		err = r.setup(stratego.Red, at)
	case keyBlue + keySetup:
		err = r.setup(stratego.Blue, at)
	case keyMoves, keyLog:
		r.section = key
		if value != "" {
			err = fmt.Errorf("%s after %q, expected the end of the line", clip(value), key+":")
		}
	case keyNote:
		g.Note, err = unquote(value)
	case keyResult:
		r.closed = true
		g.Result, err = parseResult(value)
	default:
		err = errKey
	}
	return err
}

func parseDate(s string) (time.Time, error) {
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil && writable(t) {
			return t.UTC().Truncate(time.Second), nil
		}
	}
	return time.Time{}, fmt.Errorf("bad date %s, expected one such as 2007-06-14 or 2007-06-14T20:00:00Z", clip(s))
}

// writable says whether a date has a year of four digits in Greenwich, as the form
// writes it.
func writable(t time.Time) bool { return t.UTC().Year() >= 0 && t.UTC().Year() <= 9999 }

// parseResult reads what stratego.Result writes, such as "red wins (flag)".
func parseResult(s string) (stratego.Result, error) {
	bad := fmt.Errorf("bad result %s, expected one such as %q, %q or %q", clip(s), "red wins (flag)", "draw (agreed_draw)", "unfinished")
	if s == record.Unfinished.String() {
		return record.Unfinished, nil
	}
	who, reason, ok := strings.Cut(strings.TrimSuffix(s, ")"), " (")
	r := stratego.Result{Winner: stratego.NoColor}
	var err error
	if r.Reason, err = stratego.ParseReason(reason); !ok || err != nil || !strings.HasSuffix(s, ")") || !r.Over() {
		return record.Unfinished, bad
	}
	if who == "draw" {
		return r, nil
	}
	color, ok := strings.CutSuffix(who, " wins")
	if r.Winner, err = stratego.ParseColor(color); !ok || err != nil {
		return record.Unfinished, bad
	}
	return r, nil
}

// position returns the game's free position, making one if need be.
func (r *textReader) position() *record.Position {
	if r.game.Position == nil {
		r.game.Position = &record.Position{ToMove: stratego.NoColor}
	}
	return r.game.Position
}

// pieces reads words such as "a1#F" and "b4#M*!".
func (r *textReader) pieces(c stratego.Color, at spot) error {
	p := r.position()
	for _, w := range r.src.words(at.line, at.at) {
		x, err := parsePlacement(c, w.text)
		if err != nil {
			return r.src.errorf(w.at, "%w", err)
		}
		for _, other := range p.Pieces {
			if other.Square == x.Square {
				return r.src.errorf(w.at, "two pieces on %v", x.Square)
			}
		}
		p.Pieces = append(p.Pieces, x)
	}
	return nil
}

func parsePlacement(c stratego.Color, text string) (p stratego.Placement, err error) {
	bad := fmt.Errorf("bad piece %s, expected a square, a rank and marks, such as b4#M*! or a1#F", clip(text))
	marks, known := strings.CutSuffix(text, string(knownMark))
	body, moved := strings.CutSuffix(marks, string(movedMark))
	if len(body) != 4 || body[2] != '#' {
		return p, bad
	}
	p = stratego.Placement{Color: c, Moved: moved, Known: known}
	var ok bool
	if p.Rank, ok = stratego.ParseRank(body[3]); !ok {
		return p, fmt.Errorf("unknown rank %q in %s, expected one of FS23456789MB", body[3], clip(text))
	}
	if p.Square, err = stratego.ParseSquare(body[:2]); err != nil {
		return p, err
	}
	switch {
	case p.Square.Lake():
		return p, fmt.Errorf("a piece in the lake on %v", p.Square)
	case moved && !p.Rank.Movable():
		return p, fmt.Errorf("the %v on %v cannot have moved", p.Rank, p.Square)
	}
	return p, nil
}

// setup reads the 40 characters of a setup, with or without blanks between.
func (r *textReader) setup(c stratego.Color, at spot) error {
	i := 0
	for _, w := range r.src.words(at.line, at.at) {
		for k := range len(w.text) {
			rank, ok := stratego.ParseRank(w.text[k])
			if !ok && w.text[k] != '.' {
				return r.src.errorf(spot{at.line, w.at.at + k}, "unknown rank %q in a setup, expected one of FS23456789MB or .", w.text[k])
			}
			if i == stratego.SetupSquares {
				return r.src.errorf(spot{at.line, w.at.at + k}, "a setup of more than %d characters", stratego.SetupSquares)
			}
			r.game.Setups[c][i] = rank
			i++
		}
	}
	if i < stratego.SetupSquares {
		return r.src.errorf(at, "a setup of %d characters, expected %d", i, stratego.SetupSquares)
	}
	return nil
}

// moveLine reads a number and one or two moves.
func (r *textReader) moveLine(n int) error {
	words := r.src.words(n, 0)
	if want := strconv.Itoa(r.words/2+1) + "."; words[0].text != want || r.words%2 != 0 {
		return r.src.errorf(words[0].at, "%s, expected %s", clip(words[0].text), r.expected())
	}
	if len(words) < 2 || len(words) > 3 {
		return r.src.errorf(words[0].at, "%d moves after %s, expected one or two", len(words)-1, words[0].text)
	}
	for _, w := range words[1:] {
		if w.text == noMove && r.words == 0 && len(words) == 3 {
			r.words++
			continue
		}
		p, err := parseNotation(w.text)
		if err != nil {
			return r.src.errorf(w.at, "%w", err)
		}
		p.at = w.at
		r.plies = append(r.plies, p)
		r.words++
	}
	return nil
}

// expected says what a line of moves should have begun with.
func (r *textReader) expected() string {
	if r.words%2 != 0 {
		return fmt.Sprintf("the result, since line %d. has one move", r.words/2+1)
	}
	return fmt.Sprintf("%d.", r.words/2+1)
}

// parseNotation reads a move with what it says of ranks and battle.
func parseNotation(text string) (p ply, err error) {
	if p.move, err = stratego.ParseMove(text); err != nil {
		return p, err
	}
	i := strings.IndexAny(text, "-x")
	p.says.attack = text[i] == 'x'
	p.says.attacker = rankAfter(text[:i])
	p.says.defender = rankAfter(text[i+1:])
	return p, nil
}

// rankAfter returns the rank of "d8#M".
func rankAfter(square string) ranked {
	if len(square) < 4 {
		return ranked{}
	}
	r, ok := stratego.ParseRank(square[3])
	return ranked{r, ok}
}

// logLine reads a ply and a text.
func (r *textReader) logLine(n int) error {
	words := r.src.words(n, 0)
	ply, err := strconv.Atoi(words[0].text)
	if err != nil || ply < 0 {
		return r.src.errorf(words[0].at, "%s, expected the number of a ply", clip(words[0].text))
	}
	rest := strings.TrimSpace(r.src.line(n)[words[0].at.at+len(words[0].text):])
	text, err := unquote(rest)
	if err != nil {
		return r.src.errorf(words[0].at, "%w", err)
	}
	r.game.Log = append(r.game.Log, record.LogLine{Ply: ply, Text: text})
	return nil
}

// finish checks that nothing is missing and replays the game.
func (r *textReader) finish() (*record.Game, error) {
	g, src := r.game, r.src
	if !r.closed {
		last := keyResult
		if r.short {
			last = keyToMove
		}
		return nil, src.errorf(src.end(), "the file ends too early, expected %q", last+":")
	}
	begins, err := r.begins()
	if err != nil {
		return nil, err
	}
	s, err := playAll(g, src, begins, r.plies)
	if err != nil {
		return nil, err
	}
	if r.short {
		g.Result = s.Result()
		return g, nil
	}
	if err := record.CheckResult(s, g.Result); err != nil {
		return nil, src.errorf(r.seen[keyResult], "%w", err)
	}
	return g, nil
}

// begins checks that the game has one beginning and returns where it stands.
func (r *textReader) begins() (spot, error) {
	if p := r.game.Position; p != nil {
		for _, key := range []string{keyRed + keySetup, keyBlue + keySetup} {
			if at, ok := r.seen[key]; ok {
				return at, r.src.errorf(at, "a setup beside a free position, expected one of them")
			}
		}
		at, ok := r.seen[keyToMove]
		if !ok {
			return at, r.src.errorf(r.src.end(), "a free position without %q", keyToMove+":")
		}
		p.Sort()
		return at, nil
	}
	for _, key := range []string{keyRed + keySetup, keyBlue + keySetup} {
		if _, ok := r.seen[key]; !ok {
			return spot{}, r.src.errorf(r.src.end(), "no %q, expected two setups or a free position", key+":")
		}
	}
	for c, s := range r.game.Setups {
		if err := s.Check(r.game.Rules.Variant); err != nil {
			at := r.seen[stratego.Color(c).String()+keySetup]
			return at, r.src.errorf(at, "%v's %w", stratego.Color(c), err)
		}
	}
	return r.seen[keyRed+keySetup], nil
}

// clip quotes a text of a file, cut short.
func clip(s string) string {
	const most = 40
	if r := []rune(s); len(r) > most {
		return strconv.Quote(string(r[:most]) + "…")
	}
	return strconv.Quote(s)
}
