package formats

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Error is something wrong in a file: where, and what was expected there.
type Error struct {
	File         string
	Line, Column int // from 1; columns count characters
	Err          error
}

// Error returns "file:line:column: what is wrong".
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %v", e.File, e.Line, e.Column, e.Err)
}

// Unwrap returns what is wrong.
func (e *Error) Unwrap() error { return e.Err }

// spot is a place in a file: a line from 1 and a byte of it from 0.
type spot struct{ line, at int }

// source is a text file as lines, without their ends.
type source struct {
	name  string
	lines []string
}

// A byte order mark, as a character and in UTF-8.
const (
	byteOrderMark = '\ufeff'
	utf8BOM       = "\xef\xbb\xbf"
)

// newSource splits a file into lines. A byte order mark and Windows line ends are
// dropped; bytes that no text has are an error.
func newSource(name string, data []byte) (*source, error) {
	data = bytes.TrimPrefix(data, []byte(utf8BOM))
	s := &source{name: name, lines: strings.Split(string(data), "\n")}
	for i, l := range s.lines {
		s.lines[i] = strings.TrimSuffix(l, "\r")
	}
	if n := len(s.lines); s.lines[n-1] == "" {
		s.lines = s.lines[:n-1]
	}
	for i, l := range s.lines {
		for at := range len(l) {
			if c := l[at]; c < ' ' && c != '\t' || c == 0x7f {
				return nil, s.errorf(spot{i + 1, at}, "byte 0x%02x, expected text", c)
			}
		}
	}
	return s, nil
}

// checkUTF8 finds the first byte that is not UTF-8.
func (s *source) checkUTF8() error {
	for i, l := range s.lines {
		for at := 0; at < len(l); {
			r, n := utf8.DecodeRuneInString(l[at:])
			if r == utf8.RuneError && n == 1 {
				return s.errorf(spot{i + 1, at}, "byte 0x%02x, expected UTF-8 text", l[at])
			}
			at += n
		}
	}
	return nil
}

// line returns a line by its number.
func (s *source) line(n int) string {
	if n < 1 || n > len(s.lines) {
		return ""
	}
	return s.lines[n-1]
}

// end is the place just after the last line.
func (s *source) end() spot { return spot{len(s.lines) + 1, 0} }

// errorf returns an Error at a place.
func (s *source) errorf(at spot, format string, args ...any) error {
	l := s.line(at.line)
	return &Error{s.name, at.line, utf8.RuneCountInString(l[:min(at.at, len(l))]) + 1, fmt.Errorf(format, args...)}
}

// word is a run of a line without blanks.
type word struct {
	text string
	at   spot
}

// words cuts a line, from a byte of it on, at its blanks.
func (s *source) words(n, from int) (list []word) {
	l := s.line(n)
	for i := from; i < len(l); {
		if l[i] == ' ' || l[i] == '\t' {
			i++
			continue
		}
		j := i
		for j < len(l) && l[j] != ' ' && l[j] != '\t' {
			j++
		}
		list = append(list, word{l[i:j], spot{n, i}})
		i = j
	}
	return list
}

// latin1 reads bytes as ISO 8859-1, in which every byte is a character.
func latin1(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}
