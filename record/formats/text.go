package formats

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"marengo/record"
	"marengo/stratego"
)

// Our own form: a first line with the version, a few "key: value" lines, moves
// two a line in Arts's notation (2.2), the result last. docs/formats.md has it
// in full.
const (
	textGame     = "marengo game 1"
	textPosition = "marengo position 1"

	keyRed     = "red"
	keyBlue    = "blue"
	keyDate    = "date"
	keyRules   = "rules"
	keySetup   = " setup"  // after a colour
	keyPieces  = " pieces" // after a colour
	keyToMove  = "to move"
	keyMoves   = "moves"
	keyLog     = "log"
	keyNote    = "note"
	keyResult  = "result"
	noMove     = "..." // in red's place where blue moves first
	movedMark  = '*'
	knownMark  = '!'
	keyMark    = ": "
	commentary = '#'
)

// encodeText writes our own form. A position and nothing else is written in the
// short form.
func encodeText(g *record.Game) ([]byte, error) {
	s, err := g.Replay()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if onlyPosition(g) && g.Result == s.Result() {
		b.WriteString(textPosition + "\n")
		writeKey(&b, keyRules, g.Rules.String())
		writePieces(&b, g.Position)
		writeKey(&b, keyToMove, g.Position.ToMove.String())
		return b.Bytes(), nil
	}
	b.WriteString(textGame + "\n")
	for c, name := range g.Players {
		if name != "" {
			writeKey(&b, stratego.Color(c).String(), quote(name))
		}
	}
	if !writable(g.Date) {
		return nil, fmt.Errorf("the date is in the year %d, expected 0 to 9999", g.Date.UTC().Year())
	}
	if !g.Date.IsZero() {
		writeKey(&b, keyDate, g.Date.UTC().Format(time.RFC3339))
	}
	writeKey(&b, keyRules, g.Rules.String())
	if g.Position != nil {
		writePieces(&b, g.Position)
		writeKey(&b, keyToMove, g.Position.ToMove.String())
	} else {
		for c, s := range g.Setups {
			writeKey(&b, stratego.Color(c).String()+keySetup, groupsOfTen(s.String()))
		}
	}
	if err := writeMoves(&b, g); err != nil {
		return nil, err
	}
	if len(g.Log) > 0 {
		b.WriteString(keyLog + ":\n")
		for _, l := range g.Log {
			fmt.Fprintf(&b, "  %d %s\n", l.Ply, quote(l.Text))
		}
	}
	if g.Note != "" {
		writeKey(&b, keyNote, quote(g.Note))
	}
	writeKey(&b, keyResult, g.Result.String())
	return b.Bytes(), nil
}

// onlyPosition says whether there is nothing to write but a free position.
func onlyPosition(g *record.Game) bool {
	return g.Position != nil && len(g.Moves) == 0 && len(g.Log) == 0 && g.Note == "" &&
		g.Players == [2]string{} && g.Date.IsZero()
}

func writeKey(b *bytes.Buffer, key, value string) { b.WriteString(key + keyMark + value + "\n") }

// groupsOfTen sets a setup's rows apart.
func groupsOfTen(s string) string {
	var rows []string
	for i := 0; i < len(s); i += stratego.Files {
		rows = append(rows, s[i:i+stratego.Files])
	}
	return strings.Join(rows, " ")
}

// writePieces writes a line for each colour and row that has pieces.
func writePieces(b *bytes.Buffer, p *record.Position) {
	sorted := record.Position{Pieces: append([]stratego.Placement(nil), p.Pieces...)}
	sorted.Sort()
	row, color := -1, stratego.NoColor
	for _, x := range sorted.Pieces {
		if x.Color != color || x.Square.Row() != row {
			if row >= 0 {
				b.WriteByte('\n')
			}
			color, row = x.Color, x.Square.Row()
			b.WriteString(color.String() + keyPieces + ":")
		}
		fmt.Fprintf(b, " %v#%c", x.Square, x.Rank.Letter())
		if x.Moved {
			b.WriteByte(movedMark)
		}
		if x.Known {
			b.WriteByte(knownMark)
		}
	}
	if row >= 0 {
		b.WriteByte('\n')
	}
}

// writeMoves writes the moves two a line with the ranks that both players have
// seen.
func writeMoves(b *bytes.Buffer, g *record.Game) error {
	s, err := g.Begin()
	if err != nil {
		return err
	}
	b.WriteString(keyMoves + ":\n")
	words := make([]string, 0, len(g.Moves)+1)
	if s.Turn() == stratego.Blue && len(g.Moves) > 0 {
		words = append(words, noMove)
	}
	for _, m := range g.Moves {
		words = append(words, record.Notation(s, m))
		s.Do(m)
	}
	for i := 0; i < len(words); i += 2 {
		if i+1 == len(words) {
			fmt.Fprintf(b, "%4d. %s\n", i/2+1, words[i])
		} else {
			fmt.Fprintf(b, "%4d. %-9s %s\n", i/2+1, words[i], words[i+1])
		}
	}
	return nil
}

// quote leaves a text alone unless it could not be read back from a line.
func quote(s string) string {
	plain := s != "" && s == strings.TrimSpace(s) && s[0] != '"' && utf8.ValidString(s) &&
		!strings.ContainsFunc(s, unicode.IsControl)
	if plain {
		return s
	}
	return strconv.Quote(s)
}

// unquote reads what quote wrote.
func unquote(s string) (string, error) {
	if !strings.HasPrefix(s, `"`) {
		return s, nil
	}
	text, err := strconv.Unquote(s)
	if err != nil {
		return "", fmt.Errorf("bad text %s, expected a closing quotation mark and Go's escapes", s)
	}
	return text, nil
}
