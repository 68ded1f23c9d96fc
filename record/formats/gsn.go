package formats

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"marengo/record"
	"marengo/stratego"
)

const (
	gsnHeader = "#X38FA11 Stratego-Notation v2"
	gsnMagic  = "#X38FA11"
	gsnType   = "type"
	gsnEnd    = "END"
)

// encodeGSN writes Gravon's text format. An unfinished game has no result line.
func encodeGSN(g *record.Game) ([]byte, error) {
	if _, err := g.Replay(); err != nil {
		return nil, err
	}
	field, err := gravonField(g)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n%s %d\n%s\n", gsnHeader, gsnType, typeOf(g), field)
	log := chatOf(g.Log)
	for i := 0; i <= len(g.Moves); i++ {
		for len(log) > 0 && (log[0].Ply <= i || i == len(g.Moves)) {
			b.WriteString(log[0].Text + "\n")
			log = log[1:]
		}
		if i < len(g.Moves) {
			m := g.Moves[i]
			b.WriteString(formatGravonSquare(stratego.From(m)) + "-" + formatGravonSquare(stratego.To(m)) + "\n")
		}
	}
	b.WriteString(gsnEnd + "\n")
	if g.Result.Over() {
		red := nameWord(g, stratego.Red)
		if isChat(red+" ") || red == gsnType || strings.HasPrefix(red, gsnMagic) {
			red = "_" + red // so that the line is not taken for another
		}
		fmt.Fprintf(&b, "%s vs %s result %d winner %d\n", red, nameWord(g, stratego.Blue), gravonCode(g.Result), g.Result.Winner)
	}
	return b.Bytes(), nil
}

// chatOf returns the log lines that the format takes for chat.
func chatOf(log []record.LogLine) (chat []record.LogLine) {
	for _, l := range log {
		if isChat(l.Text) && l.Text == cleanLine(l.Text) {
			chat = append(chat, l)
		}
	}
	return chat
}

// isChat says whether a line is chat: its third character is a colon.
func isChat(line string) bool {
	r := []rune(line[:min(len(line), 3*utf8.UTFMax)])
	return len(r) > 2 && r[2] == ':'
}

// cleanLine drops what cannot stand in a line.
func cleanLine(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == utf8.RuneError || r == byteOrderMark {
			return -1
		}
		return r
	}, s))
}

// nameWord writes a player's name in one word; a nameless player is called by his
// colour.
func nameWord(g *record.Game, c stratego.Color) string {
	if w := strings.Join(strings.Fields(cleanLine(g.Players[c])), "_"); w != "" {
		return w
	}
	return c.String()
}

// nameOf reads what nameWord wrote.
func nameOf(word string, c stratego.Color) string {
	if strings.EqualFold(word, c.String()) {
		return ""
	}
	return word
}

// parseGSN reads Gravon's text format, tolerantly: see docs/formats.md.
func parseGSN(name string, data []byte) (*record.Game, error) {
	src, err := newSource(name, data)
	if err != nil {
		return nil, err
	}
	r := &gsnReader{gravonGame: gravonGame{src: src, result: record.Unfinished}}
	if bytes.HasPrefix(data, []byte(utf8BOM)) {
		r.repair(1, "a byte order mark: passed over")
	}
	for n := 1; n <= len(src.lines); n++ {
		if err := r.line(n); err != nil {
			return nil, err
		}
	}
	return r.finish()
}

// gsnReader reads the format line by line.
type gsnReader struct {
	gravonGame
	started  bool // the first line has been read
	hasType  bool
	end      int // line of the first END, or 0
	finished bool
}

func (r *gsnReader) line(n int) error {
	l := strings.TrimRight(r.src.line(n), " \t")
	start := len(l) - len(strings.TrimLeft(l, " \t"))
	text, at := l[start:], spot{n, start}
	if text == "" {
		return nil
	}
	first := !r.started
	r.started = true
	switch {
	case strings.HasPrefix(text, gsnMagic):
		if !first {
			return r.src.errorf(at, "a second header, expected one game a file")
		}
		return nil
	case isChat(l) && !isMove(text):
		return r.chat(n, l)
	case text == gsnEnd:
		if r.end != 0 {
			r.repair(n, "a second %s: passed over", gsnEnd)
		} else {
			r.end = n
		}
		return nil
	case strings.HasPrefix(text, gsnType+" "):
		return r.kindLine(text, at)
	}
	if first {
		r.repair(n, "no header line: read as if there were one")
	}
	if m, ok := cutMove(text, at); ok {
		return r.move(m)
	}
	if strings.Contains(text, " vs ") {
		return r.resultLine(text, at)
	}
	if r.field.text == "" && len(r.moves) == 0 && !strings.Contains(text, " ") {
		r.field = word{text, at}
		return nil
	}
	return r.src.errorf(at, "%s, expected %s", clip(text), r.expected())
}

// expected says what the next line should have been.
func (r *gsnReader) expected() string {
	switch {
	case !r.hasType:
		return `"type N"`
	case r.field.text == "":
		return fmt.Sprintf("a field of %d letters", stratego.Squares)
	}
	return fmt.Sprintf("a move such as A4-A5, %q or a result", gsnEnd)
}

