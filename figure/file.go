package figure

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A file of figures has a name and a number a line. Lines that begin with # say where the
// numbers come from; figures that no line names stay as they are.

// Read sets the figures that a file names; source is its name in errors. If a line cannot be
// used it sets none.
func (v Vector) Read(source string, r io.Reader) error {
	x := v.Values()
	seen := make([]bool, len(v))
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
		i := v.Find(parts[0])
		if i < 0 {
			return fmt.Errorf("%s:%d: there is no figure %q, expected one of %s", source, n, parts[0], strings.Join(v.names(), ", "))
		}
		if seen[i] {
			return fmt.Errorf("%s:%d: figure %s is set twice", source, n, parts[0])
		}
		seen[i] = true
		value, err := strconv.ParseFloat(parts[1], 64)
		if err != nil {
			return fmt.Errorf("%s:%d: %q is no number", source, n, parts[1])
		}
		if err := v[i].Check(value); err != nil {
			return fmt.Errorf("%s:%d: %w", source, n, err)
		}
		x[i] = value
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w", source, err)
	}
	return v.Set(x)
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
