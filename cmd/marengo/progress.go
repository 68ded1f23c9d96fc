package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"marengo/arena"
)

// progress shows how a contest stands: on a terminal one line that is written
// over, elsewhere a line for each pair.
type progress struct {
	w        io.Writer
	terminal *os.File // nil elsewhere
	silent   bool
	began    time.Time
	first    int       // games done before this run, plus one; 0 before the first report
	shown    time.Time // when the terminal's line was last written
	lines    int       // pairs written elsewhere
}

// refresh is how often a terminal's line is written.
const refresh = 200 * time.Millisecond

func newProgress(w io.Writer, silent bool) *progress {
	p := &progress{w: w, silent: silent, began: time.Now()}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.terminal = f
	}
	return p
}

// show is called after each game.
func (p *progress) show(s *arena.Standing) {
	if p.first == 0 {
		p.first = s.Done()
	}
	if p.silent {
		return
	}
	if p.terminal != nil {
		if time.Since(p.shown) > refresh {
			p.shown = time.Now()
			p.write("\r\x1b[K%s", p.fit(p.line(s)))
		}
		return
	}
	if pairs := s.Pairs(); pairs > p.lines {
		p.lines = pairs
		p.write("%s\n", p.line(s))
	}
}

// line says how things stand in one line.
func (p *progress) line(s *arena.Standing) string {
	left := timeLeft(p.began, s.Done()-p.first+1, s.Total()-s.Done())
	return fmt.Sprintf("pairs %d/%d  %s  %s left", s.Pairs(), (s.Total()+1)/2, s.Headline(), left)
}

// fit cuts a line to the terminal's width: one that wraps cannot be written over.
func (p *progress) fit(line string) string {
	width, _, err := term.GetSize(int(p.terminal.Fd()))
	if runes := []rune(line); err == nil && width > 0 && len(runes) >= width {
		return string(runes[:width-1])
	}
	return line
}

// end leaves the terminal's line.
func (p *progress) end() {
	if p.terminal != nil && !p.shown.IsZero() {
		p.write("\r\x1b[K")
	}
}

// write writes progress; who cannot read it loses nothing.
func (p *progress) write(format string, args ...any) {
	if _, err := fmt.Fprintf(p.w, format, args...); err != nil {
		p.silent = true
	}
}