func (r *gsnReader) kindLine(text string, at spot) (err error) {
	if r.hasType {
		return r.src.errorf(at, "a second type, expected one game a file")
	}
	r.hasType = true
	if r.kind, err = gravonType(strings.TrimSpace(text[len(gsnType):])); err != nil {
		return r.src.errorf(spot{at.line, at.at + len(gsnType) + 1}, "%w", err)
	}
	return nil
}

// chat keeps a line that players wrote, with the ply it stands before.
func (r *gsnReader) chat(n int, l string) error {
	if !utf8.ValidString(l) {
		l = latin1(l)
		r.repair(n, "chat that is no UTF-8: read as ISO 8859-1")
	}
	r.log = append(r.log, record.LogLine{Ply: len(r.moves), Text: strings.TrimSpace(l)})
	if !isChat(strings.TrimSpace(l)) {
		r.log = r.log[:len(r.log)-1]
		r.repair(n, "chat without a writer: left out")
	}
	return nil
}

// isMove says whether a text can be nothing but a move: indented, one from row 10
// has a colon where chat has it.
func isMove(text string) bool {
	m, ok := cutMove(text, spot{})
	_, from := parseGravonSquare(m.from, ninth)
	_, to := parseGravonSquare(m.to, ninth)
	return ok && from == nil && to == nil
}

// cutMove splits a line such as "A4-A5"; ok is false where it has another shape.
func cutMove(text string, at spot) (m gravonMove, ok bool) {
	from, to, found := strings.Cut(text, "-")
	if !found || len(from) < 2 || len(from) > 3 || len(to) > 3 || strings.Contains(to, " ") {
		return m, false
	}
	return gravonMove{from, to, at}, true
}

func (r *gsnReader) move(m gravonMove) error {
	if r.field.text == "" {
		return r.src.errorf(m.at, "a move before the field, expected a field of %d letters", stratego.Squares)
	}
	if r.finished {
		return r.src.errorf(m.at, "a move after the result, expected the end of the file")
	}
	if r.end != 0 {
		r.repair(r.end, "%s before the last move: passed over", gsnEnd)
		r.end = 0
	}
	r.moves = append(r.moves, m)
	return nil
}

// resultLine reads "red vs blue result R winner W". Names may have blanks.
func (r *gsnReader) resultLine(text string, at spot) error {
	bad := func() error {
		return r.src.errorf(at, "%s, expected a line such as %q", clip(text), "red vs blue result 1 winner 0")
	}
	if r.finished {
		return r.src.errorf(at, "a second result, expected the end of the file")
	}
	i := strings.LastIndex(text, " result ")
	if i < 0 {
		return bad()
	}
	words := strings.Fields(text[i:])
	if len(words) != 4 || words[2] != "winner" {
		return bad()
	}
	code, err := strconv.Atoi(words[1])
	if err != nil {
		return bad()
	}
	winner, err := strconv.Atoi(words[3])
	if err != nil || winner < 0 || winner > 2 {
		return r.src.errorf(at, "winner %s, expected 0 red, 1 blue or 2 draw", clip(words[3]))
	}
	if r.result, err = gravonResult(code, stratego.Color(winner)); err != nil {
		return r.src.errorf(at, "%w", err)
	}
	r.finished = true
	r.resultAt = at
	names := text[:i]
	if !utf8.ValidString(names) {
		names = latin1(names)
		r.repair(at.line, "names that are no UTF-8: read as ISO 8859-1")
	}
	red, blue, _ := strings.Cut(names, " vs ")
	r.players = [2]string{nameOf(strings.TrimSpace(red), stratego.Red), nameOf(strings.TrimSpace(blue), stratego.Blue)}
	return nil
}

// finish checks that nothing is missing.
func (r *gsnReader) finish() (*record.Game, error) {
	last := len(r.src.lines)
	switch {
	case r.field.text == "":
		return nil, r.src.errorf(r.src.end(), "the field is missing, expected %d letters: without it no rank is known", stratego.Squares)
	case r.end == 0 && !r.finished:
		return nil, r.src.errorf(r.src.end(), "the file ends too early, expected %q and a result", gsnEnd)
	case r.end == 0:
		r.repair(last, "no %s: the result ends the game", gsnEnd)
	case !r.finished:
		r.resultAt = spot{last, 0}
		r.repair(last, "no result line: read as unfinished")
	}
	if !r.hasType {
		r.kind = kindOfField(r.field.text)
		r.repair(r.field.at.line, "no type: read as %s", gravonTypes[r.kind])
	}
	return r.game()
}

// kindOfField guesses the kind of a game from its pieces.
func kindOfField(field string) int {
	n := 0
	for i := range len(field) {
		if _, _, ok := stradosPiece(field[i]); ok {
			n++
		}
	}
	switch n {
	case 2 * stratego.Classic.Counts().Total():
		return gravonClassic
	case 2 * stratego.Barrage.Counts().Total():
		return gravonBarrage
	}
	return gravonFree
}
