// Package formats reads and writes games as files, and lists of setups.
//
// A Format is a kind of file: our own text form, Gravon's .gsn and .xml, the
// evaluator's log. Read finds the format by looking at the file, Write by the
// file's extension. An Error says where in a file something is wrong and what was
// expected there.
//
// A game that a reader returns has been replayed, and nothing was left out
// silently: what a tolerant reader had to mend stands in its Repairs, and Losses
// says what a format does not keep.
//
// docs/formats.md describes the formats.
package formats

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"marengo/record"
	"marengo/stratego"
)

// Format is a kind of file.
type Format uint8

// The formats.
const (
	Text         Format = iota // our own form
	GSN                        // Gravon's text
	XML                        // Gravon's XML
	EvaluatorLog               // the log of the Stratego AI Evaluator
)

// formats holds what each can do.
var formats = [...]struct {
	name       string
	extensions []string // the first is the usual one
	parse      func(name string, data []byte) (*record.Game, error)
	encode     func(g *record.Game) ([]byte, error)
}{
	Text:         {"marengo", []string{".marengo", ".stg"}, parseText, encodeText},
	GSN:          {"gsn", []string{".gsn"}, parseGSN, encodeGSN},
	XML:          {"xml", []string{".xml"}, parseXML, encodeXML},
	EvaluatorLog: {"log", []string{".log"}, parseLog, encodeLog},
}

// String returns "marengo", "gsn", "xml" or "log".
func (f Format) String() string { return formats[f].name }

// Extensions returns the extensions that Write knows.
func Extensions() (list []string) {
	for _, f := range formats {
		list = append(list, f.extensions...)
	}
	return list
}

// FormatOf returns the format of a path's extension.
func FormatOf(path string) (Format, error) {
	ext := strings.ToLower(filepath.Ext(path))
	for f, x := range formats {
		if slices.Contains(x.extensions, ext) {
			return Format(f), nil
		}
	}
	return Text, fmt.Errorf("%s: unknown extension %q, expected one of %s", path, ext, strings.Join(Extensions(), ", "))
}

// Detect returns the format of a file by its content; ok is false where none fits.
func Detect(data []byte) (f Format, ok bool) {
	text := bytes.TrimSpace(bytes.TrimPrefix(data, []byte(utf8BOM)))
	first, _, _ := bytes.Cut(text, []byte("\n"))
	first = bytes.TrimSpace(first)
	switch {
	case bytes.HasSuffix(first, []byte(" "+logRed+" "+logSetup)):
		return EvaluatorLog, true
	case bytes.HasPrefix(text, []byte("<")):
		return XML, true
	case bytes.HasPrefix(text, []byte(gsnMagic)), bytes.HasPrefix(text, []byte(gsnType+" ")):
		return GSN, true
	case bytes.HasPrefix(text, []byte("marengo ")), len(text) > 0 && text[0] == commentary:
		return Text, true
	}
	if _, err := ParseField(string(first)); err == nil {
		return GSN, true
	}
	return Text, false
}

// Parse reads a file of this format. The name is for errors.
func (f Format) Parse(name string, data []byte) (*record.Game, error) {
	return formats[f].parse(name, data)
}

// Encode writes a game in this format. The game must replay.
func (f Format) Encode(g *record.Game) ([]byte, error) { return formats[f].encode(g) }

// Parse reads a file of any format. The name is for errors.
func Parse(name string, data []byte) (*record.Game, error) {
	f, ok := Detect(data)
	if !ok {
		src := &source{name: name, lines: strings.SplitN(string(data), "\n", 2)}
		return nil, src.errorf(spot{1, 0}, "%s, expected %q, %q, %q, <stratego> or %q", clip(strings.TrimSpace(src.line(1))),
			textGame, textPosition, gsnHeader, "name RED SETUP")
	}
	return f.Parse(name, data)
}

// Read reads a game from a file, whatever its extension.
func Read(path string) (*record.Game, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	return Parse(path, data)
}

// Write writes a game to a file in the format of its extension, and says what the
// format does not keep.
func Write(path string, g *record.Game) (lost []string, err error) {
	f, err := FormatOf(path)
	if err != nil {
		return nil, err
	}
	data, err := f.Encode(g)
	if err == nil {
		lost, err = f.Losses(g)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return lost, os.WriteFile(path, data, 0o644)
}

// Losses says what of a game a format does not keep: what differs once the game
// is written and read back.
func (f Format) Losses(g *record.Game) ([]string, error) {
	data, err := f.Encode(g)
	if err != nil {
		return nil, err
	}
	back, err := f.Parse(f.String(), data)
	if err != nil {
		return nil, err
	}
	var lost []string
	note := func(same bool, format string, args ...any) {
		if !same {
			lost = append(lost, fmt.Sprintf(format, args...))
		}
	}
	note(back.Rules == g.Rules, "the rules %v become %v", g.Rules, back.Rules)
	for c, name := range g.Players {
		note(back.Players[c] == name, "%v's name %q becomes %q", stratego.Color(c), name, back.Players[c])
	}
	note(back.Date.Equal(g.Date), "the date is left out")
	note(samePosition(back.Position, g.Position), "who is to move, or which pieces have moved or are known, is left out")
	note(back.Result == g.Result, "the result %v becomes %v", g.Result, back.Result)
	note(back.Note == g.Note, "the note is left out")
	note(slices.Equal(back.Log, g.Log), "log lines are left out")
	return lost, nil
}

func samePosition(a, b *record.Position) bool {
	if a == nil || b == nil {
		return a == b
	}
	x, y := record.Position{Pieces: slices.Clone(a.Pieces)}, record.Position{Pieces: slices.Clone(b.Pieces)}
	x.Sort()
	y.Sort()
	return a.ToMove == b.ToMove && slices.Equal(x.Pieces, y.Pieces)
}
