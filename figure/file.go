package figure

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A file of figures has a name and a number a line. Lines that begin with # say where the
// numbers come from; figures that no line names stay as they are. In one word figures are
// written "raid.decay@0.8+raid.tie@1".

// setting is numbers that are being read for a vector.
type setting struct {
	v    Vector
	x    []float64
	seen []bool
}

func (v Vector) setting() *setting { return &setting{v, v.Values(), make([]bool, len(v))} }

// set takes a figure's name and number.
func (s *setting) set(name, number string) error {
	i := s.v.Find(name)
	if i < 0 {
		return fmt.Errorf("there is no figure %q, expected one of %s", name, strings.Join(s.v.names(), ", "))
	}
	if s.seen[i] {
		return fmt.Errorf("figure %s is set twice", name)
	}
	s.seen[i] = true
	value, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return fmt.Errorf("%q is no number", number)
	}
	s.x[i] = value
	return s.v[i].Check(value)
}

// Read sets the figures that a file names; source is its name in errors. If a line cannot be
// used it sets none.
func (v Vector) Read(source string, r io.Reader) error {
	s := v.setting()
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		parts := strings.Fields(text)
		if len(parts) != 2 {
			return fmt.Errorf("%s:%d: %q, expected a figure's name and a number", source, n, text)
		}
		if err := s.set(parts[0], parts[1]); err != nil {
			return fmt.Errorf("%s:%d: %w", source, n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w", source, err)
	}
	return v.Set(s.x)
}

// ReadWord sets the figures that one word names.
func (v Vector) ReadWord(word string) error {
	s := v.setting()
	for _, part := range strings.Split(word, "+") {
		name, number, ok := strings.Cut(part, "@")
		if !ok {
			return fmt.Errorf("%q, expected a figure's name and a number, such as name@1.5", part)
		}
		if err := s.set(name, number); err != nil {
			return err
		}
	}
	return v.Set(s.x)
}

// Word writes figures with the given values as ReadWord reads them.
func (v Vector) Word(values []float64) string {
	parts := make([]string, len(v))
	for i, f := range v {
		parts[i] = f.Name + "@" + strconv.FormatFloat(values[i], 'f', -1, 64)
	}
	return strings.Join(parts, "+")
}

// Write writes all figures as Read reads them, after notes on where they come from.
func (v Vector) Write(w io.Writer, notes ...string) error {
	b := bufio.NewWriter(w)
	for _, note := range notes {
		for line := range strings.Lines(note) {
			fmt.Fprintf(b, "# %s\n", strings.TrimRight(line, "\n"))
		}
	}
	for _, f := range v {
		fmt.Fprintf(b, "%s %v\n", f.Name, *f.Value)
	}
	return b.Flush()
}

func (v Vector) names() []string {
	names := make([]string, len(v))
	for i, f := range v {
		names[i] = f.Name
	}
	return names
}
