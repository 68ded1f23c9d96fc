package formats

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"marengo/record"
	"marengo/stratego"
)

// encodeXML writes Gravon's XML. An unfinished game has no result element.
func encodeXML(g *record.Game) ([]byte, error) {
	if _, err := g.Replay(); err != nil {
		return nil, err
	}
	field, err := gravonField(g)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<stratego>\n <game type=%q>\n  <field content=%q/>\n",
		gravonTypes[typeOf(g)], field)
	for i, m := range g.Moves {
		fmt.Fprintf(&b, "  <move id=\"%d\" source=\"%s\" target=\"%s\"/>\n", i+1,
			formatXMLSquare(stratego.From(m)), formatXMLSquare(stratego.To(m)))
	}
	if g.Result.Over() {
		fmt.Fprintf(&b, "  <result type=\"%d\" winner=\"%d\"/>\n", gravonCode(g.Result), g.Result.Winner+1)
	}
	b.WriteString(" </game>\n</stratego>\n")
	return b.Bytes(), nil
}

// formatXMLSquare writes row 10 in two digits, which no other file of the format
// could misread.
func formatXMLSquare(s stratego.Square) string {
	return string(gravonFiles[s.File()]) + strconv.Itoa(s.Row()+1)
}

// parseXML reads Gravon's XML, tolerantly: see docs/formats.md.
func parseXML(name string, data []byte) (*record.Game, error) {
	src := &source{name: name, lines: strings.Split(string(bytes.TrimPrefix(data, []byte(utf8BOM))), "\n")}
	r := &xmlReader{gravonGame: gravonGame{src: src, result: record.Unfinished}, ids: make(map[string]bool)}
	r.dec = xml.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte(utf8BOM))))
	r.dec.CharsetReader = readLatin1
	if len(data) > 0 && bytes.HasPrefix(data, []byte(utf8BOM)) {
		r.repair(1, "a byte order mark: passed over")
	}
	for {
		at := r.here()
		t, err := r.dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, r.syntax(err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			err = r.start(t, at)
		case xml.EndElement:
			r.inGame = r.inGame && r.depth > 2
			r.depth--
		case xml.CharData:
			if text := strings.TrimSpace(string(t)); text != "" {
				err = src.errorf(at, "text %s, expected an element", clip(text))
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return r.finish()
}

// xmlReader reads the elements in the order of the file.
type xmlReader struct {
	gravonGame
	dec      *xml.Decoder
	depth    int
	inGame   bool
	games    int
	ids      map[string]bool
	repeated int // moves whose id had occurred
	results  int
}

// here is where the decoder stands. Its own column can fall behind the line's
// start after it has looked ahead over a line end.
func (r *xmlReader) here() spot {
	line, column := r.dec.InputPos()
	return spot{max(line, 1), max(column-1, 0)}
}

// syntax puts an error of the decoder where it belongs.
func (r *xmlReader) syntax(err error) error {
	var e *xml.SyntaxError
	if errors.As(err, &e) {
		return r.src.errorf(r.here(), "%s, expected well-formed XML", e.Msg)
	}
	return r.src.errorf(r.here(), "%w", err)
}

// readLatin1 serves files that declare another encoding than UTF-8; all that is
// read from them is ASCII.
func readLatin1(_ string, in io.Reader) (io.Reader, error) {
	data, err := io.ReadAll(in)
	return strings.NewReader(latin1(string(data))), err
}

// start reads an element. The root and the game hold others; the rest have only
// attributes, and what they hold, or stands outside the game, is passed over.
func (r *xmlReader) start(e xml.StartElement, at spot) error {
	r.depth++
	name := e.Name.Local
	switch {
	case r.depth == 1 && name != "stratego":
		return r.src.errorf(at, "element %s, expected <stratego>", clip(name))
	case r.depth == 2 && name == "game":
		r.inGame = true
		return r.gameElement(e, at)
	case r.depth != 3 || !r.inGame:
		return nil
	}
	switch name {
	case "field":
		return r.fieldElement(e, at)
	case "move":
		return r.moveElement(e, at)
	case "result":
		return r.resultElement(e, at)
	}
	return nil
}

// attribute returns the value of an attribute.
func (r *xmlReader) attribute(e xml.StartElement, name string, at spot) (string, error) {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return strings.TrimSpace(a.Value), nil
		}
	}
	return "", r.src.errorf(at, "<%s> without %s=\"…\"", e.Name.Local, name)
}

func (r *xmlReader) gameElement(e xml.StartElement, at spot) error {
	if r.games++; r.games > 1 {
		return r.src.errorf(at, "a second game, expected one a file")
	}
	text, err := r.attribute(e, "type", at)
	if err != nil {
		return err
	}
	if r.kind, err = gravonType(text); err != nil {
		return r.src.errorf(at, "%w", err)
	}
	return nil
}

func (r *xmlReader) fieldElement(e xml.StartElement, at spot) error {
	if r.field.text != "" {
		return r.src.errorf(at, "a second field, expected one a game")
	}
	text, err := r.attribute(e, "content", at)
	// The letters are counted from where the value begins, if it is written plainly.
	l := r.src.line(at.line)
	if i := strings.Index(l[min(at.at, len(l)):], text); text != "" && i >= 0 {
		at.at += i
	}
	r.field = word{text, at}
	return err
}

func (r *xmlReader) moveElement(e xml.StartElement, at spot) error {
	if id, err := r.attribute(e, "id", at); err == nil {
		if r.ids[id] {
			r.repeated++
			return nil
		}
		r.ids[id] = true
	}
	from, err := r.attribute(e, "source", at)
	if err != nil {
		return err
	}
	to, err := r.attribute(e, "target", at)
	if err != nil {
		return err
	}
	if r.results > 0 {
		return r.src.errorf(at, "a move after the result, expected the end of the game")
	}
	r.moves = append(r.moves, gravonMove{from, to, at})
	return nil
}

func (r *xmlReader) resultElement(e xml.StartElement, at spot) error {
	if r.results++; r.results > 1 {
		return r.src.errorf(at, "a second result, expected one a game")
	}
	var number [2]int
	for i, name := range []string{"type", "winner"} {
		text, err := r.attribute(e, name, at)
		if err != nil {
			return err
		}
		if number[i], err = strconv.Atoi(text); err != nil {
			return r.src.errorf(at, "%s=%s, expected a number", name, clip(text))
		}
	}
	if number[1] < 1 || number[1] > 3 {
		return r.src.errorf(at, "winner %d, expected 1 red, 2 blue or 3 draw", number[1])
	}
	var err error
	if r.result, err = gravonResult(number[0], stratego.Color(number[1]-1)); err != nil {
		return r.src.errorf(at, "%w", err)
	}
	r.resultAt = at
	return nil
}

// finish checks that nothing is missing.
func (r *xmlReader) finish() (*record.Game, error) {
	switch {
	case r.games == 0:
		return nil, r.src.errorf(r.src.end(), "no game, expected <stratego><game type=\"…\">")
	case r.field.text == "":
		return nil, r.src.errorf(r.src.end(), "the field is missing, expected %d letters: without it no rank is known", stratego.Squares)
	}
	if r.repeated > 0 {
		r.repair(len(r.src.lines), "%d moves with an id that had occurred: passed over", r.repeated)
	}
	if r.results == 0 {
		r.resultAt = r.src.end()
		r.repair(len(r.src.lines), "no result: read as unfinished")
	}
	return r.game()
}
